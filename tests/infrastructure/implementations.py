"""Every implementation of the stores and of the bus. The contract tests run on each of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from tests.application.fixtures import ManualClock
from tests.cluster.processes import shared_postgres, shared_valkey

from damero.application.ports import (
    Bus,
    MatchStore,
    ModerationStore,
    OpeningStore,
    PlayerStore,
    PuzzleStore,
    ReviewStore,
)
from damero.infrastructure.memory_bus import MemoryBus
from damero.infrastructure.postgres import schema_version
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.matches import PostgresMatchStore
from damero.infrastructure.postgres.moderation import PostgresModerationStore
from damero.infrastructure.postgres.openings import PostgresOpeningStore
from damero.infrastructure.postgres.players import PostgresPlayerStore
from damero.infrastructure.postgres.puzzles import PostgresPuzzleStore
from damero.infrastructure.postgres.reviews import PostgresReviewStore
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.sqlite.moderation import SqliteModerationStore
from damero.infrastructure.sqlite.openings import SqliteOpeningStore
from damero.infrastructure.sqlite.players import SqlitePlayerStore
from damero.infrastructure.sqlite.puzzles import SqlitePuzzleStore
from damero.infrastructure.sqlite.reviews import SqliteReviewStore
from damero.infrastructure.valkey_bus import ValkeyBus


@dataclass(frozen=True, slots=True)
class Stores:
    """Stores over the same database, with a clock that the test moves."""

    matches: MatchStore
    players: PlayerStore
    reviews: ReviewStore
    openings: OpeningStore
    puzzles: PuzzleStore
    moderation: ModerationStore
    clock: ManualClock


@dataclass(frozen=True, slots=True)
class BusUnderTest:
    bus: Bus
    delivered: Callable[[], Awaitable[None]]
    """Waits until everything published so far has reached its listeners."""


OpenStores: TypeAlias = Callable[[Path], AbstractAsyncContextManager[Stores]]
OpenBus: TypeAlias = Callable[[], AbstractAsyncContextManager[BusUnderTest]]


@asynccontextmanager
async def sqlite_stores(folder: Path) -> AsyncIterator[Stores]:
    """Opens what an earlier call left in the folder."""
    database, clock = Database(folder / "damero.sqlite", synchronous="OFF"), ManualClock()
    try:
        yield Stores(
            SqliteMatchStore(database, clock),
            SqlitePlayerStore(database),
            SqliteReviewStore(database),
            SqliteOpeningStore(database),
            SqlitePuzzleStore(database),
            SqliteModerationStore(database),
            clock,
        )
    finally:
        await database.close()


PATIENCE = 120.0
"""Seconds: a busy machine is no lost connection."""
TEMPLATE = "damero_template"
"""A database with empty tables, which others are copied from."""


@asynccontextmanager
async def postgres_stores(folder: Path) -> AsyncIterator[Stores]:
    """Opens what an earlier call for the same folder left in its database."""
    connections, clock = Connections(await database_for(folder), longest_work=PATIENCE), ManualClock()
    matches = PostgresMatchStore(connections, clock)
    try:
        yield Stores(
            matches,
            PostgresPlayerStore(connections),
            PostgresReviewStore(connections),
            PostgresOpeningStore(connections),
            PostgresPuzzleStore(connections),
            PostgresModerationStore(connections),
            clock,
        )
    finally:
        await matches.close()
        await connections.close()


async def database_for(folder: Path) -> str:
    """The address of a database that belongs to this folder."""
    server, name = shared_postgres(), f"test_{sha256(str(folder).encode()).hexdigest()[:20]}"
    if not server.has_database(TEMPLATE):
        server.create_database(TEMPLATE)
        await schema_version.migrate(server.url(TEMPLATE))
    if not server.has_database(name):
        server.create_database(name, TEMPLATE)
    return server.url(name)


@asynccontextmanager
async def memory_bus() -> AsyncIterator[BusUnderTest]:
    async def nothing_to_wait_for() -> None:
        """Listeners are called before `publish` returns."""

    yield BusUnderTest(MemoryBus(), nothing_to_wait_for)


@asynccontextmanager
async def begun_bus(url: str, server: str, key: bytes = b"key") -> AsyncIterator[ValkeyBus]:
    """Connected."""
    bus = ValkeyBus(url, server, key)
    running = asyncio.create_task(bus.run())
    try:
        while not bus.is_connected:
            await asyncio.sleep(0.01)
        yield bus
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def valkey_bus() -> AsyncIterator[BusUnderTest]:
    async with begun_bus(shared_valkey().url, "a") as bus:

        async def nothing_to_wait_for() -> None:
            """Listeners of the same process are called before `publish` returns."""

        yield BusUnderTest(bus, nothing_to_wait_for)


STORES: dict[str, OpenStores] = {"sqlite": sqlite_stores, "postgres": postgres_stores}
BUSES: dict[str, OpenBus] = {"memory": memory_bus, "valkey": valkey_bus}
