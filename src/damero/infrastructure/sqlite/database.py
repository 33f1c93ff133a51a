"""One thread writes and one reads. Writes are committed in groups and acknowledged once they are on disk."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeVar

import apsw

from damero.application.ports import StoreUnavailable, Unreadable
from damero.domain.errors import DameroError
from damero.infrastructure.sqlite.connection import DURABLE, find_damage, open_reader, open_writer

Result = TypeVar("Result")
LARGEST_GROUP = 256
LOOK_FOR_FILE_EVERY = 0.5
"""Seconds between two looks whether the file is still in its place."""

log = logging.getLogger(__name__)


class LostFile(Exception):
    """The file that is written to is no longer the one in its place: whatever goes into it is lost."""


@dataclass(slots=True)
class _Write(Generic[Result]):
    """A requested write and the future that its caller awaits."""

    work: Callable[[apsw.Connection], Result]
    future: asyncio.Future[Result]
    result: Result | None = None
    error: BaseException | None = None

    def complete(self) -> None:
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


class Database:
    """Create it inside a running event loop; all results are delivered there."""

    def __init__(
        self, path: Path, *, lock: Path | None = None, synchronous: str = DURABLE, vfs: str | None = None
    ) -> None:
        """`lock` is the file that keeps other servers away."""
        self.failure: str | None = None
        """Why the last commit failed; None if it succeeded."""
        self.commits = 0
        self.damage: str | None = None
        """What `check_integrity` found."""
        self._path = path
        self._files = (path, path.with_name(f"{path.name}-wal"), *((lock,) if lock else ()))
        self._loop = asyncio.get_running_loop()
        self._open = partial(open_writer, path, synchronous=synchronous, vfs=vfs)
        self._connection = self._open()
        self._places = None if vfs else self._found()
        self._looked_at = 0.0
        self._queue: queue.SimpleQueue[_Write[object] | None] = queue.SimpleQueue()
        self._before_commit: Callable[[apsw.Connection], None] | None = None
        self._read_executor = None if vfs else ThreadPoolExecutor(1, "damero-reader")
        self._reader = None if vfs else open_reader(path)
        self._writer = threading.Thread(target=self._run_writer, name="damero-writer", daemon=True)
        self._writer.start()

    def before_commit(self, work: Callable[[apsw.Connection], None]) -> None:
        """Runs `work` once in every transaction, just before it is committed."""
        self._before_commit = work

    async def write(self, work: Callable[[apsw.Connection], Result]) -> Result:
        """All or nothing, and on disk when this returns; raises `StoreUnavailable` if that is impossible.

        `work` may run twice: it is repeated from the start if another write in its group is refused.
        """
        future: asyncio.Future[Result] = self._loop.create_future()
        self._queue.put(_Write(work, future))  # type: ignore[arg-type]
        return await future

    async def select(self, query: str, *bindings: str | int | None) -> list[tuple[Any, ...]]:
        return await self.read(lambda connection: connection.execute(query, bindings).fetchall())

    async def read(self, query: Callable[[apsw.Connection], Result]) -> Result:
        if self._read_executor is None or self._reader is None:
            return await self.write(query)
        try:
            return await self._loop.run_in_executor(self._read_executor, query, self._reader)
        except apsw.CorruptError as error:
            raise Unreadable(str(error)) from error
        except apsw.Error as error:
            raise StoreUnavailable(str(error)) from error

    def is_lost(self) -> bool:
        """Whether somebody removed or replaced the file, its log or its lock while it was in use."""
        return self._places is not None and self._places != self._found()

    async def check_integrity(self) -> None:
        """Looks for damage in the whole file, beside all other work; the result is in `damage`."""
        stop = threading.Event()
        try:
            self.damage = await asyncio.to_thread(_look_for_damage, self._path, stop)
        finally:
            stop.set()
        if self.damage:
            log.error("The database is damaged. Restore a backup. SQLite says: %s", self.damage)

    async def close(self) -> None:
        """Finishes every requested write. The reader closes first, so that the log can be emptied into the file."""
        if self._read_executor is not None and self._reader is not None:
            await self._loop.run_in_executor(self._read_executor, self._reader.close)
            self._read_executor.shutdown()
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)

    def _run_writer(self) -> None:
        while group := self._next_group():
            self._commit(group)
            self._deliver(group)
        with suppress(apsw.Error):
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        self._connection.close()

    def _next_group(self) -> list[_Write[object]]:
        """Every write requested during the previous commit; an empty group means that the database is closing."""
        group: list[_Write[object]] = []
        write = self._queue.get()
        while write is not None:
            group.append(write)
            if len(group) == LARGEST_GROUP or self._queue.empty():
                return group
            write = self._queue.get()
        if group:
            self._queue.put(None)
        return group

    def _commit(self, group: list[_Write[object]]) -> None:
        try:
            self._look_for_file()
            self._run_transaction(group)
        except LostFile as error:
            self._refuse(group, error)
        except Exception as error:
            self._fail(group, error)
        else:
            self.commits += 1
            self.failure = None

    def _look_for_file(self) -> None:
        now = monotonic()
        if now < self._looked_at + LOOK_FOR_FILE_EVERY:
            return
        if self.is_lost():
            names = ", ".join(file.name for file in self._files)
            raise LostFile(f"{names}: one was removed or replaced. Put it back, or restart the server.")
        self._looked_at = now

    def _run_transaction(self, group: list[_Write[object]]) -> None:
        """Runs the whole group at once, which nearly always works; if one write is refused, runs them one by one."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for write in group:
                write.result = write.work(self._connection)
        except Exception as error:
            if _is_storage_failure(error):
                raise
            self._connection.execute("ROLLBACK; BEGIN IMMEDIATE")
            for write in group:
                self._run_alone(write)
        if self._before_commit is not None:
            self._before_commit(self._connection)
        self._connection.execute("COMMIT")

    def _run_alone(self, write: _Write[object]) -> None:
        """A refused write leaves the others in its group untouched; a storage failure fails the whole group."""
        self._connection.execute("SAVEPOINT write")
        try:
            write.result = write.work(self._connection)
        except Exception as error:
            if _is_storage_failure(error):
                raise
            write.error = error
            self._connection.execute("ROLLBACK TO write")
        self._connection.execute("RELEASE write")

    def _fail(self, group: list[_Write[object]], error: Exception) -> None:
        """Acknowledges nothing of the group, and reopens the file because its cached state can no longer be trusted."""
        self._refuse(group, error)
        try:
            self._connection.close(force=True)
            self._reopen()
        except (apsw.Error, DameroError, OSError) as reopening:
            log.error("The database file cannot be reopened yet: %s", reopening)

    def _refuse(self, group: list[_Write[object]], error: Exception) -> None:
        self.failure = f"Nothing can be stored: {error}"
        log.error(self.failure)
        for write in group:
            write.error = StoreUnavailable(self.failure)

    def _reopen(self) -> None:
        """Only the same file: one that was made or put there meanwhile has another content."""
        if self._places is not None and self._places[0] != _file_at(self._path):
            return
        self._connection = self._open()
        if self._places is not None:
            self._places = (*self._found()[:2], *self._places[2:])

    def _found(self) -> tuple[tuple[int, int] | None, ...]:
        """Which files are in their places now."""
        return tuple(map(_file_at, self._files))

    def _deliver(self, group: list[_Write[object]]) -> None:
        try:
            self._loop.call_soon_threadsafe(_complete, group)
        except RuntimeError:
            log.info("The event loop ended before %d writes were acknowledged.", len(group))


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _look_for_damage(path: Path, stop: threading.Event) -> str | None:
    with closing(open_reader(path)) as connection:
        return find_damage(connection, stop.is_set)


def _is_storage_failure(error: Exception) -> bool:
    """Whether the disk or the file failed, rather than the request being refused by a constraint."""
    return isinstance(error, apsw.Error) and not isinstance(error, apsw.ConstraintError)


def _complete(group: list[_Write[object]]) -> None:
    for write in group:
        write.complete()
