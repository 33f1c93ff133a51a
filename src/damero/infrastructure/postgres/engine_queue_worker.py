"""A worker: takes engine work from the queue, lets processes think about it and stores what they find."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import cast

import psycopg
from procrastinate import App, JobContext
from procrastinate.exceptions import ConnectorException
from procrastinate.signals import on_stop

from damero.application.background import end
from damero.application.engine_schedule import ANALYSIS_TURN, SHORTEST
from damero.application.engine_statistics import EngineStatistics, waits
from damero.application.ports import EngineFault, EngineLate, EngineWorkers, Finding, Job, StoreUnavailable, WorkerLost
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.engine_queue import (
    FAILED,
    FOUND,
    GIVEN_BACK,
    LATE,
    LOST,
    PLAY,
    QUEUE,
    STOP,
    TASK,
    listen,
    queue_app,
)
from damero.infrastructure.postgres.sealing import opened, sealed

POLL_EVERY = 0.05
"""Seconds between looks into the queue, beside notifications: some of those are lost."""
HEARTBEAT, STALLED_AFTER = 1.0, 3.0
"""Seconds between signs of life, and without them until another worker takes over."""
LOOK_AROUND_EVERY = 0.1
"""Seconds between looks at who else waits for a process, and which thoughts should end."""
TRY_AGAIN_AFTER = 0.5
"""Seconds before a lost database is tried again."""
STORE_ATTEMPTS = 20
LAST = 1_000_000
"""The number of the last finding of a job."""
FINISH_WITHIN = 10.0
"""Seconds that a worker which is told to stop gives to what it has begun."""
STORE = """
    WITH stored AS (
        INSERT INTO finding (job, number, body, fault, ending, last) VALUES (%s, %s, %s, %s, %s, %s)
        ON CONFLICT DO NOTHING
    ) SELECT pg_notify(%s, %s)
"""
START = """
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint - standstill,
        EXISTS (SELECT 1 FROM finding WHERE job = %s AND number = 0)
    FROM cluster_time
"""
AROUND = """
    SELECT
        count(*) FILTER (WHERE args ->> 'kind' = ANY(%s)), count(*),
        (SELECT array_agg(job) FROM finding WHERE number = 0 AND job = ANY(%s))
    FROM procrastinate_jobs WHERE queue_name = 'engines' AND status = 'todo'
"""
BEAT = """
    INSERT INTO engine_worker VALUES (%s, %s, now())
    ON CONFLICT (name) DO UPDATE SET processes = excluded.processes, beat = excluded.beat
