"""Work that takes long, in a few threads beside the event loop. What cannot start soon is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial
from time import thread_time
from typing import Generic, TypeVar

from damero.application.ports import StoreUnavailable

Result = TypeVar("Result")

charge: ContextVar[Callable[[float], None]] = ContextVar("charge", default=lambda _seconds: None)
"""Told how many seconds of processor time each piece of work took. Set by whoever asks for the work."""


class ServerBusy(StoreUnavailable):
    """Too much work is waiting: try again after `wait` milliseconds."""

    def __init__(self, wait: int = 2_000) -> None:
        super().__init__("Too much work is waiting.")
        self.wait = wait


class WorkQueue:
    """Runs at most `threads` pieces of work at once. At most `waiting` more wait; `ServerBusy` refuses the rest."""

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = asyncio.Semaphore(threads)
        self._most_waiting = waiting
        self.waiting = 0

    async def run(self, work: Callable[[], Result]) -> Result:
        """Runs work in a thread. Work whose caller is cancelled before it starts is never done."""
        await self._enter()
        timed = Timed(work)
        running = asyncio.get_running_loop().run_in_executor(self._executor, timed)
        running.add_done_callback(partial(self._leave, charge.get(), timed))
        return await asyncio.shield(running)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place in the queue for work that runs elsewhere."""
        await self._enter()
        try:
            yield
        finally:
            self._free.release()

    async def in_place(self, work: Callable[[], Result]) -> Result:
        """Runs work in a thread for whoever has a place."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def _enter(self) -> None:
        if self._free.locked() and self.waiting >= self._most_waiting:
            raise ServerBusy
        self.waiting += 1
        try:
            await self._free.acquire()
        finally:
            self.waiting -= 1

    def _leave(self, pay: Callable[[float], None], timed: Timed[Result], done: asyncio.Future[Result]) -> None:
        """The thread is free only now, even if its caller has gone; a failure that nobody waits for is not logged."""
        self._free.release()
        pay(timed.seconds)
        if not done.cancelled():
            done.exception()


class Timed(Generic[Result]):
    """Work that knows how much processor time it took."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self.seconds = 0.0

    def __call__(self) -> Result:
        start = thread_time()
        try:
            return self._work()
        finally:
            self.seconds = thread_time() - start
