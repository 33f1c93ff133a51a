"""Kills and stalls the parts of a cluster under play, and compares what was acknowledged with what is stored.

    python -m benchmarks.cluster_faults --fault server --times 60
    python -m benchmarks.cluster_faults --fault database --times 50
    python -m benchmarks.cluster_faults --all

Two `damero serve`, workers, a PostgreSQL on the disk and a Valkey run as processes of this machine, behind a proxy that
gives each connection to either server. Pairs of players of all families play at random over WebSocket and HTTP and send
a move again, under the same id, until it is acknowledged; a spectator at each server watches every match. At the end
every acknowledged move must be in the database once, in its place, and every match must replay.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import redis
from benchmarks.cluster_scenarios import SCENARIOS, UntouchedClock
from tests.cluster.players import Spectators, TimedLedger, count_wrong, playing
from tests.cluster.topology import Topology, a_topology, balanced, wait_ready

BETWEEN = 3.0
"""Seconds of play between two faults."""
PAUSED = 20.0
SETTLE = 3.0
"""Seconds within which everybody must know the last move."""

Fault = Callable[[Topology, int], Awaitable[None]]


async def kill_server(cluster: Topology, turn: int) -> None:
    port = cluster.ports[turn % 2]
    cluster.end_server(port, signal.SIGKILL)
    await asyncio.sleep(0.5)
    cluster.start_server(port)
    await wait_ready(port)


async def restart_server(cluster: Topology, turn: int) -> None:
    port = cluster.ports[turn % 2]
    await asyncio.to_thread(cluster.end_server, port, signal.SIGTERM)
    cluster.start_server(port)
    await wait_ready(port)


async def kill_database(cluster: Topology, _turn: int) -> None:
    cluster.postgres.kill()
    await asyncio.sleep(0.5)
    await asyncio.to_thread(cluster.postgres.start)
    back = time.monotonic()
    await wait_ready(*cluster.ports)
    ready_after.append(time.monotonic() - back)


async def kill_bus(cluster: Topology, _turn: int) -> None:
    cluster.valkey.kill()
    await asyncio.sleep(1)
    cluster.valkey.start()


async def flush_bus(cluster: Topology, _turn: int) -> None:
    with redis.Redis(port=cluster.valkey.port) as connection:
        connection.flushall()
        connection.execute_command("CLIENT", "KILL", "TYPE", "pubsub")


async def pause_bus(cluster: Topology, _turn: int) -> None:
    cluster.valkey.pause()
    await asyncio.sleep(PAUSED)
    cluster.valkey.resume()


ready_after: list[float] = []
FAULTS: dict[str, tuple[Fault, int]] = {
    "server": (kill_server, 60),
    "restart": (restart_server, 20),
    "database": (kill_database, 50),
    "bus": (kill_bus, 10),
    "flush": (flush_bus, 10),
    "pause": (pause_bus, 2),
}
"""Each with the number of times that `--all` inflicts it."""


async def under_play(cluster: Topology, fault: str, times: int, pairs: int) -> bool:
    """Whether nothing was lost and everybody went on."""
    for port in cluster.ports:
        cluster.start_server(port)
    await wait_ready(*cluster.ports)
    ledger = TimedLedger()
    spectators = Spectators(ledger, cluster.ports)
    async with balanced(cluster.ports) as address, UntouchedClock.running(address) as clock:
        watching = asyncio.create_task(spectators.run())
        async with playing(address, ledger, pairs) as faults:
            await asyncio.sleep(BETWEEN)
            for turn in range(times):
                await FAULTS[fault][0](cluster, turn)
                await asyncio.sleep(BETWEEN)
            idle = ledger.longest_idle()
        await asyncio.sleep(SETTLE)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        paid = await clock.used()
    wrong, unseen = count_wrong(cluster.postgres.url(), ledger), spectators.unseen()
    moves = sum(map(len, ledger.moves.values()))
    print(
        f"{fault}: {times} times, {moves:,} acknowledged moves in {len(ledger.moves)} matches: {wrong} lost or doubled"
    )
    print(f"  the longest time without a move in a match {idle:.1f} s; players that stopped: {faults or 'none'}")
    print(
        f"  spectators at each server saw a move {spectators.longest_delay():.1f} s late at most; {unseen} saw no end"
    )
    print(f"  a clock that nobody touched went {paid:.1f} s in {clock.waited:.1f} s")
    if ready_after:
        print(f"  ready {max(ready_after):.1f} s at most after the database was")
    return not wrong and not faults and not unseen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fault", choices=(*FAULTS, *SCENARIOS), default="server")
    parser.add_argument("--all", action="store_true", help="every fault, as often as the documentation says")
    parser.add_argument("--times", type=int, help="how often")
    parser.add_argument("--pairs", type=int, default=6, help="pairs of players")
    parser.add_argument("--rate", type=float, default=500, help="moves per second under rolling restarts")
    arguments = parser.parse_args()
    wanted = (*FAULTS, *SCENARIOS) if arguments.all else (arguments.fault,)
    held = [_run(fault, arguments) for fault in wanted]
    return 0 if all(held) else 1


def _run(fault: str, arguments: argparse.Namespace) -> bool:
    with tempfile.TemporaryDirectory() as folder, a_topology(Path(folder)) as cluster:
        if fault in FAULTS:
            return asyncio.run(under_play(cluster, fault, arguments.times or FAULTS[fault][1], arguments.pairs))
        scenario, usual = SCENARIOS[fault]
        return asyncio.run(scenario(cluster, arguments.times or usual, arguments.rate))


if __name__ == "__main__":
    sys.exit(main())
