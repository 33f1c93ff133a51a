"""One thread that writes and one that reads. Writes are committed in groups, and answered when they are on the disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import apsw

from damero.application.ports import StoreUnavailable
from damero.infrastructure.sqlite_file import DURABLE, open_to_read, open_to_write

Result = TypeVar("Result")
LARGEST_GROUP = 256

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Job(Generic[Result]):
    work: Callable[[apsw.Connection], Result]
    answer: asyncio.Future[Result]
    result: Result | None = None
    error: BaseException | None = None

    def settle(self) -> None:
        if self.answer.done():
            return
        if self.error is not None:
            self.answer.set_exception(self.error)
        else:
            self.answer.set_result(self.result)  # type: ignore[arg-type]


class Database:
    """Must be made within a running event loop, to which all answers return."""

    def __init__(self, path: Path, *, synchronous: str = DURABLE, vfs: str | None = None) -> None:
        self.trouble: str | None = None
        self.commits = 0
        self._loop = asyncio.get_running_loop()
        self._open = partial(open_to_write, path, synchronous=synchronous, vfs=vfs)
        self._connection = self._open()
        self._jobs: queue.SimpleQueue[_Job[object] | None] = queue.SimpleQueue()
        self._before_commit: Callable[[apsw.Connection], None] | None = None
        self._reading = None if vfs else ThreadPoolExecutor(1, "damero-reader")
        self._reader = None if vfs else open_to_read(path)
        self._writer = threading.Thread(target=self._write, name="damero-writer", daemon=True)
        self._writer.start()

    def before_commit(self, work: Callable[[apsw.Connection], None]) -> None:
        """Something to do once in each group of writes."""
        self._before_commit = work

    async def write(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """Done entirely or not at all, and on the disk when this returns; `StoreUnavailable` if that cannot be.

        The work is done again from the start if another one in its group is refused.
        """
        answer: asyncio.Future[Result] = self._loop.create_future()
        self._jobs.put(_Job(work, answer))  # type: ignore[arg-type]
        return await answer

    async def select(self, query: str, *bindings: str | int | None) -> list[tuple[Any, ...]]:
        return await self.read(lambda connection: connection.execute(query, bindings).fetchall())

    async def read(self, query: Callable[[apsw.Connection], Result]) -> Result:
        if self._reading is None or self._reader is None:
            return await self.write(query)
        try:
            return await self._loop.run_in_executor(self._reading, query, self._reader)
        except apsw.Error as error:
            raise StoreUnavailable(str(error)) from error

    async def close(self) -> None:
        """Everything that was asked for is done first."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        if self._reading is not None and self._reader is not None:
            await self._loop.run_in_executor(self._reading, self._reader.close)
            self._reading.shutdown()

    def _write(self) -> None:
        while group := self._next_group():
            self._commit(group)
            self._answer(group)
        self._connection.close()

    def _next_group(self) -> list[_Job[object]]:
        """Whatever was asked for while the last group was being written; an empty group is the end."""
        group: list[_Job[object]] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP or self._jobs.empty():
                return group
            job = self._jobs.get()
        if group:
            self._jobs.put(None)
        return group

    def _commit(self, group: list[_Job[object]]) -> None:
        try:
            self._carry_out(group)
        except apsw.Error as error:
            self._fail(group, error)
        else:
            self.commits += 1
            self.trouble = None

    def _carry_out(self, group: list[_Job[object]]) -> None:
        """All at once, which nearly always works; if one is refused, all again one by one."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for job in group:
                job.result = job.work(self._connection)
        except Exception as error:
            if _is_trouble(error):
                raise
            self._connection.execute("ROLLBACK; BEGIN IMMEDIATE")
            for job in group:
                self._attempt(job)
        if self._before_commit is not None:
            self._before_commit(self._connection)
        self._connection.execute("COMMIT")

    def _attempt(self, job: _Job[object]) -> None:
        """One that is refused does not touch the others in its group; trouble with the disk fails them all."""
        self._connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(self._connection)
        except Exception as error:
            if _is_trouble(error):
                raise
            job.error = error
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")

    def _fail(self, group: list[_Job[object]], error: apsw.Error) -> None:
        """Nothing of the group is acknowledged. The file is opened anew, since its state in memory is doubtful."""
        self.trouble = f"Nothing can be stored: {error}"
        log.error(self.trouble)
        for job in group:
            job.error = StoreUnavailable(self.trouble)
        try:
            self._connection.close(force=True)
            self._connection = self._open()
        except apsw.Error as still:
            log.error("The file cannot be opened again yet: %s", still)

    def _answer(self, group: list[_Job[object]]) -> None:
        try:
            self._loop.call_soon_threadsafe(_settle, group)
        except RuntimeError:
            log.info("The event loop ended before %d writes were answered.", len(group))


def _is_trouble(error: Exception) -> bool:
    """Of the disk or the file, rather than of what was asked for."""
    return isinstance(error, apsw.Error) and not isinstance(error, apsw.ConstraintError)


def _settle(group: list[_Job[object]]) -> None:
    for job in group:
        job.settle()
