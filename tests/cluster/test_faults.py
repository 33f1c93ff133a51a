"""The parts of a cluster of processes are killed under play. `python -m benchmarks.cluster_faults` does it for long."""

from __future__ import annotations

import asyncio
import signal
import socket
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from tests.cluster.players import Spectators, TimedLedger, a_match, count_wrong, guests, playing
from tests.cluster.topology import WORKERS, Topology, a_topology, balanced, wait_ready
from tests.cluster.waiting import within
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damero.bootstrap import Settings
from damero.cli.run_server import _listen

RESTARTING = 1012


@pytest.mark.slow
@pytest.mark.asyncio
async def test_whichever_part_dies_no_acknowledged_move_is_lost_and_everybody_plays_on() -> None:
    with tempfile.TemporaryDirectory() as folder, a_topology(Path(folder)) as cluster:
        for port in cluster.ports:
            cluster.start_server(port)
        cluster.start_worker(0)
        await wait_ready(*cluster.ports)
        ledger = TimedLedger()
        spectators = Spectators(ledger, cluster.ports)
        soon = partial(within, cluster=cluster, ledger=ledger, spectators=spectators)
        async with balanced(cluster.ports) as address:
            watching = asyncio.create_task(spectators.run())
            async with playing(address, ledger, 4) as faults:
                async with soon("the first moves"):
                    await _played_on(ledger)
                for harm in (_kill_a_server, _restart_a_server, _kill_the_database, _kill_the_bus):
                    async with soon(harm.__name__):
                        await harm(cluster)
                    async with soon(f"moves after {harm.__name__}"):
                        await _played_on(ledger)
            async with soon("spectators see the last moves"):
                while spectators.unseen():
                    await asyncio.sleep(0.05)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
        assert not faults
        assert count_wrong(cluster.postgres.url(), ledger) == 0
        assert {family for family, _ in ledger.counts} == {"draughts", "stratego", "banqi"}


async def _played_on(ledger: TimedLedger, moves: int = 40) -> None:
    wanted = len(ledger.acknowledged_at) + moves
    while len(ledger.acknowledged_at) < wanted:
        await asyncio.sleep(0.05)


async def _kill_a_server(cluster: Topology) -> None:
    cluster.end_server(cluster.ports[0], signal.SIGKILL)
    cluster.start_server(cluster.ports[0])
    await wait_ready(cluster.ports[0])


async def _restart_a_server(cluster: Topology) -> None:
    """A server that is told to stop tells its clients, so that they connect to another one."""
    port = cluster.ports[1]
    async with guests([f"http://127.0.0.1:{port}"] * 2) as (one, other):
        match_id = await a_match(one, other)
        async with connect(f"ws://127.0.0.1:{port}/ws/matches/{match_id}") as watching:
            await watching.send('{"type":"hello"}')
            await watching.recv()
            await asyncio.to_thread(cluster.end_server, port, signal.SIGTERM)
            assert await _close_code(watching) == RESTARTING
    cluster.start_server(port)
    await wait_ready(port)


async def _close_code(watching: ClientConnection) -> int | None:
    with suppress(ConnectionClosed):
        while True:
            await watching.recv()
    return watching.close_code


async def _kill_the_database(cluster: Topology) -> None:
    cluster.postgres.kill()
    await asyncio.to_thread(cluster.postgres.start)
    await wait_ready(*cluster.ports)
    while not cluster.number(WORKERS):
        assert cluster.workers[0].poll() is None, "a worker waits for the database"
        await asyncio.sleep(0.1)
    assert "Traceback" not in cluster.log("worker-0")


async def _kill_the_bus(cluster: Topology) -> None:
    cluster.valkey.kill()
    await asyncio.sleep(0.5)
    cluster.valkey.start()


def test_a_server_of_a_cluster_refuses_connections_until_it_is_ready(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, port=0, database="postgresql://nowhere")
    with _listen(settings) as bound, pytest.raises(ConnectionRefusedError):
        socket.create_connection(bound.getsockname()).close()
