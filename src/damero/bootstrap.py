"""Puts the parts together. The only file that knows every concrete class."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

import apsw
from litestar import Litestar
from platformdirs import user_data_path

from damero.application.engine_turn import attend_machines
from damero.application.expire import keep_expiring
from damero.application.flag_timeout import flag_timeout, mind_the_clocks
from damero.application.hall import Hall
from damero.application.ports import StoreUnavailable
from damero.application.resume import resume
from damero.domain.errors import DameroError
from damero.engines import worker
from damero.engines.levels import levels_of
from damero.infrastructure import sqlite_file
from damero.infrastructure.alarms import HeapAlarms
from damero.infrastructure.argon2_passwords import Argon2Passwords
from damero.infrastructure.engine_pool import EnginePool, Skills
from damero.infrastructure.file_lock import lock
from damero.infrastructure.memory_bus import MemoryBus
from damero.infrastructure.sqlite_database import Database
from damero.infrastructure.sqlite_players import SqlitePlayers
from damero.infrastructure.sqlite_store import SqliteMatches
from damero.infrastructure.system_chance import SystemChance
from damero.infrastructure.system_clock import SystemClock
from damero.web.app import create_app
from damero.web.limits import Limits

DATABASE = "damero.sqlite"
LOCK = "damero.lock"
HEARTBEAT = 1.0
"""How often, in seconds, the time is stored while a clock may run out soon: a crash gives back at most this much."""
SOON = 60 * 60 * 1_000
"""Milliseconds; while all clocks have more left, storing the time now and then will do."""
NOW_AND_THEN = 60
TIDY_EVERY = 300.0
"""How often, in seconds, all memory is searched for lost cycles, such as each closed connection leaves behind …"""
TIDY_TAKES = 500
"""… which may hold everything up for some tenths of a second: no flag should fall within so many milliseconds."""

GET_META = "SELECT value FROM meta WHERE key = ?"
SET_META = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


@dataclass(frozen=True, slots=True)
class Settings:
    data_dir: Path = field(default_factory=lambda: user_data_path("damero"))
    host: str = "127.0.0.1"
    port: int = 8000
    engine_workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    """All processors but one, which is the server's."""
    limits: Limits = field(default_factory=Limits)

    @property
    def database(self) -> Path:
        return self.data_dir / DATABASE


def web_app(settings: Settings) -> Litestar:
    """The whole server, to be run by any ASGI server."""
    return create_app(partial(open_hall, settings), levels_of, settings.limits)


def check(settings: Settings) -> None:
    """Raises what would keep a server from starting here: another one, or a file of a newer Damero."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with closing(lock(settings.data_dir / LOCK)):
        sqlite_file.open_to_write(settings.database).close()


def back_up(settings: Settings, target: Path) -> None:
    """Copies everything that is stored, also while a server runs."""
    if not settings.database.is_file():
        raise DameroError(f"There are no games in {settings.data_dir}.", code="NOTHING_TO_BACK_UP")
    sqlite_file.back_up(settings.database, target)


@asynccontextmanager
async def open_hall(settings: Settings) -> AsyncIterator[Hall]:
    """A hall that is open for play; on leaving, everything that was asked for is stored first."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with closing(lock(settings.data_dir / LOCK)):
        database = Database(settings.database)
        try:
            async with _staffed(settings, database) as hall:
                yield hall
        finally:
            await database.close()


@asynccontextmanager
async def _staffed(settings: Settings, database: Database) -> AsyncIterator[Hall]:
    clock = SystemClock(await database.read(_stored_time))
    database.before_commit(partial(_store_time, clock))
    alarms, engines = HeapAlarms(clock), EnginePool(Skills(worker.choose, worker.place_army), settings.engine_workers)
    hall = Hall(
        matches=SqliteMatches(database, clock),
        players=SqlitePlayers(database),
        bus=MemoryBus(),
        clock=clock,
        chance=SystemChance(await database.write(_identifier_key)),
        engines=engines,
        passwords=Argon2Passwords(),
        alarms=alarms,
    )
    mind_the_clocks(hall)
    attend_machines(hall)
    chores = [
        alarms.run(partial(flag_timeout, hall)),
        _keep_time(database, alarms),
        _keep_memory_tidy(alarms),
        keep_expiring(hall),
        resume(hall),
    ]
    tasks = [asyncio.create_task(chore) for chore in chores]
    try:
        yield hall
    finally:
        await _end([*tasks, *hall.errands])
        await engines.close()


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _keep_time(database: Database, alarms: HeapAlarms) -> None:
    for beat in count():
        await asyncio.sleep(HEARTBEAT)
        if alarms.due_within(SOON) or (len(alarms) and beat % NOW_AND_THEN == 0):
            with suppress(StoreUnavailable):
                await database.write(_nothing)


async def _keep_memory_tidy(alarms: HeapAlarms) -> None:
    """Waits for a moment in which no flag is about to fall, but not for ever."""
    while True:
        await asyncio.sleep(TIDY_EVERY)
        for _ in range(NOW_AND_THEN):
            if not alarms.due_within(TIDY_TAKES):
                break
            await asyncio.sleep(HEARTBEAT)
        gc.collect()


def _nothing(_connection: apsw.Connection) -> None:
    """A commit of nothing but the time."""


def _stored_time(connection: apsw.Connection) -> int | None:
    stored = connection.execute(GET_META, ("server_time",)).get
    return None if stored is None else int(stored)


def _store_time(clock: SystemClock, connection: apsw.Connection) -> None:
    connection.execute(SET_META, ("server_time", clock.now()))


def _identifier_key(connection: apsw.Connection) -> bytes:
    """The key of this file's identifiers, drawn when it is new."""
    stored = connection.execute(GET_META, ("identifier_key",)).get
    if isinstance(stored, bytes):
        return stored
    key = secrets.token_bytes(32)
    connection.execute(SET_META, ("identifier_key", key))
    return key
