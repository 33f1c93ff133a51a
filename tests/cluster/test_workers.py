"""Engines that think in workers of the cluster."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.application.fixtures import create, current
from tests.cluster.servers import a_server, until
from tests.infrastructure.implementations import database_for

from damero.application.commands import EngineOpponent
from damero.application.services import Services

pytestmark = pytest.mark.asyncio


@contextmanager
def a_worker(database: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "damero", "worker", "--processes", "1", "--database", database]
    process = subprocess.Popen(command, start_new_session=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


async def workers(services: Services) -> int:
    query = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '2 seconds'"
    return int((await services.matches._connections.select(query))[0][0])  # type: ignore[attr-defined]


async def working(services: Services) -> int:
    query = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing'"
    return int((await services.matches._connections.select(query))[0][0])  # type: ignore[attr-defined]


@pytest.mark.slow
async def test_a_worker_thinks_another_takes_over_and_without_any_the_lowest_level_plays(tmp_path: Path) -> None:
    database = await database_for(tmp_path)
    async with a_server(tmp_path, engine_workers=0) as services:
        alone = await create(services, seat="black", opponent=EngineOpponent(2), command_id="alone")
        await until(lambda: bool(services.live_matches[alone].match.moves))
        assert services.engine_statistics.fallbacks["failed"] == 1
        with a_worker(database) as first:
            while not await workers(services):
                await asyncio.sleep(0.05)
            helped = await create(services, seat="black", opponent=EngineOpponent(2), command_id="helped")
            await until(lambda: bool(services.live_matches[helped].match.moves))
            with a_worker(database):
                while await workers(services) < 2:
                    await asyncio.sleep(0.05)
                slow = await create(services, "international", seat="black", opponent=EngineOpponent(8))
                while not await working(services):
                    await asyncio.sleep(0.01)
                os.killpg(first.pid, signal.SIGKILL)
                await until(lambda: bool(services.live_matches[slow].match.moves))
        assert services.engine_statistics.fallbacks.total() == 1
        assert (await current(services, slow)).moves
