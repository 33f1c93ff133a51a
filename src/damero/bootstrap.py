"""Builds the server. The only module that knows every concrete class."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from litestar import Litestar
from platformdirs import user_data_path

from damero.application.background import end
from damero.application.count_openings import EndedMatches, count_earlier, keep_counting
from damero.application.engine_service import EngineService
from damero.application.engine_statistics import EngineStatistics
from damero.application.engine_turn import run_engines
from damero.application.expire import keep_ending_seeks, keep_expiring
from damero.application.flag_timeout import flag_timeout, schedule_timeouts
from damero.application.ports import Finding, Job, PublishedKey
from damero.application.resume import resume, show_clocks_again
from damero.application.services import Services
from damero.domain.errors import DameroError
from damero.engines import worker
from damero.engines.levels import levels_of
from damero.engines.openings.shipped import ShippedOpenings
from damero.engines.puzzles.shipped import ShippedPuzzles
from damero.engines.puzzles.trainer import PracticeEndings
from damero.infrastructure import admin_access as admin_access_file
from damero.infrastructure.admin_access import AdminAccess
from damero.infrastructure.argon2_passwords import Argon2Passwords
from damero.infrastructure.file_signing_keys import FileSigningKeys
from damero.infrastructure.garbage_collection import search_between_deadlines
from damero.infrastructure.heap_timers import HeapTimers
from damero.infrastructure.judging_processes import SupervisedJudging
from damero.infrastructure.memory_bus import MemoryBus
from damero.infrastructure.sqlite import backup, data_folder, server_state
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.sqlite.moderation import SqliteModerationStore
from damero.infrastructure.sqlite.openings import SqliteOpeningStore
from damero.infrastructure.sqlite.players import SqlitePlayerStore
from damero.infrastructure.sqlite.puzzles import SqlitePuzzleStore
from damero.infrastructure.sqlite.reviews import SqliteReviewStore
from damero.infrastructure.system_clock import SystemClock
from damero.infrastructure.system_randomness import SystemRandomness
from damero.infrastructure.transfer.copying import Transferred
from damero.infrastructure.worker_loop import WorkerFunctions
from damero.infrastructure.worker_processes import WorkerProcesses
from damero.web.app import create_app
from damero.web.limits import Limits

Tasks: TypeAlias = dict[str, Callable[[], Awaitable[None]]]


@dataclass(frozen=True, slots=True)
class Settings:
    data_dir: Path = field(default_factory=lambda: user_data_path("damero"))
    host: str = "127.0.0.1"
    port: int = 8000
    engine_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    """All processors but one, which is left to the server. With 0 engines think in the workers of the database."""
    limits: Limits = field(default_factory=Limits)
    trusted_proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies whose X-Forwarded-For header is believed."""
    database: str | None = None
    """The address of a PostgreSQL database that several servers share; None: an SQLite file in the data folder."""
    bus: str | None = None
    """The address of the Valkey or Redis server through which the servers of a database tell each other of changes."""
    name: str = "server"
    """The name of this server among those that share a database."""
    admin_token: str = field(default_factory=lambda: secrets.token_hex(32))
    """The secret of `damero admin` while this server runs."""


def web_app(settings: Settings) -> Litestar:
    """The whole server as an ASGI application."""
    app = create_app(partial(open_services, settings), levels_of, settings.limits, settings.trusted_proxies)
    app.state.admin_token = settings.admin_token
    return app


def publish_admin_access(settings: Settings, address: str) -> AbstractContextManager[None]:
    """Lets `damero admin` find the server at this address, until the context ends."""
    return admin_access_file.published(settings.data_dir, AdminAccess(address, settings.admin_token))


def admin_access(settings: Settings) -> AdminAccess | None:
    """How to reach the server that uses this data folder."""
    return admin_access_file.find(settings.data_dir)


