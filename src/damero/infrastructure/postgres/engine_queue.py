"""Engine work through a queue in PostgreSQL (procrastinate), for workers on any machine."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress

import psycopg
import psycopg.sql
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException

from damero.application.engine_service import KINDS
from damero.application.ports import (
    EngineFault,
    EngineLate,
    Finding,
    Job,
    ServerClock,
    StoreUnavailable,
    WorkerLost,
)
from damero.infrastructure.postgres.connections import Connections, connect
from damero.infrastructure.postgres.sealing import opened, sealed

QUEUE, TASK = "engines", "think"
FOUND, STOP = "damero_found", "damero_stop"
"""Channels of LISTEN and NOTIFY. A lost notification is made up for by looking again."""
PLAY = frozenset({"move", "army"})
"""Kinds of work that come before all others."""
BEFORE_OTHERS = 100_000_000
"""Added to the priority of play. The rest of a priority is the second in which the work should end."""
MOST_AT_ONCE = 64
"""Jobs that one server has in the queue while no worker is known: each of them finds out that there is none."""
MEASURE_EVERY = 0.5
"""Seconds between looks at how many workers there are."""
TAKEOVER = 8_000
"""Milliseconds beyond its limit after which work is not begun any more: another worker may have to take over."""
LOOK_EVERY = 0.25
LOOKS_BETWEEN_CHECKS = 4
"""How often it is looked for findings in vain before it is asked whether the work, and any worker, is left."""
ALIVE = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '4 seconds'"
CAPACITY = """
    SELECT
        (SELECT coalesce(sum(processes), 0) FROM engine_worker WHERE beat > now() - interval '4 seconds'),
        (SELECT count(*) FROM server WHERE beat > (SELECT max(beat) FROM server) - 3000),
        (SELECT count(*) FROM procrastinate_jobs WHERE queue_name = 'engines' AND status IN ('todo', 'doing'))
"""
PRESENT = "SELECT count(*), coalesce(sum(processes), 0) FROM engine_worker WHERE beat > now() - interval '4 seconds'"
WORKERS_RETURN_WITHIN = 10.0
"""Seconds after the database was lost."""
READ = "SELECT number, body, fault, ending, last FROM finding WHERE job = %s AND number > %s ORDER BY number"
IS_QUEUED = "SELECT 1 FROM procrastinate_jobs WHERE id = %s"
FORGET = "DELETE FROM finding WHERE job = %s OR at < now() - interval '10 minutes'"
ASK_TO_STOP = """
    WITH marked AS (INSERT INTO finding (job, number, last) VALUES (%s, 0, false) ON CONFLICT DO NOTHING)
    SELECT pg_notify(%s, %s)
"""
"""The mark is for a worker that does not hear the notification, or has not begun yet."""
GIVE_UP = """
    WITH dropped AS (DELETE FROM procrastinate_jobs WHERE queueing_lock = %s AND status = 'todo'),
         read AS (DELETE FROM finding WHERE job = %s AND number > 0),
         marked AS (INSERT INTO finding (job, number, last) VALUES (%s, 0, false) ON CONFLICT DO NOTHING)
    SELECT pg_notify(%s, %s)
