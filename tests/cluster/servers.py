"""Servers of one cluster in the test's process, each with its own services, over a shared PostgreSQL and Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.cluster.processes import shared_valkey
from tests.infrastructure.implementations import database_for

from damero.application.services import Services
from damero.bootstrap import Settings, open_services

NO_BUS = ""


@asynccontextmanager
async def a_server(
    folder: Path, name: str = "a", bus: str | None = None, engine_workers: int = 1
) -> AsyncIterator[Services]:
    """The servers of one folder share a database. The bus is `NO_BUS` for none."""
    bus = None if bus == NO_BUS else bus or shared_valkey().url
    database = await database_for(folder)
    settings = Settings(data_dir=folder / name, database=database, bus=bus, name=name, engine_workers=engine_workers)
    async with open_services(settings) as services:
        yield services


@asynccontextmanager
async def two_servers(folder: Path, bus: str | None = None) -> AsyncIterator[tuple[Services, Services]]:
    async with a_server(folder, "a", bus) as a, a_server(folder, "b", bus) as b:
        yield a, b


async def until(condition: Callable[[], bool]) -> None:
    """Waits for what must happen soon; the test's own time limit is the only one."""
    while not condition():
        await asyncio.sleep(0.01)
