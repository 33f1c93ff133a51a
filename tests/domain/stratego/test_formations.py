"""The ready-made armies: right, different, and sound."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.domain.stratego.positions import BARRAGE_GAME, EVERY_GAME, FEDERATION_GAME, STRATEGO_GAME

from damero.domain.stratego import Formation, Rank, StrategoGame
from damero.domain.stratego.formations import LIBRARY
from damero.domain.stratego.setup import read_army

FULL = STRATEGO_GAME.library
LANES = (0, 1, 4, 5, 8, 9)
"""The files that do not end at a lake."""
OFFICERS = {Rank.CAPTAIN, Rank.MAJOR, Rank.COLONEL, Rank.GENERAL, Rank.MARSHAL}


def rows_of(game: StrategoGame, formation: Formation) -> list[list[Rank | None]]:
    """The ranks from the front row to the back row."""
    ranks = read_army(game.rules, formation.army)
    return [list(ranks[start : start + 10]) for start in range(0, 40, 10)]


def placed(game: StrategoGame, formation: Formation) -> Iterator[tuple[int, int, Rank]]:
    for row, ranks in enumerate(rows_of(game, formation)):
        for column, rank in enumerate(ranks):
            if rank is not None:
                yield row, column, rank


def beside_the_flag(game: StrategoGame, formation: Formation) -> list[Rank | None]:
    rows = rows_of(game, formation)
    row, column = next((row, column) for row, column, rank in placed(game, formation) if rank is Rank.FLAG)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [rows[down][right] for down, right in around if 0 <= down < 4 and 0 <= right < 10]


def test_there_are_enough_formations_for_every_game() -> None:
    assert len(STRATEGO_GAME.library) >= 12
    assert FEDERATION_GAME.library == STRATEGO_GAME.library
    assert len(BARRAGE_GAME.library) >= 6
    assert {*STRATEGO_GAME.library, *BARRAGE_GAME.library} == set(LIBRARY)


def test_names_armies_and_ideas_are_all_different_also_from_mirror_images() -> None:
    assert len({formation.name for formation in LIBRARY}) == len(LIBRARY)
    assert len({formation.idea for formation in LIBRARY}) == len(LIBRARY)
    images = [
        frozenset((formation.army, "/".join(row[::-1] for row in formation.army.split("/")))) for formation in LIBRARY
    ]
    assert len(set(images)) == len(LIBRARY)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_formation_is_a_right_army_for_both_seats_and_can_move(game: StrategoGame) -> None:
    for seat in game.info.seats:
        for army in game.formations(seat).values():
            game.check_army(seat, army)
            assert game.place(dict.fromkeys(game.info.seats, army)).outcome is None
    assert list(game.formations("red")) == [formation.name for formation in game.library]


@pytest.mark.parametrize("formation", FULL, ids=lambda formation: formation.name)
def test_the_flag_is_on_the_back_row_behind_bombs_or_officers(formation: Formation) -> None:
    assert Rank.FLAG in rows_of(STRATEGO_GAME, formation)[3]
    guards = beside_the_flag(STRATEGO_GAME, formation)
    assert all(guard is Rank.BOMB for guard in guards) or all(guard in OFFICERS for guard in guards)


@pytest.mark.parametrize("formation", FULL, ids=lambda formation: formation.name)
def test_the_lanes_are_open_for_attack(formation: Formation) -> None:
    front = rows_of(STRATEGO_GAME, formation)[0]
    movers = [column for column in LANES if (rank := front[column]) is not None and rank.is_movable]
    assert len(movers) >= 4
    assert any(column in movers for column in (4, 5))


@pytest.mark.parametrize("formation", FULL, ids=lambda formation: formation.name)
def test_the_spy_is_near_a_commander(formation: Formation) -> None:
    """Within three steps of the marshal or the general, to answer for the enemy's marshal."""
    where = {rank: (row, column) for row, column, rank in placed(STRATEGO_GAME, formation)}
    spy = where[Rank.SPY]
    assert spy[0] > 0
    assert (
        min(abs(spy[0] - row) + abs(spy[1] - column) for row, column in (where[Rank.MARSHAL], where[Rank.GENERAL])) <= 3
    )


@pytest.mark.parametrize("formation", FULL, ids=lambda formation: formation.name)
def test_miners_are_kept_for_the_ending_and_scouts_stand_ready(formation: Formation) -> None:
    ranks = list(placed(STRATEGO_GAME, formation))
    assert sum(row >= 2 for row, _, rank in ranks if rank is Rank.MINER) >= 4
    assert sum(row <= 1 for row, _, rank in ranks if rank is Rank.SCOUT) >= 4


@pytest.mark.parametrize("formation", FULL, ids=lambda formation: formation.name)
def test_no_mover_is_walled_in_by_bombs_for_good(formation: Formation) -> None:
    """Every mover but a deliberate decoy can reach the front row when its own side makes room."""
    rows = rows_of(STRATEGO_GAME, formation)
    reached = [(0, column) for column in range(10) if _can_move(rows, 0, column)]
    for row, column in reached:
        for down, right in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if 0 <= down < 4 and 0 <= right < 10 and (down, right) not in reached and _can_move(rows, down, right):
                reached.append((down, right))
    movers = [(row, column) for row, column, rank in placed(STRATEGO_GAME, formation) if rank.is_movable]
    assert len(set(movers) - set(reached)) <= 1


def _can_move(rows: list[list[Rank | None]], row: int, column: int) -> bool:
    rank = rows[row][column]
    return rank is not None and rank.is_movable


@pytest.mark.parametrize("formation", BARRAGE_GAME.library, ids=lambda formation: formation.name)
def test_in_barrage_every_way_to_the_flag_is_guarded(formation: Formation) -> None:
    assert Rank.FLAG in rows_of(BARRAGE_GAME, formation)[3]
    guards = beside_the_flag(BARRAGE_GAME, formation)
    assert None not in guards
    assert Rank.SPY not in guards
