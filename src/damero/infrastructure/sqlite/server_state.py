"""What the server itself must remember across restarts: its own time, and the key of its identifiers."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from itertools import count

import apsw

from damero.application.ports import ServerClock, StoreUnavailable
from damero.infrastructure.heap_timers import HeapTimers
from damero.infrastructure.sqlite.database import Database

SAVE_INTERVAL = 1.0
"""Seconds between saves of the time while a deadline is near: a crash gives back at most this much thinking time."""
NEAR = 60 * 60 * 1_000
"""A deadline within this many milliseconds is near; otherwise only every `SELDOM`th save is made."""
SELDOM = 60

GET = "SELECT value FROM meta WHERE key = ?"
SET = "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


async def stored_time(database: Database) -> int | None:
    """The server time of the last commit; None in a new file."""
    stored = await database.read(lambda connection: connection.execute(GET, ("server_time",)).get)
    return None if stored is None else int(stored)


def store_time_with_every_commit(database: Database, clock: ServerClock) -> None:
    database.before_commit(partial(_store_time, clock))


async def save_time_periodically(database: Database, timers: HeapTimers) -> None:
    """Runs until cancelled. While no clock runs, nothing is written."""
    for tick in count():
        await asyncio.sleep(SAVE_INTERVAL)
        if timers.due_within(NEAR) or (len(timers) and tick % SELDOM == 0):
            with suppress(StoreUnavailable):
                await database.write(_commit_only_the_time)


async def identifier_key(database: Database) -> bytes:
    """The secret key of this file's identifiers, generated with the file."""
    return await database.write(_identifier_key)


def _store_time(clock: ServerClock, connection: apsw.Connection) -> None:
    connection.execute(SET, ("server_time", clock.now()))


def _commit_only_the_time(_connection: apsw.Connection) -> None:
    """The time is stored with every commit, so there is nothing else to write."""


def _identifier_key(connection: apsw.Connection) -> bytes:
    stored = connection.execute(GET, ("identifier_key",)).get
    if isinstance(stored, bytes):
        return stored
    key = secrets.token_bytes(32)
    connection.execute(SET, ("identifier_key", key))
    return key
