"""Plays many games at once on one or more servers that share PostgreSQL and Valkey, and measures what they store.

    python -m benchmarks.cluster --servers 1 2 --rate 200 --seconds 20
    python -m benchmarks.cluster --servers 1 2 --rate 0 --seconds 20

The servers, PostgreSQL (on the disk, with `fsync`), Valkey and the players are processes of this machine; a proxy gives
each connection to either server, so that the two players of a game are often at different ones. Every move is judged by
the rules, stored and synced before it is acknowledged. With a rate of 0 every game goes on as soon as both players have
seen the last move; the machine is then full, and the players take a share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

from benchmarks.cluster_load import steady_play
from benchmarks.server_process import allow_many_sockets
from benchmarks.timings import quantiles
from tests.cluster.players import TimedLedger, count_wrong
from tests.cluster.topology import Topology, a_topology, balanced, wait_ready

TICKS = os.sysconf("SC_CLK_TCK")
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"


def cpu_seconds(process_id: int) -> float:
    """Processor time of a process, of its children and of those that have ended."""
    own = _times(process_id)
    children = Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()
    return own + sum(sum(_fields(int(child))[11:13]) / TICKS for child in children)


def _times(process_id: int) -> float:
    return sum(_fields(process_id)[11:15]) / TICKS


def _fields(process_id: int) -> list[int]:
    """From the state on, as in `man proc`; what is no number is 0."""
    try:
        words = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return [0] * 20
    return [int(word) if word.lstrip("-").isdigit() else 0 for word in words]


async def measure(cluster: Topology, ports: tuple[int, ...], arguments: argparse.Namespace) -> None:
    for port in ports:
        cluster.start_server(port)
    await wait_ready(*ports)
    ledger = TimedLedger()
    processes = {port: cluster.servers[port].pid for port in ports}
    postgres = cluster.postgres.process_id
    async with (
        balanced(ports) as address,
        steady_play(address, ledger, games=arguments.games, rate=arguments.rate) as faults,
    ):
        await asyncio.sleep(2)
        ledger.waits.clear()
        before = {port: cpu_seconds(pid) for port, pid in processes.items()}
        database, players, commits = cpu_seconds(postgres), time.process_time(), cluster.number(COMMITS)
        began, moves = time.perf_counter(), len(ledger.acknowledged_at)
        await asyncio.sleep(arguments.seconds)
        took, stored = time.perf_counter() - began, len(ledger.acknowledged_at) - moves
        used = sum(cpu_seconds(pid) - before[port] for port, pid in processes.items())
        database, players = cpu_seconds(postgres) - database, time.process_time() - players
        commits, waits = cluster.number(COMMITS) - commits, list(ledger.waits)
    wrong = count_wrong(cluster.postgres.url(), ledger)
    print(f"{len(ports)} server(s): {stored / took:.0f} durable moves per second; {quantiles(waits)}")
    print(f"  per processor second: {stored / used:.0f} of the servers, {stored / database:.0f} of PostgreSQL", end="")
    print(f"; the players used {100 * players / took:.0f} % of a processor")
    print(f"  {stored / max(1, commits):.1f} moves a transaction; {wrong} lost or doubled; stopped: {faults or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--servers", type=int, nargs="+", choices=(1, 2), default=[1, 2])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=0, help="moves per second; 0: as fast as possible")
    parser.add_argument("--seconds", type=float, default=20)
    arguments = parser.parse_args()
    allow_many_sockets()
    print(f"load of the machine: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")
    for count in arguments.servers:
        with tempfile.TemporaryDirectory() as folder, a_topology(Path(folder)) as cluster:
            asyncio.run(measure(cluster, cluster.ports[:count], arguments))


if __name__ == "__main__":
    main()
