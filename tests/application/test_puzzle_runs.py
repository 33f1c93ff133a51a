from __future__ import annotations

from dataclasses import replace

import pytest

from damero.application.enter_as_guest import enter_as_guest
from damero.application.ports import RunMode
from damero.application.puzzle_runs import PuzzleRun, begin_run, try_in_run
from damero.application.services import Services

pytestmark = pytest.mark.asyncio
GAME = "english"


async def test_an_endless_streak_keeps_each_puzzle_once_and_then_begins_anew(services: Services) -> None:
    account = (await enter_as_guest(services)).player
    run = await begin_run(services, account, GAME, RunMode.STREAK)
    every = tuple(puzzle.id for puzzle in services.puzzles.puzzles(GAME))
    await services.puzzle_results.keep_run(account.id, replace(run.stored, seen=every), services.clock.wall())
    after, _ = await try_in_run(services, account, _solution(run))
    assert after.stored.seen == (after.puzzle.id,)
    later, _ = await try_in_run(services, account, _solution(after))
    assert later.stored.seen == (after.puzzle.id, later.puzzle.id)
    assert later.stored.score == 2


def _solution(run: PuzzleRun) -> list[str]:
    return [step[0] for step in run.puzzle.solution[::2]]
