"""Supervises background tasks: a failure is logged and counted, and the task is started again after a pause."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable

from damero.application.ports import StoreUnavailable, Unreadable

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a task is started again; each failure in a row doubles the pause."""
SOUND_AFTER = 60.0
"""Seconds after which a task that was started again counts as sound."""
LOOK_FOR_STORE_EVERY = 1.0
"""Seconds before a task that the store failed is started again."""
CANCEL_AGAIN_AFTER = 1.0
"""Seconds that a cancelled task has to end."""
ONE_OFF = "one-off"
"""The name under which the failures of all tasks without supervision are counted."""

log = logging.getLogger(__name__)


class BackgroundTasks:
    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        """How often each task has failed since the start."""
        self._failures_in_a_row: Counter[str] = Counter()

    @property
    def failing(self) -> tuple[str, ...]:
        """The tasks that are waiting to be started again, or were started again a moment ago."""
        return tuple(sorted(self._failures_in_a_row))

    async def supervise(self, name: str, start: Callable[[], Awaitable[None]]) -> None:
        """Runs the task until it ends without an error; cancelling this cancels it."""
        while not await self.attempt(name, _while_stored(name, start)):
            self._failures_in_a_row[name] += 1
            await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (self._failures_in_a_row[name] - 1)))
            asyncio.get_running_loop().call_later(SOUND_AFTER, self._forgive, name, self.failures[name])
        self._failures_in_a_row.pop(name, None)

    async def attempt(self, name: str, work: Awaitable[None]) -> bool:
        """Whether the work was done without an error."""
        try:
            await work
        except Exception as error:
            self.note_failure(name, error)
            return False
        return True

    def note_failure(self, name: str, error: BaseException) -> None:
        self.failures[name] += 1
        log.error("A background task failed: %s", name, exc_info=error)

    def _forgive(self, name: str, failures: int) -> None:
        if self.failures[name] == failures:
            self._failures_in_a_row.pop(name, None)


async def _while_stored(name: str, start: Callable[[], Awaitable[None]]) -> None:
    """A store that cannot be used is no failure of a task, which is started again until it can."""
    while True:
        try:
            return await start()
        except Unreadable:
            raise
        except StoreUnavailable as error:
            log.info("A background task waits for the store: %s: %s", name, error)
            await asyncio.sleep(LOOK_FOR_STORE_EVERY)


async def end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancels these tasks and waits until they have ended.

    A task that goes on is cancelled again: drivers sometimes catch the exception by which a task is cancelled.
    """
    ended = running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=CANCEL_AGAIN_AFTER)
    await asyncio.gather(*ended, return_exceptions=True)