def has_games(settings: Settings) -> bool:
    """Whether there is anything stored. A database that lacks it says so when it is opened."""
    return settings.database is not None or data_folder.has_database(settings.data_dir)


def check(settings: Settings) -> None:
    """Raises the error that would keep a server with these settings from starting."""
    if settings.database is not None:
        check_database(settings)
        data_folder.check_writable(settings.data_dir)
        return
    if settings.bus is not None:
        raise DameroError("bus.needs_database", code="NO_DATABASE")
    data_folder.check(settings.data_dir)
    signing_keys(settings)


def check_database(settings: Settings) -> None:
    """Raises the error that would keep a server, or a worker, from using its database."""
    asyncio.run(_cluster().check(settings.database, settings.bus))


def database_faults(database: str) -> tuple[DameroError, ...]:
    """Everything that would keep a server from using this database."""
    faults: tuple[DameroError, ...] = asyncio.run(_cluster().database_faults(database))
    return faults


def check_bus(bus: str) -> None:
    """Raises the error of a bus that does not answer now."""
    asyncio.run(_cluster().check_bus(bus))


def present_workers(database: str) -> tuple[int, int]:
    """How many workers think for this database, and with how many processes in all."""
    present: tuple[int, int] = asyncio.run(_cluster().present_workers(database))
    return present


def migrate(database: str) -> tuple[int, int]:
    """Creates or upgrades the tables of a PostgreSQL database; their version before and after."""
    versions: tuple[int, int] = asyncio.run(_cluster().migrate(database))
    return versions


def run_worker(settings: Settings, status_port: int | None = None) -> None:
    """Lets engines think for all servers of a database, until the process is told to stop.

    At the status port it answers for its health and metrics.
    """
    asyncio.run(_run_worker(settings, None if status_port is None else (settings.host, status_port)))


async def _run_worker(settings: Settings, address: tuple[str, int] | None) -> None:
    cluster, statistics = _cluster(), EngineStatistics()
    async with _engine_processes(settings, statistics) as processes:
        processes.start()
        await cluster.run_worker(settings.database, settings.name, processes, statistics, address)


def move_data(source: str, target: str) -> Transferred:
    """Copies everything from a data folder to an empty database, or back, and compares the copy with the original."""
    moved: Transferred = _cluster().move_data(source, target)
    return moved


def back_up(settings: Settings, target: Path) -> None:
    """Copies everything that is stored into an SQLite file; servers may be running meanwhile."""
    if settings.database is None:
        data_folder.back_up(settings.data_dir, target)
    else:
        _cluster().back_up(settings.database, target)


def add_backup(settings: Settings, folder: Path, keep: int) -> Path:
    """Adds a copy to a folder of copies and removes all but the newest `keep`."""
    if settings.database is not None:
        return backup.add_copy(folder, keep, lambda target: back_up(settings, target))
    return data_folder.add_backup(settings.data_dir, folder, keep)


def published_keys(settings: Settings, *, is_rotated: bool = False) -> tuple[PublishedKey, ...]:
    """The public keys of a server with these settings, the present one first; that is a new one after a rotation."""
    if settings.database is not None:
        of_cluster = _cluster().published_keys(settings.database, is_rotated=is_rotated)
        published: tuple[PublishedKey, ...] = asyncio.run(of_cluster)
        return published
    keys = signing_keys(settings)
    if is_rotated:
        keys.rotate(SystemClock().wall())
    return keys.published()


