"""Builds a server that shares PostgreSQL and Valkey with others. Needs the extra `damero[cluster]`."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from damero.application.engine_service import EngineService
from damero.application.engine_statistics import EngineStatistics
from damero.application.flag_timeout import flag_timeout
from damero.application.follow_cluster import ClusterFollower
from damero.application.ports import EngineWorkers
from damero.application.resume import show_clocks_again
from damero.application.services import Services
from damero.application.shared_presence import SharedPresence
from damero.engines.puzzles.shipped import ShippedPuzzles
from damero.engines.puzzles.trainer import DraughtsEndings
from damero.infrastructure.argon2_passwords import Argon2Passwords
from damero.infrastructure.heap_timers import HeapTimers
from damero.infrastructure.judging_processes import SupervisedJudging
from damero.infrastructure.postgres import schema_version, server_state
from damero.infrastructure.postgres.cluster_clock import ClusterClock
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.due_matches import DueMatches
from damero.infrastructure.postgres.engine_queue import QueuedWorkers
from damero.infrastructure.postgres.engine_queue_worker import QueueWorker
from damero.infrastructure.postgres.matches import PostgresMatchStore
from damero.infrastructure.postgres.moderation import PostgresModerationStore
from damero.infrastructure.postgres.players import PostgresPlayerStore
from damero.infrastructure.postgres.puzzles import PostgresPuzzleStore
from damero.infrastructure.system_randomness import SystemRandomness
from damero.infrastructure.valkey_bus import NoBus, ValkeyBus

Tasks: TypeAlias = dict[str, Callable[[], Awaitable[None]]]


@dataclass(frozen=True, slots=True)
class OpenedCluster:
    services: Services
    timers: HeapTimers
    tasks: Tasks
    """What runs in the background beside what every server does."""


check, migrate = schema_version.check, schema_version.migrate


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
    server = f"{name}-{secrets.token_hex(4)}"
    connections = Connections(database)
    clock = ClusterClock(connections, server)
    await clock.start()
    matches = PostgresMatchStore(connections, clock, server)
    bus = ValkeyBus(bus_url, server) if bus_url else NoBus(server)
    presence = SharedPresence(server, lambda: bus.is_connected)
    timers = HeapTimers(clock)
    signing = await server_state.StoredSigningKeys.open(connections, clock.wall())
    key = await server_state.identifier_key(connections)
    queued = QueuedWorkers(database, connections, clock, key)
    await queued.open()
    services = Services(
        matches=matches,
        players=PostgresPlayerStore(connections),
        moderation=PostgresModerationStore(connections),
        puzzles=ShippedPuzzles(),
        puzzle_results=PostgresPuzzleStore(connections),
        endings=DraughtsEndings(),
        bus=bus,
        clock=clock,
        randomness=SystemRandomness(key),
        engines=EngineService(workers or queued, clock, statistics),
        engine_statistics=statistics,
        judging=judging,
        passwords=Argon2Passwords(),
        timers=timers,
        signing=signing,
        presence=presence,
    )
    follower = ClusterFollower(services, bus, matches, DueMatches(connections, clock, server), presence)
    bus.on_hint, bus.on_gap = follower.on_hint, follower.on_gap
    tasks: Tasks = {
        "heartbeat": partial(clock.beat, partial(show_clocks_again, services)),
        "timeouts": partial(timers.run, partial(flag_timeout, services)),
        "bus": bus.run,
        "sweep": follower.keep_sweeping,
        "due matches": follower.keep_looking_for_due,
        "presence": follower.keep_telling_presence,
        "engine findings": queued.run,
        "judging warm-up": judging.warm_up,
        "signing keys": signing.keep_reading,
    }
    try:
        yield OpenedCluster(services, timers, tasks)
    finally:
        await queued.close()
        await matches.close()
        await connections.close()


async def run_worker(database: str, name: str, workers: EngineWorkers) -> None:
    """Thinks for all servers of a database until it is told to stop."""
    await schema_version.check(database)
    connections = Connections(database)
    try:
        key = await server_state.identifier_key(connections)
        await QueueWorker(database, connections, workers, key).run(name)
    finally:
        await connections.close()
