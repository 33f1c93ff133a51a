"""Every implementation of the stores and of the bus. The contract tests run on each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.application.fixtures import ManualClock

from damero.application.ports import Bus, MatchStore, PlayerStore
from damero.infrastructure.memory_bus import MemoryBus
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.sqlite.players import SqlitePlayerStore


@dataclass(frozen=True, slots=True)
class Stores:
    """Two stores over the same database, with a clock that the test moves."""

    matches: MatchStore
    players: PlayerStore
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
        yield Stores(SqliteMatchStore(database, clock), SqlitePlayerStore(database), clock)
    finally:
        await database.close()


@asynccontextmanager
async def memory_bus() -> AsyncIterator[BusUnderTest]:
    async def nothing_to_wait_for() -> None:
        """Listeners are called before `publish` returns."""

    yield BusUnderTest(MemoryBus(), nothing_to_wait_for)


STORES: dict[str, OpenStores] = {"sqlite": sqlite_stores}
BUSES: dict[str, OpenBus] = {"memory": memory_bus}
