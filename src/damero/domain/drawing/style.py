"""How a board looks: its theme, its piece set, and the colours of arrows and marks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import damero.art as art
from damero.domain.errors import DameroError
from damero.domain.game import GameInfo

COLOURS: Mapping[str, str] = {
    "green": "#15781b",
    "red": "#c0271c",
    "blue": "#1f4fb4",
    "yellow": "#e0a100",
    "grey": "#5b6468",
}
"""Named colours for arrows and marks. Any other colour can be given as `#rrggbb`."""
_HEXADECIMAL = re.compile("#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


def colour(name: str) -> str:
    if name in COLOURS:
        return COLOURS[name]
    if not _HEXADECIMAL.fullmatch(name):
        raise DameroError("drawing.unknown_colour", code="UNKNOWN_COLOUR", colour=name, colours=tuple(COLOURS))
    return name


@dataclass(frozen=True, slots=True)
class Style:
    colours: Mapping[str, str]
    """Of the theme, by the names of the custom properties in the style sheet."""
    pieces: art.PieceSet | None
    """None if no set has the pieces of the game. They are then discs with letters."""


def style_for(info: GameInfo, theme: str | None, pieces: str | None) -> Style:
    """The style by the names of a theme and of a piece set; None for the usual ones."""
    themes = art.themes()
    if theme is not None and theme not in themes:
        raise DameroError("drawing.unknown_theme", code="UNKNOWN_THEME", theme=theme, themes=tuple(themes))
    return Style(themes[theme or art.USUAL_THEME], _piece_set(info, pieces))


def _piece_set(info: GameInfo, name: str | None) -> art.PieceSet | None:
    kinds = {kind.id for kind in info.pieces}
    group = next((group for group in art.PIECE_SETS if kinds <= set(art.kinds_of(group))), None)
    sets = art.PIECE_SETS[group] if group else ()
    if name is not None and name not in sets:
        raise DameroError("drawing.unknown_pieces", code="UNKNOWN_PIECES", pieces=name, sets=sets)
    return art.piece_set(group, name or sets[0]) if group else None
