"""The artwork of boards and pieces: the files that the browser client draws from, read for Python.

Piece sets are SVG files with a symbol for each kind of piece. Board themes are custom properties in a style sheet. The
outlines of letters make pictures independent of the fonts of a machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

PIECE_SETS: Mapping[str, tuple[str, ...]] = {
    "discs": ("turned", "enamel", "flat"),
    "army": ("ranks", "emblems", "counters"),
    "xiangqi": ("characters", "pictures", "letters"),
}
"""The piece sets of each group of pieces, the usual one first."""
USUAL_THEME = "walnut"

_FILES = resources.files("damero").joinpath("web", "static")
_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 100 100">(.*?)</symbol>', re.DOTALL)
_DEFINITION = re.compile(r'<(\w+) id="([\w-]+)".*?</\1>', re.DOTALL)
_USED = re.compile(r"url\(#([\w-]+)\)")
_BLOCK = re.compile(r'(?:\[data-style="(?P<theme>\w+)"\]|:root)\s*\{(?P<body>[^}]*)\}')
_PROPERTY = re.compile(r"--([\w-]+):\s*([^;]+);")


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The shapes of the pieces of one set, as SVG for a box of 100 by 100."""

    group: str
    id: str
    definitions: Mapping[str, str]
    """Gradients by their ids."""
    symbols: Mapping[str, str]
    """By kind of piece."""

    def definitions_of(self, kind: str) -> frozenset[str]:
        """The ids of the gradients that a piece uses."""
        return frozenset(_USED.findall(self.symbols[kind]))


@dataclass(frozen=True, slots=True)
class Glyph:
    advance: int
    path: str


@dataclass(frozen=True, slots=True)
class Letters:
    """The outlines of characters, in units of which `em` make the size of the font."""

    em: int
    space: int
    glyphs: Mapping[str, Glyph]


@cache
def piece_set(group: str, name: str) -> PieceSet:
    text = _read("art", "pieces", group, f"{name}.svg")
    return PieceSet(group, name, _definitions(text), {kind: _packed(body) for kind, body in _SYMBOL.findall(text)})


def kinds_of(group: str) -> tuple[str, ...]:
    """The kinds of pieces that a group can show."""
    return tuple(piece_set(group, PIECE_SETS[group][0]).symbols)


@cache
def board_definitions() -> Mapping[str, str]:
    """The patterns and gradients of boards, by their ids."""
    return _definitions(_read("art", "board.svg"))


@cache
def themes() -> Mapping[str, Mapping[str, str]]:
    """The colours of each board theme by the names of their custom properties."""
    shared: dict[str, str] = {}
    found: dict[str, dict[str, str]] = {}
    for block in _BLOCK.finditer(_read("css", "board_themes.css")):
        colours = dict(_PROPERTY.findall(block["body"]))
        if block["theme"]:
            found[block["theme"]] = shared | colours
        else:
            shared |= colours
    return found


@cache
def letters() -> Letters:
    document = json.loads(_read("art", "glyphs.json"))
    glyphs = {character: Glyph(glyph["advance"], glyph["path"]) for character, glyph in document["glyphs"].items()}
    return Letters(document["em"], document["space"], glyphs)


def _read(*path: str) -> str:
    return _FILES.joinpath(*path).read_text(encoding="utf-8")


def _definitions(text: str) -> dict[str, str]:
    return {found[2]: _packed(found[0]) for defs in _DEFS.findall(text) for found in _DEFINITION.finditer(defs)}


def _packed(markup: str) -> str:
    """Markup without the white space between its elements."""
    return re.sub(r">\s+<", "><", markup.strip())
