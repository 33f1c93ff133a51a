"""Builds a server that shares PostgreSQL and Valkey with others. Needs the extra `damero[cluster]`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

import psycopg

from damero.application.engine_service import EngineService
from damero.application.engine_statistics import EngineStatistics
from damero.application.flag_timeout import flag_timeout
from damero.application.follow_cluster import ClusterFollower
from damero.application.ports import EngineWorkers, PublishedKey, StoreUnavailable
from damero.application.resume import show_clocks_again
from damero.application.services import Services
from damero.application.shared_presence import SharedPresence
from damero.application.shared_running_positions import SharedRunningPositions
from damero.domain.errors import DameroError
from damero.engines.openings.shipped import ShippedOpenings
from damero.engines.puzzles.shipped import ShippedPuzzles
from damero.engines.puzzles.trainer import PracticeEndings
from damero.infrastructure.argon2_passwords import Argon2Passwords
from damero.infrastructure.heap_timers import HeapTimers
from damero.infrastructure.judging_processes import SupervisedJudging
from damero.infrastructure.postgres import engine_queue, schema_version, server_state
from damero.infrastructure.postgres.cluster_clock import ClusterClock
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.due_matches import DueMatches
from damero.infrastructure.postgres.engine_queue import QueuedWorkers
from damero.infrastructure.postgres.engine_queue_worker import QueueWorker
from damero.infrastructure.postgres.engine_shares import PostgresEngineShares
from damero.infrastructure.postgres.matches import PostgresMatchStore
from damero.infrastructure.postgres.moderation import PostgresModerationStore
from damero.infrastructure.postgres.openings import PostgresOpeningStore
from damero.infrastructure.postgres.players import PostgresPlayerStore
from damero.infrastructure.postgres.puzzles import PostgresPuzzleStore
from damero.infrastructure.postgres.reviews import PostgresReviewStore
from damero.infrastructure.postgres.running_positions import PostgresRunningLooks
from damero.infrastructure.system_randomness import SystemRandomness
from damero.infrastructure.transfer import places
from damero.infrastructure.transfer.copying import Transferred
from damero.infrastructure.valkey_bus import NoBus, ValkeyBus, check_address, check_answer
from damero.web.worker_status import WorkerStatus

Tasks: TypeAlias = dict[str, Callable[[], Awaitable[None]]]


@dataclass(frozen=True, slots=True)
class OpenedCluster:
    services: Services
    timers: HeapTimers
    tasks: Tasks
    """What runs in the background beside what every server does."""


migrate = schema_version.migrate


async def check(database: str, bus_url: str | None) -> None:
    """Raises the error that would keep a server from starting."""
    if bus_url is not None:
        check_address(bus_url)
    await schema_version.check(database)


async def database_faults(database: str) -> tuple[DameroError, ...]:
    """Everything that would keep a server from using this database."""
    try:
        return await schema_version.faults(database)
    except schema_version.DatabaseRefused as error:
        return (error,)


async def present_workers(database: str) -> tuple[int, int]:
    """How many workers think for this database, and with how many processes in all."""
    connections = Connections(database)
    try:
        return await engine_queue.present_workers(connections)
    except StoreUnavailable as error:
        raise schema_version.unusable(error) from error
    finally:
        await connections.close()


check_bus = check_answer


@dataclass(frozen=True, slots=True)
class Shared:
    """The parts of a server that it shares with others, or by which it hears of them."""

    server: str
    connections: Connections
    clock: ClusterClock
    matches: PostgresMatchStore
    due: DueMatches
    bus: ValkeyBus
    presence: SharedPresence
    running: SharedRunningPositions
    signing: server_state.StoredSigningKeys
    queued: QueuedWorkers
    shares: PostgresEngineShares
    key: bytes
    """Of identifiers."""

    async def close(self) -> None:
        for part in (self.queued, self.matches, self.connections):
            await part.close()


@asynccontextmanager
async def open_cluster(
    database: str,
    bus_url: str | None,
    name: str,
    workers: EngineWorkers | None,
    statistics: EngineStatistics,
    judging: SupervisedJudging,
) -> AsyncIterator[OpenedCluster]:
    """Engines think in these workers, or in those of the whole cluster."""
    await schema_version.check(database)
    shared = await _shared(database, bus_url, f"{name}-{secrets.token_hex(4)}")
    timers = HeapTimers(shared.clock)
    engines = EngineService(workers or shared.queued, shared.clock, statistics, shared.shares)
    services = _services(shared, timers, engines, statistics, judging)
    follower = ClusterFollower(
        services, shared.bus, shared.matches, PostgresPlayerStore(shared.connections), shared.due, shared.presence
    )
    shared.bus.on_hint, shared.bus.on_gap = follower.on_hint, follower.on_gap
    services.counters |= _counters(shared.connections, shared.bus, follower)
    if bus_url is not None:
        services.gauges["bus_reached"] = lambda: int(shared.bus.is_connected)
    tasks: Tasks = {
        "heartbeat": partial(shared.clock.beat, partial(show_clocks_again, services)),
        "timeouts": partial(timers.run, partial(flag_timeout, services)),
        "bus": shared.bus.run,
        **follower.tasks(),
        "engine findings": shared.queued.run,
        "engine shares": shared.shares.run,
        "judging warm-up": judging.warm_up,
        "signing keys": shared.signing.keep_reading,
        "running positions": shared.running.keep_storing,
    }
    try:
        yield OpenedCluster(services, timers, tasks)
    finally:
        await shared.close()


async def _shared(database: str, bus_url: str | None, server: str) -> Shared:
    connections = Connections(database)
    clock = ClusterClock(connections, server)
    await clock.start()
    due = DueMatches(connections, clock, server)
    key = await server_state.identifier_key(connections)
    bus, presence = _bus(bus_url, server, key, due)
    queued = QueuedWorkers(database, connections, clock, key)
    await queued.open()
    return Shared(
        server=server,
        connections=connections,
        clock=clock,
        matches=PostgresMatchStore(connections, clock, server),
        due=due,
        bus=bus,
        presence=presence,
        running=SharedRunningPositions(PostgresRunningLooks(connections)),
        signing=await server_state.StoredSigningKeys.open(connections, clock.wall()),
        queued=queued,
        shares=PostgresEngineShares(connections, server),
        key=key,
    )


def _services(
    shared: Shared,
    timers: HeapTimers,
    engines: EngineService,
    statistics: EngineStatistics,
    judging: SupervisedJudging,
) -> Services:
    connections = shared.connections
    return Services(
        matches=shared.matches,
        players=PostgresPlayerStore(connections),
        moderation=PostgresModerationStore(connections),
        puzzles=ShippedPuzzles(),
        puzzle_results=PostgresPuzzleStore(connections),
        reviews=PostgresReviewStore(connections),
        endings=PracticeEndings(),
        openings=PostgresOpeningStore(connections),
        opening_book=ShippedOpenings(),
        bus=shared.bus,
        clock=shared.clock,
        randomness=SystemRandomness(shared.key),
        engines=engines,
        engine_statistics=statistics,
        judging=judging,
        passwords=Argon2Passwords(),
        timers=timers,
        signing=shared.signing,
        presence=shared.presence,
        running_positions=shared.running,
    )


def _bus(url: str | None, server: str, key: bytes, due: DueMatches) -> tuple[ValkeyBus, SharedPresence]:
    bus = ValkeyBus(url, server, key) if url else NoBus(server, due.is_alone)
    return bus, SharedPresence(server, lambda: bus.is_connected)


def _counters(connections: Connections, bus: ValkeyBus, follower: ClusterFollower) -> dict[str, Callable[[], int]]:
    """What the metrics tell of the parts that only servers of a cluster have."""
    return {
        "bus_gaps": lambda: bus.gaps,
        "bus_repairs": lambda: follower.repaired,
        "store_commits": lambda: connections.commits,
        "store_lost_connections": lambda: connections.lost,
    }


async def published_keys(database: str, *, is_rotated: bool) -> tuple[PublishedKey, ...]:
    """The public keys of all servers of a database, the present one first; that is a new one after a rotation."""
    await schema_version.check(database)
    connections = Connections(database)
    try:
        return await server_state.published_keys(connections, is_rotated=is_rotated)
    finally:
        await connections.close()


def move_data(source: str, target: str) -> Transferred:
    """Copies everything between a data folder and a database, or two of them, and compares."""
    return _checked(lambda: places.move_data(source, target), *filter(places.is_database, (source, target)))


def back_up(database: str, target: Path) -> None:
    """Copies one moment of a database into an SQLite file."""
    _checked(lambda: places.back_up_database(database, target), database)


def _checked(work: Callable[[], Transferred], *databases: str) -> Transferred:
    try:
        for database in databases:
            asyncio.run(schema_version.check(database, is_written=False))
        return work()
    except psycopg.Error as error:
        raise schema_version.unusable(error) from error


async def run_worker(
    database: str, name: str, workers: EngineWorkers, statistics: EngineStatistics, address: tuple[str, int] | None
) -> None:
    """Thinks for all servers of a database until it is told to stop; tells at this address how it is."""
    connections = Connections(database)
    try:
        key = await server_state.identifier_key(connections)
        worker = QueueWorker(database, connections, workers, key, statistics)
        async with _worker_status(worker, connections, statistics, address):
            await worker.run(name)
    finally:
        await connections.close()


@asynccontextmanager
async def _worker_status(
    worker: QueueWorker, connections: Connections, statistics: EngineStatistics, address: tuple[str, int] | None
) -> AsyncIterator[None]:
    if address is None:
        yield
        return
    counters = {
        "engine_jobs_taken_over": lambda: worker.taken_over,
        "store_lost_connections": lambda: connections.lost,
    }
    status = WorkerStatus(statistics, connections.is_reached, counters)
    try:
        async with status.served(*address):
            yield
    except OSError as error:
        where, reason = f"{address[0]}:{address[1]}", error.strerror or ""
        raise DameroError("cli.cannot_listen", code="CANNOT_LISTEN", address=where, reason=reason) from error
