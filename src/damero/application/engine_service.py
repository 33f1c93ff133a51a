"""Engines as a service: requests wait in a schedule until a worker is free, and are answered in time or not at all."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from functools import partial
from itertools import count
from typing import TypeAlias

from damero.application.engine_schedule import NEVER, SHORTEST, Request, Schedule
from damero.application.engine_statistics import EngineStatistics
from damero.application.ports import (
    AnalysePosition,
    ChooseArmy,
    ChooseMove,
    EngineFault,
    EngineLate,
    EngineShares,
    EngineWorkers,
    EstimateSecrets,
    Finding,
    Job,
    Requester,
    ReviewGame,
    ServerClock,
    ThinkingTime,
    WorkerLost,
)
from damero.domain.analysis import Analysis, Judgement, Odds
from damero.domain.game import Seat, View

ARMY = ThinkingTime(limit=5_000, too_late=20_000)
"""No clock runs while armies are placed, so a busy server may take its time."""
LOOK_AGAIN = 1_000
"""Milliseconds until waiting requests are looked at again, whatever happens: there may be more workers by then."""
MOST_LOSSES = 2
"""How often an analysis or a review goes on at another worker when its own is lost."""
ASK_FOR_PLACE_EVERY = 0.2
"""Seconds, while the player has as many thoughts as one may have, some of them at other servers."""
KINDS = {
    ChooseMove: "move",
    ChooseArmy: "army",
    AnalysePosition: "analysis",
    ReviewGame: "review",
    EstimateSecrets: "estimate",
}

Tell: TypeAlias = Callable[[Finding], None]


@dataclass(slots=True)
class Entry:
    """A request that waits or is being thought about."""

    request: Request
    kind: str
    granted: asyncio.Future[int]
    """The milliseconds that it may take."""
    began: int = 0
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    def left_of(self, limit: int) -> int:
        """What is left of a limit when the thought begins. An analysis has all of it."""
        request = self.request
        return limit if request.is_analysis else max(SHORTEST, min(limit, request.asked + request.limit - self.began))


class OneServer:
    """The shares where there are no other servers: the schedule sees to them alone."""

    async def take(self, _number: str, _requester: Requester, _give_way: Callable[[], None] | None) -> bool:
        return True

    def release(self, _number: str) -> None:
        pass


class EngineService:
    """Implements the port `Engines` over any kind of workers."""

    def __init__(
        self,
        workers: EngineWorkers,
        clock: ServerClock,
        statistics: EngineStatistics | None = None,
        shares: EngineShares | None = None,
    ) -> None:
        self.statistics = statistics or EngineStatistics()
        self._workers, self._clock, self._shares = workers, clock, shares or OneServer()
        self._placeless = 0
        """Requests that have a worker here and wait because of their player's thoughts at other servers."""
        self._schedule = Schedule(workers.capacity)
        self._entries: dict[int, Entry] = {}
        self._numbers = count(1)
        self._timer: asyncio.TimerHandle | None = None

    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        return await self._answer(ChooseMove(view, level), time, requester)

    async def place_army(self, game_id: str, version: int, seat: Seat, requester: Requester) -> str:
        return await self._answer(ChooseArmy(game_id, version, seat), ARMY, requester)

    async def analyse(self, view: View, lines: int, limit: int, requester: Requester) -> AsyncGenerator[Analysis, None]:
        deepest = -1
        async with aclosing(self._stream(lambda _told: AnalysePosition(view, lines), limit, requester)) as stream:
            async for found in stream:
                # An analysis that had to give way begins anew; what it said before is not said again.
                if isinstance(found, Analysis) and (found.depth > deepest or found.is_final):
                    deepest = found.depth
                    yield found

    async def review(self, game: ReviewGame, limit: int, requester: Requester) -> AsyncGenerator[Judgement, None]:
        async with aclosing(self._stream(lambda told: replaced(game, first=told), limit, requester)) as stream:
            async for found in stream:
                if isinstance(found, Judgement):
                    yield found

    async def estimate(self, view: View, limit: int, requester: Requester) -> tuple[Odds, ...]:
        found = {odds async for odds in self._stream(lambda _told: EstimateSecrets(view), limit, requester)}
        return tuple(sorted((odds for odds in found if isinstance(odds, Odds)), key=lambda odds: odds.squares))

    async def _answer(self, job: Job, time: ThinkingTime, requester: Requester) -> str:
        """Another worker takes over once from one that was lost, if there is time."""
        asked = self._clock.now()
        answers: list[Finding] = []
        request = Request(next(self._numbers), requester, asked, time.limit, asked + time.too_late)
        try:
            await self._think(request, job, answers.append)
        except WorkerLost:
            if self._clock.now() + SHORTEST > request.deadline:
                raise
            await self._think(request, job, answers.append)
        if not answers:
            raise EngineFault("An engine gave no answer.")
        return str(answers[-1])

    async def _think(self, request: Request, job: Job, tell: Tell) -> Entry:
        with self._entered(request, KINDS[type(job)]) as entry:
            limit = await entry.granted
            await self._in_time(request, self._think_at_place(entry, job, limit, tell))
            return entry

    async def _think_at_place(self, entry: Entry, job: Job, limit: int, tell: Tell) -> None:
        number = secrets.token_hex(12)
        try:
            has_place = await self._find_place(entry, number)
            entry.began = self._clock.now()
            if has_place:
                await self._charged(entry, self._workers.think(job, entry.left_of(limit), entry.stop, tell))
        finally:
            self._shares.release(number)

    async def _find_place(self, entry: Entry, number: str) -> bool:
        """Waits until the player may have one more thought; whether it is still wanted then."""
        request = entry.request
        give_way = partial(self._shorten, entry) if request.is_analysis else None
        while not await self._shares.take(number, request.requester, give_way):
            await self._wait_for_place(entry)
            if request.is_analysis and entry.stop.is_set():
                return False
        return True

    async def _wait_for_place(self, entry: Entry) -> None:
        """Others think meanwhile."""
        self._placeless += 1
        self._dispatch()
        try:
            async with asyncio.timeout(ASK_FOR_PLACE_EVERY):
                await (entry.stop if entry.request.is_analysis else asyncio.Event()).wait()
        except TimeoutError:
            return
        finally:
            self._placeless -= 1

    async def _charged(self, entry: Entry, thinking: Coroutine[None, None, None]) -> None:
        """Counts a thought, and its time."""
        request = entry.request
        if not request.is_analysis:
            self.statistics.waits.note((entry.began - request.asked) / 1000)
        try:
            await thinking
        finally:
            if request.requester.charge is not None:
                request.requester.charge((self._clock.now() - entry.began) / 1000)
        self.statistics.thoughts[entry.kind] += 1

    async def _in_time(self, request: Request, thinking: Coroutine[None, None, None]) -> None:
        """Gives up at the deadline, if there is one."""
        left = None if request.deadline == NEVER else (request.deadline - self._clock.now()) / 1000
        try:
            async with asyncio.timeout(left):
                await thinking
        except TimeoutError as error:
            raise EngineLate("An engine did not answer in time.") from error

    @contextmanager
    def _entered(self, request: Request, kind: str) -> Iterator[Entry]:
        """In the schedule while the context lasts."""
        entry = Entry(request, kind, asyncio.get_running_loop().create_future())
        self._entries[request.number] = entry
        self._schedule.add(request)
        self._dispatch()
        try:
            yield entry
        finally:
            del self._entries[request.number]
            self._schedule.remove(request)
            self._dispatch()

    def _dispatch(self) -> None:
        """Gives free workers to requests, ends thoughts that others wait for, and refuses what is late."""
        now, self._schedule.workers = self._clock.now(), self._workers.capacity + self._placeless
        for request in self._schedule.late(now):
            self._refuse(self._entries[request.number])
        while (grant := self._schedule.next(now)) is not None:
            granted = self._entries[grant.request.number].granted
            if not granted.done():
                granted.set_result(grant.limit)
        for request in self._schedule.to_stop(now):
            self._shorten(self._entries[request.number])
        self.statistics.waiting, self.statistics.running = self._schedule.waiting, self._schedule.running
        wake_at = self._schedule.wake_at(now)
        self._look_again_at(None if wake_at is None else min(wake_at, now + LOOK_AGAIN), now)

    def _refuse(self, entry: Entry) -> None:
        if not entry.granted.done():
            entry.granted.set_exception(EngineLate("No engine was free in time."))

    def _shorten(self, entry: Entry) -> None:
        if not entry.stop.is_set():
            self.statistics.shortened[entry.kind] += 1
            entry.stop.set()

    def _look_again_at(self, at: int | None, now: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        delay = None if at is None else max(1, at - now) / 1000
        self._timer = None if delay is None else asyncio.get_running_loop().call_later(delay, self._dispatch)

    async def _stream(
        self, job_after: Callable[[int], Job], limit: int, requester: Requester
    ) -> AsyncGenerator[Finding, None]:
        """What is found, until the limit is used up or there is no more. Play may interrupt it at any time."""
        findings: asyncio.Queue[Finding | None] = asyncio.Queue()
        thinking = asyncio.create_task(self._think_in_turns(job_after, limit, requester, findings))
        thinking.add_done_callback(lambda _done: findings.put_nowait(None))
        try:
            while (found := await findings.get()) is not None:
                yield found
            await thinking
        finally:
            thinking.cancel()
            await asyncio.gather(thinking, return_exceptions=True)

    async def _think_in_turns(
        self, job_after: Callable[[int], Job], limit: int, requester: Requester, findings: asyncio.Queue[Finding | None]
    ) -> None:
        """Thinks, gives way to others and goes on, until the whole limit is used."""
        told = losses = 0

        def tell(found: Finding) -> None:
            nonlocal told
            told += 1
            findings.put_nowait(found)

        while limit > 0:
            request = Request(next(self._numbers), requester, self._clock.now(), limit, NEVER, is_analysis=True)
            try:
                entry = await self._think(request, job_after(told), tell)
            except WorkerLost:
                losses += 1
                if losses > MOST_LOSSES:
                    raise
                continue
            if not entry.stop.is_set():
                return
            limit -= max(1, self._clock.now() - entry.began)