def signing_keys(settings: Settings) -> FileSigningKeys:
    """The keys with which a server of a data folder signs records."""
    return FileSigningKeys.open(settings.data_dir, SystemClock().wall)


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The running server without its web interface. Everything that was requested is stored before this ends."""
    opened = _open_with_file(settings) if settings.database is None else _open_with_cluster(settings.database, settings)
    async with opened as services:
        yield services


@asynccontextmanager
async def _open_with_cluster(database: str, settings: Settings) -> AsyncIterator[Services]:
    statistics = EngineStatistics()
    async with _engine_processes(settings, statistics) as processes, _judging() as judging:
        local = processes if settings.engine_workers else None
        opening = _cluster().open_cluster(database, settings.bus, settings.name, local, statistics, judging)
        warm_up: Tasks = {"engine warm-up": processes.warm_up} if local else {}
        async with opening as opened, _background_tasks(opened.services, opened.timers, {**opened.tasks, **warm_up}):
            yield opened.services


@asynccontextmanager
async def _open_with_file(settings: Settings) -> AsyncIterator[Services]:
    async with data_folder.open_database(settings.data_dir) as database:
        clock = SystemClock(await server_state.stored_time(database))
        server_state.store_time_with_every_commit(database, clock)
        timers = HeapTimers(clock)
        statistics = EngineStatistics()
        async with _engine_processes(settings, statistics) as processes, _judging() as judging:
            services = Services(
                matches=SqliteMatchStore(database, clock),
                players=SqlitePlayerStore(database),
                moderation=SqliteModerationStore(database),
                puzzles=ShippedPuzzles(),
                puzzle_results=SqlitePuzzleStore(database),
                reviews=SqliteReviewStore(database),
                endings=PracticeEndings(),
                openings=SqliteOpeningStore(database),
                opening_book=ShippedOpenings(),
                bus=MemoryBus(),
                clock=clock,
                randomness=SystemRandomness(await server_state.identifier_key(database)),
                engines=EngineService(processes, clock, statistics),
                engine_statistics=statistics,
                judging=judging,
                passwords=Argon2Passwords(),
                timers=timers,
                signing=signing_keys(settings),
                counters={"store_commits": lambda: database.commits},
            )
            tasks: Tasks = {
                "heartbeat": partial(clock.beat, partial(show_clocks_again, services)),
                "timeouts": partial(timers.run, partial(flag_timeout, services)),
                "server time": partial(server_state.save_time_periodically, database, timers),
                "resume": partial(resume, services),
                "integrity check": database.check_integrity,
                "engine warm-up": processes.warm_up,
                "judging warm-up": judging.warm_up,
            }
            async with _background_tasks(services, timers, tasks):
                yield services


@asynccontextmanager
async def _engine_processes(
    settings: Settings, statistics: EngineStatistics
) -> AsyncIterator[WorkerProcesses[Job, Finding]]:
    functions = WorkerFunctions(worker.Thought, worker.warm_up)
    processes = WorkerProcesses(functions, settings.engine_workers, statistics, counts_waiting=True)
    try:
        yield processes
    finally:
        await processes.close()


@asynccontextmanager
async def _judging() -> AsyncIterator[SupervisedJudging]:
    judging = SupervisedJudging()
    try:
        yield judging
    finally:
        await judging.close()


@asynccontextmanager
async def _background_tasks(services: Services, timers: HeapTimers, own: Tasks) -> AsyncIterator[None]:
    """Runs these tasks and those that every server has."""
    schedule_timeouts(services)
    run_engines(services)
    services.running_positions.watch(services.bus)
    ended = EndedMatches()
    ended.watch(services.bus)
    tasks: Tasks = {
        "garbage collection": partial(search_between_deadlines, timers),
        "seeks": partial(keep_ending_seeks, services),
        "expiry": partial(keep_expiring, services),
        "openings": partial(keep_counting, services, ended),
        "earlier openings": partial(count_earlier, services),
        **own,
    }
    supervised = [asyncio.create_task(services.background.supervise(name, task)) for name, task in tasks.items()]
    try:
        yield
    finally:
        await end([*supervised, *services.tasks])


def _cluster() -> ModuleType:
    """Imported only when it is needed, since it needs more packages."""
    try:
        from damero import bootstrap_cluster
    except ModuleNotFoundError as missing:
        raise DameroError("cluster.not_installed", code="NOT_INSTALLED", package=missing.name or "") from missing
    return bootstrap_cluster
