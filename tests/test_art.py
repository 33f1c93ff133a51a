"""The artwork that Python and the browser share."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from damero import art
from damero.domain.catalogue import GAMES
from damero.web.artwork_module import TARGET, source

SETS = [art.piece_set(group, name) for group, names in art.PIECE_SETS.items() for name in names]


def test_every_kind_of_every_group_is_drawn_in_every_one_of_its_sets() -> None:
    for group, names in art.PIECE_SETS.items():
        assert len(names) >= 2
        for name in names:
            assert set(art.piece_set(group, name).symbols) == set(art.kinds_of(group))


@pytest.mark.parametrize("pieces", SETS, ids=lambda pieces: str(pieces.id))
def test_pieces_that_look_different_are_drawn_differently(pieces: art.PieceSet) -> None:
    assert all(len(shape) > 100 for shape in pieces.symbols.values())
    assert len(set(pieces.symbols.values())) == len(pieces.symbols)


@pytest.mark.parametrize("pieces", SETS, ids=lambda pieces: str(pieces.id))
def test_every_shape_is_well_formed_and_uses_only_what_its_set_defines(pieces: art.PieceSet) -> None:
    for kind, shape in pieces.symbols.items():
        ElementTree.fromstring(f"<g>{shape}</g>")
        assert pieces.definitions_of(kind) <= pieces.definitions.keys()
    for definition in pieces.definitions.values():
        ElementTree.fromstring(definition)


@pytest.mark.parametrize("pieces", SETS, ids=lambda pieces: str(pieces.id))
def test_no_shape_needs_a_font_or_another_file(pieces: art.PieceSet) -> None:
    markup = "".join([*pieces.symbols.values(), *pieces.definitions.values()])
    assert not re.search(r"<text|<image|href=|font-family", markup)


def test_every_piece_of_the_catalogue_is_drawn() -> None:
    kinds = [set(art.kinds_of(group)) for group in art.PIECE_SETS]
    for game in GAMES:
        assert any({piece.id for piece in game.info.pieces} <= known for known in kinds)


def test_every_theme_has_the_same_colours() -> None:
    themes = art.themes()
    assert art.USUAL_THEME in themes
    assert len(themes) >= 3
    assert len({frozenset(colours) for colours in themes.values()}) == 1
    assert {"board-frame", "field", "lake", "hint-latest", "mark"} <= themes[art.USUAL_THEME].keys()


def test_there_are_outlines_for_the_names_of_squares() -> None:
    assert set("0123456789abcdefghijklmnopqrstuvwxyz") <= art.letters().glyphs.keys()


def test_the_committed_module_for_the_browser_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == source(), "Run `make wire`."