"""
LATE, LOST, FAILED, GIVEN_BACK = "late", "lost", "failed", "given back"
FAULTS = {LATE: EngineLate, LOST: WorkerLost}
RECONNECT_AFTER = 0.2


class NoWorkers(EngineFault):
    """No worker is running."""


class QueuedWorkers:
    """Implements the port `EngineWorkers`."""

    def __init__(self, url: str, connections: Connections, clock: ServerClock, key: bytes) -> None:
        self.capacity = MOST_AT_ONCE
        self._url, self._connections, self._clock, self._key = url, connections, clock, key
        self._app = queue_app(url)
        self._news: dict[str, asyncio.Event] = {}
        """By the numbers of the jobs that are asked for."""

    async def run(self) -> None:
        """Listens for findings, and keeps knowing how many workers there are, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(listen(self._url, FOUND, self._note))
            tasks.create_task(self._keep_measuring())

    async def open(self) -> None:
        await self._app.open_async()

    async def close(self) -> None:
        await self._app.close_async()

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        number = secrets.token_hex(12)
        self._news[number] = asyncio.Event()
        stopping = asyncio.create_task(self._stop_when(stop, number))
        is_over = False
        try:
            await self._follow(number, await self._defer(number, job, limit), stop, tell)
            is_over = True
        except (ConnectorException, psycopg.Error) as error:
            raise StoreUnavailable(f"The queue of engine work cannot be used: {error}") from error
        finally:
            stopping.cancel()
            del self._news[number]
            with suppress(StoreUnavailable):
                await (self._connections.execute(FORGET, number) if is_over else self._give_up(number))

    async def _keep_measuring(self) -> None:
        while True:
            with suppress(StoreUnavailable):
                await self._measure()
            await asyncio.sleep(MEASURE_EVERY)

    async def _measure(self) -> None:
        """All processes of the workers that no other server uses, and an equal share of them at least."""
        ((processes, servers, jobs),) = await self._connections.select(CAPACITY)
        others = max(0, jobs - len(self._news))
        share = -(-processes // max(1, servers))
        self.capacity = int(max(share, processes - others)) or MOST_AT_ONCE

    async def _defer(self, number: str, job: Job, limit: int) -> int:
        await self._check_workers()
        asked, kind = self._clock.now(), KINDS[type(job)]
        priority = (BEFORE_OTHERS if kind in PLAY else 0) - (asked + limit) // 1000
        task = self._app.configure_task(TASK, queue=QUEUE, priority=priority, queueing_lock=number)
        body, due = sealed(self._key, job), asked + limit + TAKEOVER
        return await task.defer_async(job=number, body=body, kind=kind, asked=asked, limit=limit, due=due)

    async def _give_up(self, number: str) -> None:
        """Nobody waits any more: it is taken out of the queue, or the worker that thinks about it stops."""
        await self._connections.execute(GIVE_UP, number, number, number, STOP, number)

    async def _check_workers(self) -> None:
        """Workers may need a while to find a database again that was lost."""
        if self._connections.works_for < WORKERS_RETURN_WITHIN:
            return
        if not (await self._connections.select(ALIVE))[0][0]:
            raise NoWorkers("No worker is running.")

    async def _follow(self, number: str, job: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        """Until there is no more, or nobody is left who could find it."""
        last, looks, is_queued = 0, 0, True
        while True:
            for read, body, fault, ending, is_last in await self._connections.select(READ, number, last):
                last = read
                if fault is not None:
                    raise FAULTS.get(ending, EngineFault)(fault)
                if body is not None:
                    tell(opened(self._key, bytes(body)))  # type: ignore[arg-type]
                if ending == GIVEN_BACK:
                    stop.set()
                if is_last:
                    return
            if not is_queued:
                raise WorkerLost("The work has gone from the queue, and nothing was found.")
            looks = looks + 1 if await self._is_silent(self._news[number]) else 0
            if looks and looks % LOOKS_BETWEEN_CHECKS == 0:
                await self._check_workers()
                is_queued = bool(await self._connections.select(IS_QUEUED, job))

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
            await self._connections.execute(ASK_TO_STOP, number, STOP, number)

    def _note(self, number: str) -> None:
        if (news := self._news.get(number)) is not None:
            news.set()


async def present_workers(connections: Connections) -> tuple[int, int]:
    """How many workers think for a database, and with how many processes in all."""
    ((workers, processes),) = await connections.select(PRESENT)
    return int(workers), int(processes)


def queue_app(url: str) -> App:
    """What its parts would log about a lost database again and again is logged by whoever uses it.

    What they would log about jobs is not logged at all: it contains the whole job, with what an engine may see.
    """
    for noisy in ("psycopg.pool", "procrastinate.manager", "procrastinate.utils"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)
    about_jobs = logging.getLogger("procrastinate.worker")
    about_jobs.setLevel(logging.WARNING)
    about_jobs.addFilter(_is_not_about_a_job)
    return App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=4, timeout=3))


def _is_not_about_a_job(record: logging.LogRecord) -> bool:
    return not hasattr(record, "job")


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
