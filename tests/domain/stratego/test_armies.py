"""Armies by squares and kinds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import BARRAGE_GAME, EVERY_GAME, STRATEGO_GAME
from tests.random_play import shuffle_by

from damero.domain.errors import BadPosition
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.setup import fill

EMPTY = "/".join(["A" * 10] * 4)


def test_the_zones_of_both_seats_are_the_squares_nearest_to_them() -> None:
    red, blue = STRATEGO_GAME.zone("red"), STRATEGO_GAME.zone("blue")
    assert {int(name[1:]) for name in red} == {1, 2, 3, 4}
    assert {int(name[1:]) for name in blue} == {7, 8, 9, 10}
    assert len(set(red)) == len(set(blue)) == 40


@pytest.mark.parametrize("game", EVERY_GAME)
@given(seed=st.integers(0, 1000), seat=st.sampled_from(("red", "blue")))
def test_an_army_by_squares_and_its_text_are_the_same(game: StrategoGame, seed: int, seat: str) -> None:
    text = fill(game.rules, EMPTY, shuffle_by(seed))
    pieces = game.read_army(seat, text)
    assert len(pieces) == game.rules.army_size
    assert set(pieces) <= set(game.zone(seat))
    assert all(kind.startswith(f"{seat}-") for kind in pieces.values())
    assert game.write_army(seat, pieces) == text


def test_pieces_on_squares_stand_there_in_the_game() -> None:
    text = BARRAGE_GAME.library[0].army
    shown = BARRAGE_GAME.place({"red": text, "blue": text}).view("blue").pieces
    own = {piece.square: piece.kind for piece in shown if piece.kind != "red-unknown"}
    assert own == BARRAGE_GAME.read_army("blue", text)


@pytest.mark.parametrize(
    ("pieces", "code", "squares"),
    [
        ({"a5": "red-scout"}, "OUTSIDE_ZONE", ("a5",)),
        ({"a1": "red-scout", "z9": "red-flag"}, "OUTSIDE_ZONE", ("z9",)),
        ({"a1": "blue-scout"}, "NO_SUCH_PIECE", ("a1",)),
        ({"a1": "red-unknown"}, "NO_SUCH_PIECE", ("a1",)),
    ],
)
def test_a_piece_that_cannot_stand_there_is_refused(
    pieces: dict[str, str], code: str, squares: tuple[str, ...]
) -> None:
    with pytest.raises(BadPosition) as refused:
        STRATEGO_GAME.write_army("red", pieces)
    assert (refused.value.code, refused.value.squares) == (code, squares)


def test_an_unfinished_army_has_a_text_but_is_not_accepted() -> None:
    text = STRATEGO_GAME.write_army("red", {"a1": "red-flag"})
    assert text == "AAAAAAAAAA/AAAAAAAAAA/AAAAAAAAAA/MAAAAAAAAA"
    with pytest.raises(BadPosition, match="An army has"):
        STRATEGO_GAME.check_army("red", text)