"""
LEAVE = "DELETE FROM engine_worker WHERE name = %s OR beat < now() - interval '1 minute'"
STILL_HERE = "UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = ANY(%s)"

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Thought:
    """What this worker thinks about."""

    kind: str
    since: float = field(default_factory=monotonic)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    is_given_back: bool = False

    def give_back(self) -> None:
        """Ends it soon; whoever asked asks again for the rest."""
        self.is_given_back = True
        self.stop.set()


@dataclass(frozen=True, slots=True)
class Ending:
    kind: str | None = None
    fault: str | None = None


class QueueWorker:
    def __init__(
        self, url: str, connections: Connections, workers: EngineWorkers, key: bytes, statistics: EngineStatistics
    ) -> None:
        self._url, self._connections, self._workers, self._key = url, connections, workers, key
        self._statistics = statistics
        self._queue_waits = statistics.queue_waits = waits()
        self.taken_over = 0
        """Jobs of workers that died, put back into the queue."""
        self._thoughts: dict[str, Thought] = {}
        self._own: set[int] = set()
        """The numbers under which this worker is known to the queue."""
        self._name = ""
        self._is_stopping = False
        self._working: asyncio.Task[None] | None = None
        self._app = self._queue_app()

    async def run(self, name: str) -> None:
        """Works until it is told to stop, and finishes what it has begun. A lost database is waited for."""
        self._name = f"{name}-{secrets.token_hex(4)}"
        with on_stop(self.stop):
            while not self._is_stopping:
                try:
                    await self._work(name)
                except (ConnectorException, StoreUnavailable, psycopg.Error) as error:
                    log.warning("The queue of engine work cannot be used: %s", _reason(error))
                if not self._is_stopping:
                    await asyncio.sleep(TRY_AGAIN_AFTER)
                    self._app = self._queue_app()
        with suppress(StoreUnavailable):
            await self._connections.execute(LEAVE, self._name)

    def stop(self) -> None:
        """Begins nothing more. Moves are finished; analyses and reviews go on at another worker."""
        self._is_stopping = True
        for thought in self._thoughts.values():
            if thought.kind not in PLAY:
                thought.give_back()
        if self._working is not None:
            self._working.cancel()

    async def _work(self, name: str) -> None:
        self._own = set()
        async with self._app.open_async():
            beside = (
                self._keep_beating(),
                self._keep_looking_around(),
                self._take_over_stalled(),
                listen(self._url, STOP, self._stop),
            )
            others = [asyncio.create_task(work) for work in beside]
            self._working = asyncio.create_task(self._take_jobs(name))
            try:
                await self._working
            except asyncio.CancelledError:
                if not self._is_stopping:
                    raise
            finally:
                await end(others)

    async def _take_jobs(self, name: str) -> None:
        await self._app.run_worker_async(
            queues=[QUEUE],
            name=name,
            concurrency=self._workers.capacity,
            fetch_job_polling_interval=POLL_EVERY,
            update_heartbeat_interval=HEARTBEAT,
            stalled_worker_timeout=STALLED_AFTER,
            shutdown_graceful_timeout=FINISH_WITHIN,
            install_signal_handlers=False,
            delete_jobs="always",
        )

    def _queue_app(self) -> App:
        app = queue_app(self._url)
        app.task(name=TASK, queue=QUEUE, retry=False, pass_context=True)(self._think)
        return app

    async def _think(
        self,
        context: JobContext,
        /,
        *,
        job: str,
        body: str,
        kind: str,
        asked: int,
        limit: int,
        due: int,
        **_of_later_versions: object,
    ) -> None:
        """The edge of this process: whatever goes wrong becomes a fault, so that nobody waits for ever."""
        if context.job.worker_id is not None:
            self._own.add(context.job.worker_id)
        thought = self._thoughts[job] = Thought(kind)
        self._statistics.running += 1
        try:
            ending = await self._thought_about(job, body, asked, limit, due, thought)
        except EngineFault as fault:
            ending = Ending(_kind_of(fault), str(fault))
        except Exception as error:
            log.exception("Engine work failed.")
            ending = Ending(FAILED, f"{type(error).__name__}: {error}")
        finally:
            self._statistics.running -= 1
            del self._thoughts[job]
        await self._store(job, LAST, fault=ending.fault, ending=ending.kind, last=True)

    async def _thought_about(self, job: str, body: str, asked: int, limit: int, due: int, thought: Thought) -> Ending:
        ((now, is_told_to_stop),) = await self._connections.select(START, job)
        if now > due:
            raise EngineLate("No worker was free in time.")
        if thought.kind in PLAY:
            self._queue_waits.note(max(0, now - asked) / 1000)
        elif self._is_stopping:
            return Ending(GIVEN_BACK)
        if is_told_to_stop:
            thought.stop.set()
        wanted = cast("Job", opened(self._key, body))
        await self._found(job, wanted, max(SHORTEST, min(limit, asked + limit - now)), thought)
        self._statistics.thoughts[thought.kind] += 1
        return Ending(GIVEN_BACK if thought.is_given_back else None)

    async def _found(self, job: str, wanted: Job, limit: int, thought: Thought) -> None:
        """Thinks, and returns when everything that was found is stored."""
        findings: asyncio.Queue[Finding | None] = asyncio.Queue()
        storing = asyncio.create_task(self._store_all(job, findings))
        try:
            await self._workers.think(wanted, limit, thought.stop, findings.put_nowait)
            findings.put_nowait(None)
            await storing
        finally:
            storing.cancel()

    async def _store_all(self, job: str, findings: asyncio.Queue[Finding | None]) -> None:
        number = 0
        while (found := await findings.get()) is not None:
            number += 1
            await self._store(job, number, body=sealed(self._key, found).encode())

    async def _store(
        self,
        job: str,
        number: int,
        *,
        body: bytes | None = None,
        fault: str | None = None,
        ending: str | None = None,
        last: bool = False,
    ) -> None:
        """A lost database gets some time to return."""
        for _ in range(STORE_ATTEMPTS):
            with suppress(StoreUnavailable):
                await self._connections.execute(STORE, job, number, body, fault, ending, last, FOUND, job)
                return
            await asyncio.sleep(TRY_AGAIN_AFTER)

    def _stop(self, job: str) -> None:
        if (thought := self._thoughts.get(job)) is not None:
            thought.stop.set()

    async def _keep_beating(self) -> None:
        """Also while it finishes what it has begun, when the queue's own heartbeat has ended."""
        while True:
            with suppress(StoreUnavailable):
                if self._is_stopping:
                    await self._connections.execute(LEAVE, self._name)
                else:
                    await self._connections.execute(BEAT, self._name, self._workers.capacity)
                await self._connections.execute(STILL_HERE, list(self._own))
            await asyncio.sleep(HEARTBEAT)

    async def _keep_looking_around(self) -> None:
        while True:
            with suppress(StoreUnavailable):
                await self._look_around()
            await asyncio.sleep(LOOK_AROUND_EVERY)

    async def _look_around(self) -> None:
        """Servers do not know of each other's work: one's analysis makes room for another's move here."""
        found = await self._connections.select(AROUND, list(PLAY), list(self._thoughts))
        ((moves, waiting, told_to_stop),) = found
        self._statistics.queued = waiting
        for job in told_to_stop or ():
            self._stop(job)
        if len(self._thoughts) >= self._workers.capacity:
            self._make_room(moves, waiting)

    def _make_room(self, moves: int, waiting: int) -> None:
        """At once for moves; for other work when it had its turn."""
        streams = [thought for thought in self._thoughts.values() if thought.kind not in PLAY]
        ending = sum(thought.stop.is_set() for thought in self._thoughts.values())
        for thought in sorted(streams, key=lambda thought: thought.since):
            has_had_its_turn = monotonic() - thought.since > ANALYSIS_TURN / 1000
            if ending < (waiting if has_had_its_turn else moves) and not thought.stop.is_set():
                thought.give_back()
                self._statistics.shortened[thought.kind] += 1
                ending += 1

    async def _take_over_stalled(self) -> None:
        """The work of a worker that died goes back into the queue."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                for job in await self._app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER):
                    if job.id is not None and job.worker_id not in self._own:
                        log.warning("The worker of job %s has died; another takes over.", job.id)
                        await self._app.job_manager.retry_job_by_id_async(job.id, retry_at=datetime.now(UTC))
                        self.taken_over += 1
            except Exception as error:
                log.warning("Stalled work could not be looked for: %s", _reason(error))


def _kind_of(fault: EngineFault) -> str:
    return LATE if isinstance(fault, EngineLate) else LOST if isinstance(fault, WorkerLost) else FAILED


def _reason(error: Exception) -> str:
    """In one line."""
    return (str(error.__cause__ or error).strip().splitlines() or [type(error).__name__])[0]
