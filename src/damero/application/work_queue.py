"""Work that takes long, in a few threads beside the event loop. What cannot start soon is refused."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from damero.application.ports import StoreUnavailable

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever asks for work, under a name that all requests of one sender share."""

    name: str
    charge: Callable[[float], None]
    """Told how many seconds of processor time each piece of work took."""


sender: ContextVar[Sender | None] = ContextVar("sender", default=None)
"""Set for each request; None for what the server does by itself."""


class ServerBusy(StoreUnavailable):
    """Too much work is waiting: try again after `wait` milliseconds."""

    def __init__(self, wait: int = 2_000) -> None:
        super().__init__("Too much work is waiting.")
        self.wait = wait


class WorkQueue:
    """Runs at most `threads` pieces of work at once, and one at a time for each sender.

    At most `waiting` more wait, half of them of one sender; `ServerBusy` refuses the rest.
    """

    def __init__(self, name: str, *, threads: int, waiting: int) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = asyncio.Semaphore(threads)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """For each sender with work in the queue: held by the piece that has a thread, or is the next to get one."""
        self._most_waiting = waiting
        self._waiting: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        return self._waiting.total()

    async def run(self, work: Callable[[], Result]) -> Result:
        """Runs work in a thread. Work whose caller is cancelled before it starts is never done."""
        turn = await self._enter()
        timed = Timed(work, sender.get())
        running = asyncio.get_running_loop().run_in_executor(self._executor, timed)
        running.add_done_callback(partial(self._done, turn, timed))
        return await asyncio.shield(running)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place in the queue for work that runs elsewhere."""
        turn = await self._enter()
        try:
            yield
        finally:
            self._leave(turn)

    async def in_place(self, work: Callable[[], Result]) -> Result:
        """Runs work in a thread for whoever has a place."""
        timed = Timed(work, sender.get())
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, timed)
        finally:
            timed.pay()

    async def _enter(self) -> asyncio.Lock:
        """Waits for the sender's turn, then for a thread."""
        asking = sender.get()
        name = asking.name if asking else ""
        self._check_room(name)
        turn = self._turns.setdefault(name, asyncio.Lock()) if asking else asyncio.Lock()
        self._waiting[name] += 1
        try:
            await turn.acquire()
            await self._acquire_thread(turn)
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name]
        return turn

    async def _acquire_thread(self, turn: asyncio.Lock) -> None:
        try:
            await self._free.acquire()
        except asyncio.CancelledError:
            turn.release()
            raise

    def _check_room(self, name: str) -> None:
        is_full = self._free.locked() and self.waiting >= self._most_waiting
        if is_full or (name and self._waiting[name] >= self._most_waiting // 2):
            raise ServerBusy

    def _leave(self, turn: asyncio.Lock) -> None:
        self._free.release()
        turn.release()

    def _done(self, turn: asyncio.Lock, timed: Timed[Result], done: asyncio.Future[Result]) -> None:
        """The thread is free only now, even if its caller has gone; a failure that nobody waits for is not logged."""
        self._leave(turn)
        timed.pay()
        if not done.cancelled():
            done.exception()


class Timed(Generic[Result]):
    """Work that knows how much processor time it took."""

    def __init__(self, work: Callable[[], Result], asking: Sender | None) -> None:
        self._work = work
        self._sender = asking
        self._seconds = 0.0

    def __call__(self) -> Result:
        start = thread_time()
        try:
            return self._work()
        finally:
            self._seconds = thread_time() - start

    def pay(self) -> None:
        """Charges the sender for it."""
        if self._sender is not None:
            self._sender.charge(self._seconds)
