"""Engine work through a queue in PostgreSQL (procrastinate), for workers on any machine."""

from __future__ import annotations

import asyncio
import hmac
import logging
import pickle
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress

import psycopg
import psycopg.sql
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException

from damero.application.ports import EngineFault, EngineLate, Finding, Job, ServerClock, StoreUnavailable
from damero.infrastructure.postgres.connections import Connections, connect

QUEUE, TASK = "engines", "think"
FOUND, STOP = "damero_found", "damero_stop"
"""Channels of LISTEN and NOTIFY. A lost notification is made up for by looking again."""
MOST_AT_ONCE = 64
"""Jobs that one server has in the queue. Shares of players are kept before a job gets there."""
TAKEOVER = 8_000
"""Milliseconds beyond its limit after which work is not begun any more: another worker may have to take over."""
LOOK_EVERY = 0.25
LOOKS_BETWEEN_CHECKS = 4
"""How often it is looked for findings in vain before it is asked whether any worker is left."""
ALIVE = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '4 seconds'"
WORKERS_RETURN_WITHIN = 10.0
"""Seconds after the database was lost."""
READ = "SELECT number, body, fault, last FROM finding WHERE job = %s AND number > %s ORDER BY number"
FORGET = "DELETE FROM finding WHERE job = %s OR at < now() - interval '10 minutes'"
RECONNECT_AFTER = 0.2


class NoWorkers(EngineFault):
    """No worker is running."""


class QueuedWorkers:
    """Implements the port `EngineWorkers`."""

    capacity = MOST_AT_ONCE

    def __init__(self, url: str, connections: Connections, clock: ServerClock, key: bytes) -> None:
        self._url, self._connections, self._clock, self._key = url, connections, clock, key
        self._app = queue_app(url)
        self._news: dict[str, asyncio.Event] = {}

    async def run(self) -> None:
        """Listens for findings until cancelled."""
        await listen(self._url, FOUND, self._note)

    async def open(self) -> None:
        await self._app.open_async()

    async def close(self) -> None:
        await self._app.close_async()

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        number = secrets.token_hex(12)
        self._news[number] = asyncio.Event()
        stopping = asyncio.create_task(self._stop_when(stop, number))
        try:
            await self._defer(number, job, limit)
            await self._follow(number, tell)
        except (ConnectorException, psycopg.Error) as error:
            raise StoreUnavailable(f"The queue of engine work cannot be used: {error}") from error
        finally:
            stopping.cancel()
            del self._news[number]
            with suppress(StoreUnavailable):
                await self._connections.execute(FORGET, number)

    async def _defer(self, number: str, job: Job, limit: int) -> None:
        await self._check_workers()
        wanted = self._clock.now() + limit
        task = self._app.configure_task(TASK, queue=QUEUE, priority=-(wanted // 1000))
        await task.defer_async(job=number, body=sealed(self._key, job), limit=limit, due=wanted + TAKEOVER)

    async def _check_workers(self) -> None:
        """Workers may need a while to find a database again that was lost."""
        if self._connections.works_for < WORKERS_RETURN_WITHIN:
            return
        if not (await self._connections.select(ALIVE))[0][0]:
            raise NoWorkers("No worker is running.")

    async def _follow(self, number: str, tell: Callable[[Finding], None]) -> None:
        """Until there is no more, or nobody is left who could find it."""
        last, looks = 0, 0
        while True:
            for read, body, fault, is_last in await self._connections.select(READ, number, last):
                last = read
                if fault is not None:
                    raise EngineLate(fault) if fault == "late" else EngineFault(fault)
                if body is not None:
                    tell(opened(self._key, bytes(body)))  # type: ignore[arg-type]
                if is_last:
                    return
            if await self._is_silent(self._news[number]):
                looks += 1
            if looks and looks % LOOKS_BETWEEN_CHECKS == 0:
                await self._check_workers()

    async def _is_silent(self, news: asyncio.Event) -> bool:
        """Waits for news; whether there were none."""
        try:
            async with asyncio.timeout(LOOK_EVERY):
                await news.wait()
        except TimeoutError:
            return True
        news.clear()
        return False

    async def _stop_when(self, stop: asyncio.Event, number: str) -> None:
        await stop.wait()
        with suppress(StoreUnavailable):
            await self._connections.execute("SELECT pg_notify(%s, %s)", STOP, number)

    def _note(self, number: str) -> None:
        if (news := self._news.get(number)) is not None:
            news.set()


def queue_app(url: str) -> App:
    """What its parts would log about a lost database again and again is logged by whoever uses it."""
    for noisy in ("psycopg.pool", "procrastinate.manager"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    return App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=4, timeout=3))


async def listen(url: str, channel: str, heard: Callable[[str], None]) -> None:
    """Runs until cancelled; connects again when the connection is lost."""
    while True:
        with suppress(psycopg.Error, OSError):
            connection = await connect(url)
            try:
                await connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(channel)))
                async for notification in connection.notifies():
                    heard(notification.payload)
            finally:
                await connection.close()
        await asyncio.sleep(RECONNECT_AFTER)


def sealed(key: bytes, value: object) -> str:
    """A pickled value that nobody can make up who does not know the key."""
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return b64encode(hmac.digest(key, content, "sha256") + content).decode()


def opened(key: bytes, text: str | bytes) -> object:
    """`EngineFault` if it was sealed with another key."""
    content = b64decode(text)
    seal, content = content[:32], content[32:]
    if not hmac.compare_digest(seal, hmac.digest(key, content, "sha256")):
        raise EngineFault("Engine work was sealed with another key.")
    value: object = pickle.loads(content)
    return value
