from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
import pytest_asyncio

from damero.application.ports import JUDGING_BUDGET, BudgetExceeded, EngineFault, WorkerLost
from damero.domain.errors import BadPosition, BadText, DameroError, UnknownGame
from damero.infrastructure import judging_processes
from damero.infrastructure.judging_processes import SupervisedJudging

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def judging() -> AsyncIterator[SupervisedJudging]:
    opened = SupervisedJudging()
    try:
        yield opened
    finally:
        await opened.close()


def refuse(error: DameroError) -> None:
    raise error


def compute_for_ever() -> None:
    while True:
        try:
            sum(range(1000))
        except Exception:
            continue


def take_memory() -> int:
    return len(bytearray(8 << 30))


def fail() -> None:
    raise ValueError("a mistake in the program")


class Charged:
    seconds = 0.0

    def __call__(self, seconds: float) -> None:
        self.seconds += seconds


async def test_work_is_done_in_another_process_and_charged(judging: SupervisedJudging) -> None:
    charged = Charged()
    assert await judging.run(os.getpid, 10_000, charged) != os.getpid()
    assert await judging.run(partial(str, b"x" * 200_000, "ascii"), 10_000, charged) == "x" * 200_000
    assert charged.seconds > 0


@pytest.mark.parametrize(
    "refusal",
    [
        BadPosition("position.too_many_routes", code="TOO_MANY_ROUTES", most=3, squares=("4",)),
        BadText("record.not_one_game", line=3, column=4, code="NOT_ONE_GAME", games=2),
        UnknownGame("game.unknown", suggestions=("drafti",), game="draft"),
    ],
)
async def test_a_refusal_comes_back_whole(judging: SupervisedJudging, refusal: DameroError) -> None:
    with pytest.raises(type(refusal)) as caught:
        await judging.run(partial(refuse, refusal), 10_000, Charged())
    assert vars(caught.value) == vars(refusal)


@pytest.mark.parametrize("work", [compute_for_ever, take_memory])
async def test_work_beyond_its_budget_is_refused_and_its_process_goes_on(
    judging: SupervisedJudging,
    work: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(judging_processes, "PATIENCE", 1_000)  # on a busy machine its processor time comes late
    process = await judging.run(os.getpid, 1_000, Charged())
    with pytest.raises(BudgetExceeded):
        await judging.run(work, 100, Charged())
    assert await judging.run(os.getpid, 1_000, Charged()) == process


async def test_work_that_nobody_waits_for_is_given_up(judging: SupervisedJudging) -> None:
    process = await judging.run(os.getpid, 10_000, Charged())
    waiting = asyncio.create_task(judging.run(compute_for_ever, 600_000, Charged()))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert await judging.run(os.getpid, 10_000, Charged()) == process


async def test_a_process_that_dies_is_charged_for_and_replaced_and_a_mistake_is_no_refusal(
    judging: SupervisedJudging,
) -> None:
    process, charged = await judging.run(os.getpid, 1_000, Charged()), Charged()
    with pytest.raises(WorkerLost):
        await judging.run(partial(os._exit, 1), 2_000, charged)
    assert charged.seconds == 2
    assert await judging.run(os.getpid, 1_000, Charged()) != process
    with pytest.raises(EngineFault, match="a mistake in the program"):
        await judging.run(fail, 2_000, charged)


async def test_what_may_take_long_keeps_no_position_waiting(judging: SupervisedJudging) -> None:
    waiting = asyncio.create_task(judging.run(compute_for_ever, 600_000, Charged()))
    await asyncio.sleep(0)
    assert await judging.run(os.getpid, JUDGING_BUDGET, Charged()) != os.getpid()
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
