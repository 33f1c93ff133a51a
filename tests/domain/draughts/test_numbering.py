"""The federations' own numbers of the squares: in texts only, never on the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.domain.draughts.boards import RULES, any_position

from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame, position
from damero.domain.draughts.board import geometry
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import RETIRED_VARIANTS, VARIANTS
from damero.domain.errors import BadText, IllegalMove


def places(game_id: str, version: int | None = None) -> dict[str, tuple[int, int]]:
    return {square.name: (square.row, square.column) for square in game(game_id, version).info.board.squares}


def test_italian_squares_are_numbered_from_the_top_left_of_the_mirrored_board() -> None:
    assert [places("italian")[name] for name in ("1", "4", "5", "29", "32")] == [(0, 7), (0, 1), (1, 6), (7, 6), (7, 0)]


def test_spanish_squares_are_numbered_from_whites_bottom_right_of_the_mirrored_board() -> None:
    numbered = places("spanish-federation")
    assert [numbered[name] for name in ("1", "4", "5", "29", "32")] == [(7, 0), (7, 6), (6, 1), (0, 1), (0, 7)]
    assert game("spanish-federation").initial().text == (
        "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"
    )


@pytest.mark.parametrize("game_id", ["italian", "spanish-federation"])
def test_the_first_version_is_numbered_like_other_boards(game_id: str) -> None:
    assert places(game_id, 1) == places("spanish")


@pytest.mark.parametrize("rules", [*VARIANTS, *RETIRED_VARIANTS], ids=lambda rules: f"{rules.id}-{rules.version}")
def test_every_square_has_one_number_and_keeps_its_place(rules: Rules) -> None:
    numbering, squares = numbering_of(rules), geometry(rules.size).squares
    assert sorted(map(numbering.number, squares)) == list(squares)
    assert all(numbering.square(numbering.number(square)) == square for square in squares)
    named = {(one.row, one.column) for one in DraughtsGame(rules).info.board.squares}
    assert named == set(geometry(rules.size).places[1:])


@given(any_position())
def test_positions_and_moves_are_read_back_as_they_are_written(start: Position) -> None:
    again = position.read_position(start.rules, start.text)
    assert again == start
    for move in start.legal_moves():
        assert start.read_move(str(move)) == move
        assert start.find(move.squares) == move


def test_both_versions_of_a_game_have_the_same_moves_under_their_own_numbers() -> None:
    new, old = game("italian").initial().play("21-17"), game("italian", 1).initial().play("24-20")
    assert isinstance(new, Position)
    assert isinstance(old, Position)
    assert new.board == old.board
    assert new.legal_moves() == old.legal_moves()
    assert new.text.startswith("B:W17,22,")
    assert old.text.startswith("B:W20,21,")


def test_a_refusal_names_the_squares_as_the_players_do() -> None:
    start = position.read_position(RULES["spanish-federation"], "W:W6,9:B13,14")
    with pytest.raises(IllegalMove) as refused:
        start.play("6-10")
    assert refused.value.squares == ("9", "13")
    assert "9 takes 13" in refused.value.sentence
    with pytest.raises(BadText, match="column 6"):
        position.read_position(RULES["spanish-federation"], "W:W1,32:B20")
