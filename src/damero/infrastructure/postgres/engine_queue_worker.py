"""A worker: takes engine work from the queue, lets processes think about it and stores what they find."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

import psycopg
from procrastinate import App
from procrastinate.exceptions import ConnectorException

from damero.application.engine_service import KINDS
from damero.application.engine_statistics import EngineStatistics
from damero.application.ports import EngineFault, EngineWorkers, Finding, Job, StoreUnavailable
from damero.infrastructure.postgres.cluster_clock import cluster_time
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.engine_queue import FOUND, QUEUE, STOP, TASK, listen, opened, queue_app, sealed

POLL_EVERY = 0.05
"""Seconds between looks into the queue, beside notifications: some of those are lost."""
HEARTBEAT, STALLED_AFTER = 1.0, 3.0
"""Seconds between signs of life, and without them until another worker takes over."""
LOOK_FOR_STALLED_EVERY = 1.0
TRY_AGAIN_AFTER = 0.5
"""Seconds before a lost database is tried again."""
STORE = """
    WITH stored AS (
        INSERT INTO finding (job, number, body, fault, last) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
    ) SELECT pg_notify(%s, %s)
"""

log = logging.getLogger(__name__)


class QueueWorker:
    def __init__(
        self, url: str, connections: Connections, workers: EngineWorkers, key: bytes, statistics: EngineStatistics
    ) -> None:
        self._url, self._connections, self._workers, self._key = url, connections, workers, key
        self._statistics = statistics
        self.taken_over = 0
        """Jobs of workers that died, put back into the queue."""
        self._stops: dict[str, asyncio.Event] = {}
        self._app = self._queue_app()

    async def run(self, name: str) -> None:
        """Works until it is told to stop, and finishes what it has begun. A lost database is waited for."""
        while True:
            try:
                await self._work(name)
                return
            except (ConnectorException, StoreUnavailable, psycopg.Error) as error:
                reason = (str(error.__cause__ or error).strip().splitlines() or [type(error).__name__])[0]
                log.warning("The queue of engine work cannot be used: %s", reason)
            await asyncio.sleep(TRY_AGAIN_AFTER)
            self._app = self._queue_app()

    async def _work(self, name: str) -> None:
        async with self._app.open_async():
            beside = self._take_over_stalled(), listen(self._url, STOP, self._stop)
            others = [asyncio.create_task(work) for work in beside]
            try:
                await self._app.run_worker_async(
                    queues=[QUEUE],
                    name=name,
                    concurrency=self._workers.capacity,
                    fetch_job_polling_interval=POLL_EVERY,
                    update_heartbeat_interval=HEARTBEAT,
                    stalled_worker_timeout=STALLED_AFTER,
                    shutdown_graceful_timeout=10,
                    delete_jobs="always",
                )
            finally:
                for task in others:
                    task.cancel()
                await asyncio.gather(*others, return_exceptions=True)

    def _queue_app(self) -> App:
        app = queue_app(self._url)
        app.task(name=TASK, queue=QUEUE, retry=False)(self._think)
        return app

    async def _think(self, *, job: str, body: str, limit: int, due: int) -> None:
        """Nobody waits any more for what comes too late."""
        if await cluster_time(self._connections) > due:
            await self._store(job, 1, fault="late", last=True)
            return
        findings: asyncio.Queue[Finding] = asyncio.Queue()
        self._stops[job] = stop = asyncio.Event()
        storing = asyncio.create_task(self._store_all(job, findings))
        fault: str | None = None
        self._statistics.running += 1
        try:
            wanted = cast("Job", opened(self._key, body))
            await self._workers.think(wanted, limit, stop, findings.put_nowait)
            self._statistics.thoughts[KINDS[type(wanted)]] += 1
        except EngineFault as error:
            fault = str(error)
        finally:
            self._statistics.running -= 1
            del self._stops[job]
        await findings.join()
        storing.cancel()
        await self._store(job, 1_000_000, fault=fault, last=True)

    async def _store_all(self, job: str, findings: asyncio.Queue[Finding]) -> None:
        number = 0
        while True:
            found, number = await findings.get(), number + 1
            try:
                await self._store(job, number, body=sealed(self._key, found).encode())
            finally:
                findings.task_done()

    async def _store(
        self, job: str, number: int, *, body: bytes | None = None, fault: str | None = None, last: bool = False
    ) -> None:
        with suppress(StoreUnavailable):
            await self._connections.execute(STORE, job, number, body, fault, last, FOUND, job)

    def _stop(self, job: str) -> None:
        if (stop := self._stops.get(job)) is not None:
            stop.set()

    async def _take_over_stalled(self) -> None:
        """The work of a worker that died goes back into the queue."""
        while True:
            await asyncio.sleep(LOOK_FOR_STALLED_EVERY)
            try:
                for job in await self._app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER):
                    if job.id is not None:
                        log.warning("The worker of job %s has died; another takes over.", job.id)
                        await self._app.job_manager.retry_job_by_id_async(job.id, retry_at=datetime.now(UTC))
                        self.taken_over += 1
            except Exception as error:
                log.warning("Stalled work could not be looked for: %s", error)
