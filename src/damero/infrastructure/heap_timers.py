"""Timers for the matches whose clocks run: one heap and one task, however many there are."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from damero.application.ports import ServerClock

log = logging.getLogger(__name__)


class HeapTimers:
    """Replaced and cancelled entries stay in the heap until they come up; `_due` tells which are still valid."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._new_first = asyncio.Event()

    def __len__(self) -> int:
        return len(self._due)

    def due_within(self, milliseconds: int) -> bool:
        """Whether a timer may expire within this time."""
        return bool(self._due) and self._heap[0][0] <= self._clock.now() + milliseconds

    def set(self, match_id: str, at: int | None) -> None:
        if at is None:
            self._due.pop(match_id, None)
            return
        self._due[match_id] = at
        heapq.heappush(self._heap, (at, match_id))
        if self._heap[0] == (at, match_id):
            self._new_first.set()
        if len(self._heap) > 64 + 4 * len(self._due):
            self._drop_invalid_entries()

    async def run(self, on_expiry: Callable[[str], Awaitable[None]]) -> None:
        """Calls `on_expiry` with the match of every timer that expires, until cancelled."""
        async with asyncio.TaskGroup() as calls:
            while True:
                for match_id in self._pop_expired():
                    calls.create_task(_call(on_expiry, match_id))
                await self._wait_for_next()

    def _pop_expired(self) -> list[str]:
        now, expired = self._clock.now(), []
        while self._heap and self._heap[0][0] <= now:
            at, match_id = heapq.heappop(self._heap)
            if self._due.get(match_id) == at:
                del self._due[match_id]
                expired.append(match_id)
        return expired

    async def _wait_for_next(self) -> None:
        self._new_first.clear()
        seconds = None if not self._heap else max(0, self._heap[0][0] - self._clock.now()) / 1000
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._new_first.wait()

    def _drop_invalid_entries(self) -> None:
        self._heap = [(at, match_id) for match_id, at in self._due.items()]
        heapq.heapify(self._heap)


async def _call(on_expiry: Callable[[str], Awaitable[None]], match_id: str) -> None:
    """A call that fails must not stop the others."""
    try:
        await on_expiry(match_id)
    except Exception:
        log.exception("The timer of match %s failed", match_id)
