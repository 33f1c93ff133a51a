"""What every store of opening moves must do."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.infrastructure.implementations import Stores

from damero.application.ports import CountedGame, MoveCount, OpeningStore, WhichGames

pytestmark = pytest.mark.asyncio
LARGEST, SMALLEST = 2**63 - 1, -(2**63)
GAME = CountedGame("one", "drafti", ((LARGEST, "21-17"), (SMALLEST, "9-13")), 0, engines=False, level=0, month=202611)
ALL = WhichGames()


@pytest.fixture
def openings(stores: Stores) -> OpeningStore:
    return stores.openings


async def test_games_are_counted_by_position_and_move(openings: OpeningStore) -> None:
    drawn = replace(GAME, match_id="two", winner=None)
    other = replace(GAME, match_id="three", moves=((LARGEST, "22-18"),), winner=1)
    for game in (GAME, drawn, other):
        assert await openings.add_game(game)
    assert await openings.moves("drafti", LARGEST, ALL) == (MoveCount("21-17", 1, 1, 0), MoveCount("22-18", 0, 0, 1))
    assert await openings.moves("drafti", SMALLEST, ALL) == (MoveCount("9-13", 1, 1, 0),)
    assert await openings.moves("drafti", 0, ALL) == await openings.moves("spanish", LARGEST, ALL) == ()


async def test_a_game_is_counted_once_even_if_several_try(openings: OpeningStore) -> None:
    assert sorted(await asyncio.gather(*(openings.add_game(GAME) for _ in range(4)))) == [False, False, False, True]
    assert await openings.moves("drafti", LARGEST, ALL) == (MoveCount("21-17", 1, 0, 0),)


async def test_games_are_chosen_by_players_level_and_month(openings: OpeningStore) -> None:
    for level in (2, 5):
        await openings.add_game(
            replace(GAME, match_id=f"level {level}", engines=True, level=level, month=202600 + level)
        )
    for which, counted in (
        (ALL, 0),
        (WhichGames(engines=True), 2),
        (WhichGames(engines=True, level=3), 1),
        (WhichGames(engines=True, since=202603), 1),
        (WhichGames(engines=True, until=202602), 1),
        (WhichGames(engines=True, since=202603, until=202604), 0),
    ):
        assert sum(one.first for one in await openings.moves("drafti", LARGEST, which)) == counted
