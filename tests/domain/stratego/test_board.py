"""US-201: the board, its lakes, neighbours and set-up zones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.domain.stratego.positions import board_with, red

from damero.domain.stratego import Board, PlayerSide, Position, Rank
from damero.domain.stratego.board import INDEX, NAMES, NEIGHBOURS, SQUARES, paths

PLACES = st.builds(Position, st.integers(0, 9), st.integers(0, 9))


def test_us_201_ac_01_exactly_eight_squares_are_lakes() -> None:
    board = Board.create_empty()
    lakes = {place for place in SQUARES if board.is_lake(place)}
    assert lakes == {(4, 2), (4, 3), (5, 2), (5, 3), (4, 6), (4, 7), (5, 6), (5, 7)}


def test_us_201_ac_02_a_square_inside_has_four_neighbours_lakes_included() -> None:
    near = Board.create_empty().neighbours(Position(5, 5))
    assert len(near) == 4
    assert set(near) == {(4, 5), (6, 5), (5, 4), (5, 6)}


def test_us_201_ac_03_a_corner_has_two_neighbours() -> None:
    near = Board.create_empty().neighbours(Position(0, 0))
    assert len(near) == 2
    assert set(near) == {(1, 0), (0, 1)}


def test_us_201_ac_04_row_7_is_in_reds_zone() -> None:
    assert Board.create_empty().is_in_setup_zone(Position(7, 3), PlayerSide.RED) is True


def test_us_201_ac_05_row_4_is_not_in_reds_zone() -> None:
    assert Board.create_empty().is_in_setup_zone(Position(4, 3), PlayerSide.RED) is False


def test_us_201_example() -> None:
    board = Board.create_empty()
    assert board.is_lake(Position(4, 2)) is True
    assert board.is_lake(Position(4, 4)) is False
    assert len(board.neighbours(Position(0, 0))) == 2


@pytest.mark.parametrize("place", [(0, 0), (0, 9), (9, 0), (9, 9)])
def test_every_corner_has_two_neighbours(place: tuple[int, int]) -> None:
    assert len(Board.create_empty().neighbours(Position(*place))) == 2


@pytest.mark.parametrize("place", [(0, 4), (9, 4), (4, 0), (4, 9)])
def test_every_edge_square_has_three_neighbours(place: tuple[int, int]) -> None:
    assert len(Board.create_empty().neighbours(Position(*place))) == 3


@pytest.mark.parametrize("side", list(PlayerSide))
def test_a_zone_is_the_four_rows_at_the_own_edge(side: PlayerSide) -> None:
    board = Board.create_empty()
    rows = {place.row for place in SQUARES if board.is_in_setup_zone(place, side)}
    assert rows == ({6, 7, 8, 9} if side is PlayerSide.RED else {0, 1, 2, 3})
    assert sum(board.is_in_setup_zone(place, side) for place in SQUARES) == 40


def test_a_place_off_the_board_is_in_no_zone_and_empty() -> None:
    board = Board.create_empty()
    assert not board.is_in_setup_zone(Position(10, 0), PlayerSide.RED)
    assert not board.is_in_setup_zone(Position(-1, 0), PlayerSide.BLUE)
    assert not board.is_in_setup_zone(Position(9, 10), PlayerSide.RED)
    assert board.piece_at(Position(-1, 0)) is None
    assert not board.is_lake(Position(-1, 3))


@given(PLACES)
def test_neighbours_are_mutual_and_one_step_away(place: Position) -> None:
    board = Board.create_empty()
    for near in board.neighbours(place):
        assert abs(near.row - place.row) + abs(near.col - place.col) == 1
        assert place in board.neighbours(near)


@given(PLACES, PLACES)
def test_placing_a_piece_changes_that_square_alone(place: Position, other: Position) -> None:
    scout = red(Rank.SCOUT)
    board = board_with({place: scout})
    assert board.piece_at(place) == scout
    assert other == place or board.piece_at(other) is None
    assert board.place(place, None) == Board.create_empty()


def test_names_run_from_a10_at_the_top_left_to_j1_at_the_bottom_right() -> None:
    assert (NAMES[0], NAMES[9], NAMES[90], NAMES[99]) == ("a10", "j10", "a1", "j1")
    assert Position(6, 4).name == "e4"
    assert Position(10, 4).name == "(10, 4)"
    assert len(INDEX) == 100


def test_rays_end_at_lakes_and_never_begin_in_one() -> None:
    lakes = Board.create_empty().rules.lakes
    for square, rays in enumerate(paths(lakes).rays):
        assert not (rays and SQUARES[square] in lakes)
        assert all(SQUARES[there] not in lakes for ray in rays for there in ray)
    assert paths(lakes).rays[INDEX["a6"]] == tuple(
        tuple(INDEX[name] for name in line.split()) for line in ("a7 a8 a9 a10", "a5 a4 a3 a2 a1", "b6")
    )


def test_steps_are_the_neighbours_without_the_lakes() -> None:
    lakes = Board.create_empty().rules.lakes
    for square, steps in enumerate(paths(lakes).steps):
        if SQUARES[square] not in lakes:
            assert set(steps) == {near for near in NEIGHBOURS[square] if SQUARES[near] not in lakes}
