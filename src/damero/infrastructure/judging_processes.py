"""Positions and records that players hand in are judged in a process of their own, within a budget.

Pure Python holds the interpreter's lock: in a thread of the server, a position with thousands of captures would slow
down everybody's moves.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import process_time
from typing import Any, TypeVar, cast

from damero.application.ports import JUDGING_BUDGET, BudgetExceeded, EngineFault
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.infrastructure.worker_loop import WorkerFunctions
from damero.infrastructure.worker_processes import WorkerProcesses
from damero.operating_system import interrupt_after, interrupt_now

Result = TypeVar("Result")
LARGE = 50_000
"""Bytes."""
PATIENCE = 10
"""A process that takes this many times the budget in real time is replaced."""


@dataclass(frozen=True, slots=True)
class Work:
    call: Callable[[], object]
    budget: int
    """Milliseconds of processor time."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the work returned, or why it has no result."""

    pickled: bytes
    refused: bool
    seconds: float
    """Of processor time."""


class GivenUp(BaseException):
    """Raised inside the work to end it. No handler of ordinary errors stops it."""


class Judging:
    """Work in progress. A timer of processor time ends it, or a stop from the other thread."""

    def __init__(self, work: Work, _limit: int) -> None:
        self._work, self._is_running, self._is_stopped = work, False, False

    def stop(self) -> None:
        self._is_stopped = True
        if self._is_running:
            interrupt_now()

    def run(self, tell: Callable[[Outcome], None]) -> None:
        start = process_time()
        result, refused = self._judged()
        tell(Outcome(pickle.dumps(result, pickle.HIGHEST_PROTOCOL), refused, process_time() - start))

    def _judged(self) -> tuple[object, bool]:
        try:
            interrupt_after(self._work.budget / 1000, self._give_up)
            self._is_running = True
            self._check_stopped()
            result = self._work.call()
            self._is_running = False
        except DameroError as refusal:
            return refusal, True
        except (GivenUp, MemoryError, RecursionError):
            return BudgetExceeded(), True
        finally:
            self._is_running = False
            interrupt_after(0, self._give_up)
        return result, False

    def _check_stopped(self) -> None:
        if self._is_stopped:
            raise GivenUp

    def _give_up(self) -> None:
        if self._is_running:
            self._is_running = False
            raise GivenUp


def warm_up() -> Iterator[Callable[[], object]]:
    """What the first work would otherwise wait for."""
    for game in catalogue.GAMES:
        yield partial(_list_moves, game.info.id)


def _list_moves(game_id: str) -> None:
    catalogue.game(game_id).initial().legal_moves()


FUNCTIONS: WorkerFunctions[Work, Outcome] = WorkerFunctions(Judging, warm_up)


class SupervisedJudging:
    """Implements the port `JudgingProcesses` by one process for positions, and one for what may take long.

    The latter starts when it is needed.
    """

    def __init__(self) -> None:
        self._quick, self._long = WorkerProcesses(FUNCTIONS), WorkerProcesses(FUNCTIONS)

    async def warm_up(self) -> None:
        await self._quick.warm_up()

    async def close(self) -> None:
        await asyncio.gather(self._quick.close(), self._long.close())

    async def run(self, work: Callable[[], Result], budget: int, charge: Callable[[float], None]) -> Result:
        outcomes: list[Outcome] = []
        processes = self._quick if budget <= JUDGING_BUDGET else self._long
        try:
            await processes.think(Work(work, budget), PATIENCE * budget, asyncio.Event(), outcomes.append)
        except EngineFault:
            charge(budget / 1000)
            raise
        (outcome,) = outcomes
        charge(outcome.seconds)
        found = await _unpickled(outcome.pickled)
        if outcome.refused:
            raise found
        return cast(Result, found)


async def _unpickled(content: bytes) -> Any:
    """What is large is read in a thread."""
    return pickle.loads(content) if len(content) < LARGE else await asyncio.to_thread(pickle.loads, content)
