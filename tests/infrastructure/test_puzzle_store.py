"""What every `PuzzleStore` must do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from tests.infrastructure.implementations import OpenStores, Stores

from damero.application.ports import Account, PuzzleStore, RunMode, Standing, StoredRun
from damero.application.rate_puzzle import rated
from damero.domain.puzzle import Goal, Proof, Puzzle

pytestmark = pytest.mark.asyncio

ANA = Account("ana", "Ana", None, 1_000)
BEN = Account("ben", "Ben", None, 2_000)
EASY = Puzzle("drafti", "easy", (("21-17",),), Goal.WIN, (), Proof(), 1_200)
HARD = replace(EASY, start="hard", rating=2_000)
RUN = StoredRun("drafti", RunMode.TIMED, HARD.id, 90_000, score=3, mistakes=1, seen=(EASY.id, HARD.id))
DAY = 24 * 60 * 60 * 1000
TRIES = 12


@pytest_asyncio.fixture
async def puzzles(stores: Stores) -> PuzzleStore:
    for player in (ANA, BEN):
        await stores.players.add_player(player)
    return stores.puzzles


async def test_who_has_solved_nothing_has_an_unrated_standing(puzzles: PuzzleStore) -> None:
    assert await puzzles.standing("ana", "drafti") == Standing()
    assert await puzzles.results("ana", "drafti") == {}
    assert await puzzles.run("ana") is None


async def test_the_first_try_of_a_puzzle_is_rated_and_stays(puzzles: PuzzleStore) -> None:
    assert await puzzles.add_result("ana", "drafti", EASY, solved=True, at=1)
    after = rated(Standing(), EASY, solved=True)
    assert await puzzles.standing("ana", "drafti") == after
    assert not await puzzles.add_result("ana", "drafti", EASY, solved=False, at=2)
    assert await puzzles.add_result("ana", "drafti", HARD, solved=False, at=3)
    assert await puzzles.results("ana", "drafti") == {EASY.id: True, HARD.id: False}
    assert await puzzles.standing("ana", "drafti") == rated(after, HARD, solved=False)
    assert await puzzles.standing("ana", "spanish") == await puzzles.standing("ben", "drafti") == Standing()


async def test_the_best_run_of_each_kind_is_kept_beside_the_rating(puzzles: PuzzleStore) -> None:
    await puzzles.add_result("ana", "drafti", EASY, solved=True, at=1)
    for mode, score in ((RunMode.STREAK, 5), (RunMode.TIMED, 9), (RunMode.STREAK, 3), (RunMode.TIMED, 11)):
        await puzzles.note_run("ana", "drafti", mode, score)
    expected = replace(rated(Standing(), EASY, solved=True), best_streak=5, best_timed=11)
    assert await puzzles.standing("ana", "drafti") == expected


async def test_tries_at_the_same_time_are_all_rated_and_none_takes_a_record_back(puzzles: PuzzleStore) -> None:
    tried = [replace(EASY, start=str(number)) for number in range(TRIES)]
    results = (puzzles.add_result("ana", "drafti", puzzle, solved=True, at=1) for puzzle in tried)
    runs = (puzzles.note_run("ana", "drafti", RunMode.STREAK, score) for score in range(TRIES))
    await asyncio.gather(*results, *runs)
    standing = Standing()
    for puzzle in tried:
        standing = rated(standing, puzzle, solved=True)
    assert await puzzles.standing("ana", "drafti") == replace(standing, best_streak=TRIES - 1)


async def test_one_try_that_comes_several_times_at_once_counts_once(puzzles: PuzzleStore) -> None:
    tries = (puzzles.add_result("ana", "drafti", EASY, solved=True, at=1) for _ in range(5))
    assert sorted(await asyncio.gather(*tries)) == [False] * 4 + [True]
    assert await puzzles.standing("ana", "drafti") == rated(Standing(), EASY, solved=True)


async def test_a_run_goes_on_after_a_restart_until_it_is_a_day_old(open_stores: OpenStores, tmp_path: Path) -> None:
    async with open_stores(tmp_path) as stores:
        for player in (ANA, BEN):
            await stores.players.add_player(player)
        await stores.puzzles.keep_run("ana", replace(RUN, score=2), 1)
        await stores.puzzles.keep_run("ana", RUN, 2)
    async with open_stores(tmp_path) as stores:
        assert await stores.puzzles.run("ana") == RUN
        await stores.puzzles.keep_run("ben", replace(RUN, ends=None), DAY + 2)
        assert await stores.puzzles.run("ana") == RUN
        await stores.puzzles.keep_run("ben", replace(RUN, ends=None), DAY + 3)
        assert await stores.puzzles.run("ana") is None
        assert await stores.puzzles.run("ben") == replace(RUN, ends=None)


async def test_what_a_player_reached_goes_with_the_player(stores: Stores, puzzles: PuzzleStore) -> None:
    await puzzles.add_result("ana", "drafti", EASY, solved=True, at=1)
    await puzzles.keep_run("ana", RUN, 1)
    await stores.players.delete_player("ana")
    assert await puzzles.results("ana", "drafti") == {}
    assert await puzzles.standing("ana", "drafti") == Standing()
    assert await puzzles.run("ana") is None
