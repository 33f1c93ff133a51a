"""Engines that think in workers of the cluster."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import httpx
import pytest
from tests.application.fixtures import create, current
from tests.cluster.servers import a_server, until
from tests.infrastructure.implementations import database_for
from tests.ports import free_port

from damero.application.commands import EngineOpponent
from damero.application.services import Services

pytestmark = pytest.mark.asyncio


@dataclass(frozen=True)
class Worker:
    process: subprocess.Popen[bytes]
    port: int
    log: Path

    async def health(self) -> tuple[int, dict[str, str]]:
        async with httpx.AsyncClient(timeout=60) as http:
            answer = await http.get(f"http://127.0.0.1:{self.port}/api/health")
        return answer.status_code, answer.json()

    async def metric(self, name: str) -> float:
        async with httpx.AsyncClient(timeout=60) as http:
            text = (await http.get(f"http://127.0.0.1:{self.port}/api/metrics")).text
        return next((float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name)), 0.0)


@contextmanager
def a_worker(database: str, folder: Path) -> Iterator[Worker]:
    port = free_port()
    options = ["--processes", "1", "--database", database, "--metrics-port", str(port), "--log", "json"]
    path = folder / f"{port}.log"
    with path.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "damero", "worker", *options], stderr=log, start_new_session=True
        )
    try:
        yield Worker(process, port, path)
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
        with a_worker(database, tmp_path) as first:
            while not await workers(services):
                await asyncio.sleep(0.05)
            helped = await create(services, seat="black", opponent=EngineOpponent(2), command_id="helped")
            await until(lambda: bool(services.live_matches[helped].match.moves))
            assert await first.health() == (
                200,
                {"store": "ok", "engines": "ok", "status": "ok", "version": version("damero")},
            )
            assert await first.metric("damero_engine_thoughts_total") == 1
            with a_worker(database, tmp_path) as second:
                while await workers(services) < 2:
                    await asyncio.sleep(0.05)
                os.killpg(second.process.pid, signal.SIGSTOP)
                slow = await create(services, "international", seat="black", opponent=EngineOpponent(8))
                while not await working(services):
                    await asyncio.sleep(0.01)
                os.killpg(first.process.pid, signal.SIGKILL)
                os.killpg(second.process.pid, signal.SIGCONT)
                await until(lambda: bool(services.live_matches[slow].match.moves))
                assert await second.metric("damero_engine_jobs_taken_over_total") == 1
                logged = [json.loads(line)["message"] for line in second.log.read_text().splitlines()]
                assert any("another takes over" in message for message in logged)
        assert services.engine_statistics.fallbacks.total() == 1
        assert (await current(services, slow)).moves
