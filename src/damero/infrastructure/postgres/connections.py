"""Connections to PostgreSQL. After any error of the driver a connection is given up and another one is opened."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any, LiteralString, TypeAlias, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from damero.application.ports import StoreUnavailable

MOST_CONNECTIONS = 8
LONGEST_WORK = 3.0
"""Seconds for one piece of work. Whoever waits longer waits for a network that is cut."""
CONNECT_WITHIN = 3
SESSION = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "statement_timeout": 5_000,
        "lock_timeout": 2_000,
        "idle_in_transaction_session_timeout": 5_000,
        "default_transaction_isolation": "read\\ committed",
    }.items()
)
"""PostgreSQL ends by itself what a lost server has left behind."""
KEEPALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2, "tcp_user_timeout": 5_000}

Connection: TypeAlias = psycopg.AsyncConnection[tuple[Any, ...]]
Result = TypeVar("Result")

log = logging.getLogger(__name__)


class Connections:
    """Create it inside a running event loop."""

    def __init__(self, url: str, most: int = MOST_CONNECTIONS, longest_work: float = LONGEST_WORK) -> None:
        self.failure: str | None = None
        """Why the last piece of work failed; None if it succeeded."""
        self.commits = 0
        self.lost = 0
        """Connections that were given up after an error."""
        self._failed_at = float("-inf")
        self._url, self._longest_work = url, longest_work
        self._idle: deque[Connection] = deque()
        self._free = asyncio.Semaphore(most)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def works_for(self) -> float:
        """Seconds since the database could not be used."""
        return monotonic() - self._failed_at

    async def run(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Runs work on a connection of its own, to the end even if the caller is cancelled.

        `StoreUnavailable` if the database cannot be reached. `psycopg.IntegrityError` and `psycopg.DataError` are
        about the work and leave the connection usable.
        """
        return await asyncio.shield(self._spawn(self._run(work)))

    async def read(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Runs work that changes nothing, and again if the connection was lost."""
        try:
            return await self.run(work)
        except StoreUnavailable:
            return await self.run(work)

    async def select(self, query: LiteralString, *bindings: object) -> list[tuple[Any, ...]]:
        async def fetch(connection: Connection) -> list[tuple[Any, ...]]:
            return await (await connection.execute(query, bindings, binary=True)).fetchall()

        return await self.read(fetch)

    async def execute(self, statement: LiteralString, *bindings: object) -> list[tuple[Any, ...]]:
        """One statement that changes something, committed when this returns; the rows that it returns."""

        async def change(connection: Connection) -> list[tuple[Any, ...]]:
            cursor = await connection.execute(statement, bindings, binary=True)
            return await cursor.fetchall() if cursor.description else []

        return await self.run(change)

    async def is_reached(self) -> bool:
        """Whether the database answers."""
        try:
            await self.select("SELECT 1")
        except StoreUnavailable:
            return False
        return True

    async def close(self) -> None:
        """Waits for all work."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while self._idle:
            await self._idle.pop().close()

    async def _run(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        async with self._free:
            try:
                connection = self._idle.pop() if self._idle else await connect(self._url)
                return await self._use(connection, work)
            except (psycopg.IntegrityError, psycopg.DataError):
                raise
            except (psycopg.Error, OSError) as error:
                raise self._failed(error) from error

    async def _use(self, connection: Connection, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Cancelling the driver would wait for the other end, so that a cut connection is shut down instead."""
        timer = asyncio.get_running_loop().call_later(self._longest_work, _shut_down, connection)
        try:
            result = await work(connection)
        except (psycopg.IntegrityError, psycopg.DataError):
            await self._release(connection)
            raise
        except BaseException:
            self.lost += 1
            await _discard(connection)
            raise
        finally:
            timer.cancel()
        self._works()
        await self._release(connection)
        return result

    async def _release(self, connection: Connection) -> None:
        if connection.info.transaction_status is psycopg.pq.TransactionStatus.IDLE:
            self._idle.append(connection)
        else:
            await _discard(connection)

    def _works(self) -> None:
        if self.failure is not None:
            log.warning("The database can be used again.")
        self.failure = None

    def _failed(self, error: Exception) -> StoreUnavailable:
        if self.failure is None:
            log.error("The database cannot be used: %s", error)
        self._failed_at = monotonic()
        self.failure = f"Nothing can be stored: {error}".strip()
        self._give_up_idle()
        return StoreUnavailable(self.failure)

    def _give_up_idle(self) -> None:
        """Idle connections were opened to the same server and are most likely lost as well."""
        while self._idle:
            self._spawn(_discard(self._idle.pop()))

    def _spawn(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()


async def connect(url: str) -> Connection:
    parameters = conninfo_to_dict(url)
    options = f"{parameters.pop('options', '') or ''} {SESSION}".strip()
    given = {"connect_timeout": CONNECT_WITHIN, **KEEPALIVE, "application_name": "damero", **parameters}
    return await psycopg.AsyncConnection.connect(**given, options=options, autocommit=True)  # type: ignore[arg-type]


def _shut_down(connection: Connection) -> None:
    """The driver, which waits for an answer, finds the connection closed."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as both:
        both.shutdown(socket.SHUT_RDWR)


async def _discard(connection: Connection) -> None:
    with suppress(psycopg.Error, OSError):
        await connection.close()
