"""Kills and stalls the parts of a cluster under play, and counts what was lost.

    python -m benchmarks.cluster_faults --fault server --times 5
    python -m benchmarks.cluster_faults --fault database --times 5

Two `damero serve`, a PostgreSQL on the disk and a Valkey run as processes of this machine, behind a proxy that gives
each connection to either server. Pairs of players of all families play at random over WebSocket and HTTP and send a
move again, under the same id, until it is acknowledged. At the end every acknowledged move must be in the database
once, in its place, and every match must replay. The longest silence is the longest time in which nobody at all got an
acknowledgement.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import httpx
import psycopg
from tests.cluster.processes import PostgresServer, ValkeyServer, free_port
from tests.web.crashing import Ledger, Pair

from damero.domain.match import replay
from damero.infrastructure.encoding import stored_events

FAMILIES = (["drafti", "international"], ["barrage"], ["banqi"])
BETWEEN = 4.0
"""Seconds of play between two faults."""
PAUSED = 5.0


@dataclass
class Cluster:
    folder: Path
    postgres: PostgresServer
    valkey: ValkeyServer = field(default_factory=ValkeyServer)
    ports: tuple[int, int] = field(default_factory=lambda: (free_port(), free_port()))
    servers: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)
    worker: subprocess.Popen[bytes] | None = None

    def start_server(self, port: int) -> None:
        options = ["--database", self.postgres.url(), "--bus", self.valkey.url, "--name", str(port)]
        where = ["--port", str(port), "--data", str(self.folder / str(port)), "--engine-workers", "1"]
        command = [sys.executable, "-m", "damero", "serve", "--no-browser", *where, *options]
        with (self.folder / f"{port}.log").open("ab") as log:
            self.servers[port] = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)

    def end_server(self, port: int, how: signal.Signals) -> None:
        process = self.servers.pop(port)
        process.send_signal(how)
        process.wait()

    def close(self) -> None:
        for port in tuple(self.servers):
            os.killpg(self.servers[port].pid, signal.SIGKILL)
            self.servers.pop(port).wait()
        self.valkey.kill()
        self.postgres.kill()


async def wait_ready(port: int) -> None:
    async with httpx.AsyncClient() as http:
        while True:
            with suppress(httpx.HTTPError):
                if (await http.get(f"http://127.0.0.1:{port}/api/ready", timeout=5)).status_code == 200:
                    return
            await asyncio.sleep(0.05)


async def balance(ports: tuple[int, int]) -> asyncio.Server:
    """A proxy that gives each new connection to the next server that accepts it."""
    turns = cycle(range(2))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(turns)
        for port in (ports[first], ports[1 - first]):
            with suppress(OSError):
                upstream = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pump(reader, upstream[1]), _pump(upstream[0], writer))
                return
        writer.close()

    return await asyncio.start_server(serve, "127.0.0.1", 0)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while content := await reader.read(65_536):
            writer.write(content)
            await writer.drain()
    writer.close()


async def inflict(cluster: Cluster, fault: str, turn: int) -> None:
    port = cluster.ports[turn % 2]
    match fault:
        case "server":
            cluster.end_server(port, signal.SIGKILL)
            cluster.start_server(port)
            await wait_ready(port)
        case "restart":
            await asyncio.to_thread(cluster.end_server, port, signal.SIGTERM)
            cluster.start_server(port)
            await wait_ready(port)
        case "database":
            cluster.postgres.kill()
            await asyncio.to_thread(cluster.postgres.start)
        case "bus":
            cluster.valkey.kill()
            await asyncio.sleep(1)
            cluster.valkey.start()
        case "pause":
            cluster.valkey.pause()
            await asyncio.sleep(PAUSED)
            cluster.valkey.resume()


async def watch_silence(ledger: Ledger, silences: list[float]) -> None:
    while True:
        await asyncio.sleep(0.05)
        silences.append(time.monotonic() - ledger.last if ledger.last else 0.0)


def verify(url: str, ledger: Ledger) -> tuple[int, int]:
    """The acknowledged moves, and how many of them are missing, doubled or in another place."""
    wrong = 0
    with psycopg.connect(url) as connection:
        query = "SELECT seq, kind, body, command FROM event WHERE match = %s ORDER BY seq"
        for match_id, moves in ledger.moves.items():
            rows = connection.execute(query, (match_id,), binary=True).fetchall()
            events = [one for row in rows for one in stored_events(*row)]
            assert [one.seq for one in events] == list(range(1, len(events) + 1))
            replay(one.event for one in events)
            wrong += sum(type(events[version - 1].event).__name__ not in PLAYED for version, _ in moves if version)
            wrong += len(moves) - len({version for version, _ in moves})
            wrong += sum(version > len(events) for version, _ in moves)
    return sum(map(len, ledger.moves.values())), wrong


PLAYED = ("MovePlayed", "MatchFinished")


async def run(fault: str, times: int, pairs: int, folder: Path) -> int:
    folder.chmod(0o755)
    (folder / "postgres").mkdir()
    postgres = PostgresServer(folder / "postgres")
    postgres.start()
    cluster = Cluster(folder, postgres)
    cluster.valkey.start()
    subprocess.run([sys.executable, "-m", "damero", "migrate", "--database", postgres.url()], check=True)
    try:
        return await _play(cluster, fault, times, pairs)
    finally:
        cluster.close()


async def _play(cluster: Cluster, fault: str, times: int, pairs: int) -> int:
    for port in cluster.ports:
        cluster.start_server(port)
    for port in cluster.ports:
        await wait_ready(port)
    proxy, ledger, silences = await balance(cluster.ports), Ledger(), list[float]()
    address = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    players = [
        asyncio.create_task(Pair(address, FAMILIES[n % 3], ledger, n, over_http=n % 2 == 1).run()) for n in range(pairs)
    ]
    await asyncio.sleep(BETWEEN)
    watching = asyncio.create_task(watch_silence(ledger, silences))
    for turn in range(times):
        await inflict(cluster, fault, turn)
        await asyncio.sleep(BETWEEN)
    watching.cancel()
    ledger.stopping = True
    done, late = await asyncio.wait(players, timeout=30)
    faults = [repr(task.exception()) for task in done if task.exception()]
    for task in late:
        task.cancel()
    moves, wrong = verify(cluster.postgres.url(), ledger)
    print(
        f"{fault}: {times} times, {moves:,} acknowledged moves in {len(ledger.moves)} matches, {wrong} lost or doubled"
    )
    print(
        f"longest silence {max(silences):.1f} s; players that stopped: {faults or 'none'}; still waiting: {len(late)}"
    )
    return 1 if wrong or faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fault", choices=("server", "restart", "database", "bus", "pause"), default="server")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=6)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(arguments.fault, arguments.times, arguments.pairs, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
