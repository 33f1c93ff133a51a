"""A server whose database is lost is alive but not ready."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.cluster.processes import ValkeyServer, shared_valkey
from tests.cluster.topology import StallingProxy, wait_ready
from tests.infrastructure.implementations import database_for
from tests.web.servers import a_server

from damero.bootstrap import Settings


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[str]:
    """It is started and stopped beside this event loop, which the proxy needs."""
    server = a_server(settings.data_dir, settings=settings)
    address = await asyncio.to_thread(server.__enter__)
    try:
        yield address
    finally:
        await asyncio.to_thread(server.__exit__, None, None, None)


@pytest.mark.asyncio
async def test_a_server_that_lost_its_database_is_not_ready_but_need_not_be_restarted(tmp_path: Path) -> None:
    proxy = StallingProxy()
    async with proxy.running(await database_for(tmp_path)) as url:
        settings = Settings(tmp_path, engine_workers=1, database=url, bus=shared_valkey().url)
        async with served(settings) as address, httpx.AsyncClient(base_url=address, timeout=30) as client:
            proxy.stall()
            while (ready := await client.get("/api/ready")).status_code == 200:
                await asyncio.sleep(0.1)
            health = await client.get("/api/health")
            proxy.resume()
            await wait_ready(int(address.rpartition(":")[2]))
    assert not ready.json()["ready"]
    assert (health.status_code, health.json()["status"]) == (200, "ok")
    assert "failing" in (health.json()["store"], health.json()["reads"])


@asynccontextmanager
async def metrics_of(folder: Path, bus: str | None) -> AsyncIterator[Callable[[], Awaitable[str]]]:
    settings = Settings(folder, engine_workers=1, database=await database_for(folder), bus=bus)
    async with served(settings) as address, httpx.AsyncClient(base_url=address, timeout=30) as client:

        async def read() -> str:
            return (await client.get("/api/metrics")).text

        yield read


async def until_shown(line: str, read: Callable[[], Awaitable[str]]) -> None:
    while line not in (await read()).splitlines():
        await asyncio.sleep(0.1)


@pytest.mark.asyncio
async def test_the_metrics_tell_whether_the_bus_is_reached(tmp_path: Path) -> None:
    valkey = ValkeyServer()
    valkey.start()
    try:
        async with metrics_of(tmp_path, valkey.url) as read:
            await until_shown("damero_bus_reached 1", read)
            valkey.kill()
            await until_shown("damero_bus_reached 0", read)
            valkey.start()
            await until_shown("damero_bus_reached 1", read)
    finally:
        valkey.kill()


@pytest.mark.asyncio
async def test_a_server_without_a_bus_has_none_to_reach(tmp_path: Path) -> None:
    async with metrics_of(tmp_path, None) as read:
        assert "damero_bus_reached" not in await read()
