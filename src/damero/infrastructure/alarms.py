"""Wakes the server for each match whose flag is about to fall: a heap and one task, however many clocks run."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from damero.application.ports import ServerClock

log = logging.getLogger(__name__)


class HeapAlarms:
    """Outdated entries stay in the heap until they come up; `_due` says which are still meant."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._due)

    def due_within(self, milliseconds: int) -> bool:
        """Whether some clock may run out so soon."""
        return bool(self._due) and self._heap[0][0] <= self._clock.now() + milliseconds

    def set(self, match_id: str, at: int | None) -> None:
        if at is None:
            self._due.pop(match_id, None)
            return
        self._due[match_id] = at
        heapq.heappush(self._heap, (at, match_id))
        if self._heap[0] == (at, match_id):
            self._changed.set()
        if len(self._heap) > 64 + 4 * len(self._due):
            self._sweep()

    async def run(self, ring: Callable[[str], Awaitable[None]]) -> None:
        """Rings for every alarm in time, until cancelled."""
        async with asyncio.TaskGroup() as ringing:
            while True:
                for match_id in self._ripe():
                    ringing.create_task(_ring(ring, match_id))
                await self._sleep()

    def _ripe(self) -> list[str]:
        now, ripe = self._clock.now(), []
        while self._heap and self._heap[0][0] <= now:
            at, match_id = heapq.heappop(self._heap)
            if self._due.get(match_id) == at:
                del self._due[match_id]
                ripe.append(match_id)
        return ripe

    async def _sleep(self) -> None:
        self._changed.clear()
        wait = None if not self._heap else max(0, self._heap[0][0] - self._clock.now()) / 1000
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._changed.wait()

    def _sweep(self) -> None:
        self._heap = [(at, match_id) for match_id, at in self._due.items()]
        heapq.heapify(self._heap)


async def _ring(ring: Callable[[str], Awaitable[None]], match_id: str) -> None:
    """One alarm that fails must not silence the others."""
    try:
        await ring(match_id)
    except Exception:
        log.exception("The alarm of %s failed", match_id)
