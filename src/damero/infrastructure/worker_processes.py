"""Workers as processes on this machine. Each is supervised: one that ends, hangs or grows is replaced."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Generic

from damero.application.engine_statistics import EngineStatistics
from damero.application.ports import EngineFault
from damero.infrastructure.worker_loop import MEGABYTE, Finding, Job, WorkerFunctions
from damero.infrastructure.worker_process import WorkerProcess

MEMORY_BOUND = 512 * MEGABYTE
"""A process that holds more than this after a job is replaced."""
MEMORY_LIMIT = 2 * MEMORY_BOUND
"""No job can take more than this; one that tries fails."""
SHORTEST = 10
"""Milliseconds that a job has in any case, however long it waited for a process."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before another attempt to start a process; each failure in a row doubles the pause."""
SHORT_LIFE = 3.0
"""Seconds after its start in which the death of a process counts as such a failure."""
WARM_UP_AFTER = 3.0
"""Seconds after the start of the server, which has other things to do first."""

log = logging.getLogger(__name__)


class WorkerProcesses(Generic[Job, Finding]):
    """Implements the port `EngineWorkers` for engine jobs. Waiting for a process holds no thread."""

    def __init__(
        self,
        functions: WorkerFunctions[Job, Finding],
        workers: int = 1,
        statistics: EngineStatistics | None = None,
        memory_bound: int = MEMORY_BOUND,
        *,
        counts_waiting: bool = False,
    ) -> None:
        """With `counts_waiting`, the time until a process is there is a part of a job's limit."""
        self.capacity = workers
        self._functions, self._memory_bound, self._counts_waiting = functions, memory_bound, counts_waiting
        self._statistics = statistics or EngineStatistics()
        self._idle: asyncio.Queue[WorkerProcess[Job, Finding]] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_started = False

    async def warm_up(self) -> None:
        """Starts the processes soon, so that the first request does not wait for them."""
        await asyncio.sleep(WARM_UP_AFTER)
        self.start()

    def start(self) -> None:
        """Starts the processes, unless they were started before."""
        if not self._is_started:
            self._is_started = True
            for _ in range(self.capacity):
                self._spawn(self._supervise())

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        self.start()
        asked = monotonic()
        process = await self._free_process()
        waited = int(1000 * (monotonic() - asked)) if self._counts_waiting else 0
        try:
            await process.do(job, max(SHORTEST, limit - waited), stop, tell)
        except BaseException:
            self._spawn(self._recovered(process))
            raise
        self._release(process)

    async def close(self) -> None:
        """Ends all processes and waits for them."""
        self._is_started = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _free_process(self) -> WorkerProcess[Job, Finding]:
        """Waits if one has to be started first."""
        while (process := await self._idle.get()).ended.done():
            pass
        return process

    async def _recovered(self, process: WorkerProcess[Job, Finding]) -> None:
        """A job was given up, failed or is late: its process goes on with others, if it can."""
        if await process.recover():
            self._release(process)
        elif not process.ended.done():
            process.ended.set_result("late")

    def _release(self, process: WorkerProcess[Job, Finding]) -> None:
        if process.ended.done():
            return
        if process.memory > self._memory_bound:
            process.ended.set_result("memory")
        else:
            self._idle.put_nowait(process)

    async def _supervise(self) -> None:
        """Keeps one process running."""
        pause = FIRST_PAUSE
        while True:
            if await self._lives_long():
                pause = FIRST_PAUSE
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _lives_long(self) -> bool:
        """Starts a process and returns when it has ended; False if it did not start or died soon."""
        try:
            process = await WorkerProcess.start(self._functions, MEMORY_LIMIT)
        except (EngineFault, OSError) as fault:
            log.error("%s", fault)
            return False
        started = monotonic()
        return await self._watch(process) != "died" or monotonic() - started > SHORT_LIFE

    async def _watch(self, process: WorkerProcess[Job, Finding]) -> str:
        """Why the process ended."""
        self._statistics.workers += 1
        self._idle.put_nowait(process)
        try:
            reason = await asyncio.shield(process.ended)
            self._statistics.restarts[reason] += 1
            log.warning("A worker process is replaced: %s", reason)
            return reason
        finally:
            self._statistics.workers -= 1
            await process.end("closed")

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
