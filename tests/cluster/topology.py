"""A whole cluster as processes of this machine: servers, workers, PostgreSQL, Valkey and the proxies between them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import httpx
import psycopg
from tests.cluster.processes import PostgresServer, ValkeyServer
from tests.ports import free_port

Process = subprocess.Popen[bytes]
Pump: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Connect: TypeAlias = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None]]
WORKERS = "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '2 seconds'"
"""Those that are alive."""


@dataclass
class Topology:
    """Servers are known by their ports."""

    folder: Path
    postgres: PostgresServer
    valkey: ValkeyServer = field(default_factory=ValkeyServer)
    ports: tuple[int, int] = field(default_factory=lambda: (free_port(), free_port()))
    servers: dict[int, Process] = field(default_factory=dict)
    workers: dict[int, Process] = field(default_factory=dict)
    databases: dict[int, str] = field(default_factory=dict)
    """The address of the database for servers that reach it by another way."""
    environments: dict[int, dict[str, str]] = field(default_factory=dict)
    engine_workers: int = 1
    """Of each server; with 0 engines think in the workers."""

    def start_server(self, port: int) -> None:
        database = self.databases.get(port, self.postgres.url())
        where = ["--port", str(port), "--data", str(self.folder / str(port))]
        options = ["--database", database, "--bus", self.valkey.url, "--name", str(port)]
        command = ["serve", "--no-browser", *where, *options, "--engine-workers", str(self.engine_workers)]
        self.servers[port] = self._start(str(port), command, self.environments.get(port, {}))

    def start_worker(self, number: int) -> None:
        command = ["worker", "--processes", "1", "--database", self.postgres.url(), "--name", f"worker-{number}"]
        self.workers[number] = self._start(f"worker-{number}", command, {})

    def end_server(self, port: int, how: signal.Signals) -> None:
        _end(self.servers.pop(port), how)

    def end_worker(self, number: int, how: signal.Signals) -> None:
        """With all its processes."""
        process = self.workers.pop(number)
        if how is signal.SIGKILL:
            os.killpg(process.pid, signal.SIGKILL)
        _end(process, how)

    def number(self, query: str) -> int:
        """What a query counts in the database."""
        with psycopg.connect(self.postgres.url()) as connection:
            found = connection.execute(query.encode()).fetchone()
        return int(found[0]) if found else 0

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def close(self) -> None:
        for process in (*self.servers.values(), *self.workers.values()):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.servers.clear()
        self.workers.clear()

    def _start(self, name: str, command: list[str], environment: dict[str, str]) -> Process:
        given = {**os.environ, "DAMERO_TABLEBASE_PIECES": "0", **environment}
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "damero", *command], stdout=log, stderr=log, start_new_session=True, env=given
            )


@contextmanager
def a_topology(folder: Path) -> Iterator[Topology]:
    """Nothing but PostgreSQL, with its tables, and Valkey run at first. PostgreSQL keeps its data on the disk."""
    folder.chmod(0o755)
    (folder / "postgres").mkdir()
    postgres = PostgresServer(folder / "postgres")
    postgres.start()
    topology = Topology(folder, postgres)
    topology.valkey.start()
    try:
        migrate = [sys.executable, "-m", "damero", "migrate", "--database", postgres.url()]
        subprocess.run(migrate, check=True, stdout=subprocess.DEVNULL)
        yield topology
    finally:
        topology.close()
        topology.valkey.kill()
        topology.postgres.kill()


async def wait_ready(*ports: int) -> None:
    async with httpx.AsyncClient() as http:
        for port in ports:
            while not await is_ready(http, port):
                await asyncio.sleep(0.05)


async def is_ready(http: httpx.AsyncClient, port: int) -> bool:
    with suppress(httpx.HTTPError):
        return (await http.get(f"http://127.0.0.1:{port}/api/ready", timeout=10)).status_code == 200
    return False


@asynccontextmanager
async def balanced(ports: tuple[int, ...]) -> AsyncIterator[str]:
    """The address of a proxy that gives each new connection to the next server that accepts it."""
    turns = cycle(range(len(ports)))

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        first = next(turns)
        for port in (*ports[first:], *ports[:first]):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None

    async with _proxy(connect, lambda: (_pump, _pump)) as port:
        yield f"http://127.0.0.1:{port}"


class StallingProxy:
    """Between a server and PostgreSQL. While it stalls, connections stay open and nothing gets through."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    def stall(self) -> None:
        self._open.clear()

    def resume(self) -> None:
        self._open.set()

    @asynccontextmanager
    async def running(self, url: str) -> AsyncIterator[str]:
        """The address by which the database is reached through this proxy."""
        there = urlsplit(url)

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
            await self._open.wait()
            with suppress(OSError):
                return await asyncio.open_connection(there.hostname, there.port)
            return None

        pump = partial(_pump, before_each=self._open.wait)
        async with _proxy(connect, lambda: (pump, pump)) as port:
            yield there._replace(netloc=f"{there.username}@127.0.0.1:{port}").geturl()


class LosingProxy:
    """Between a server and PostgreSQL. It can end a connection after a commit, before the answer gets through."""

    def __init__(self) -> None:
        self._is_losing = False
        self.lost = 0

    def lose_next_commit(self) -> None:
        self._is_losing = True

    @asynccontextmanager
    async def running(self, url: str) -> AsyncIterator[str]:
        """The address by which the database is reached through this proxy."""
        there = urlsplit(url)

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            return await asyncio.open_connection(there.hostname, there.port)

        async with _proxy(connect, self._pumps) as port:
            yield there._replace(netloc=f"{there.username}@127.0.0.1:{port}").geturl()

    def _pumps(self) -> tuple[Pump, Pump]:
        """Of a new connection."""
        doomed = asyncio.Event()
        return partial(self._ask, doomed=doomed), partial(self._answer, doomed=doomed)

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, doomed: asyncio.Event) -> None:
        with suppress(OSError):
            while content := await reader.read(65_536):
                if self._is_losing and b"COMMIT" in content:
                    self._is_losing = False
                    doomed.set()
                writer.write(content)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, doomed: asyncio.Event) -> None:
        with suppress(OSError):
            while content := await reader.read(65_536):
                if doomed.is_set():
                    self.lost += 1
                    break
                writer.write(content)
        writer.close()


@asynccontextmanager
async def _proxy(connect: Connect, pumps: Callable[[], tuple[Pump, Pump]]) -> AsyncIterator[int]:
    """Its port. Each connection gets pumps of its own: for what is asked, and for what is answered."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        upstream: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        with suppress(asyncio.CancelledError):
            upstream = await connect()
            if upstream is not None:
                ask, answer = pumps()
                await asyncio.gather(ask(reader, upstream[1]), answer(upstream[0], writer))
        for end in (writer, *(upstream[1:] if upstream is not None else ())):
            end.close()
            with suppress(OSError):
                await end.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, before_each: Callable[[], object] = lambda: None
) -> None:
    try:
        with suppress(OSError):
            while content := await reader.read(65_536):
                if (waiting := before_each()) is not None:
                    await waiting  # type: ignore[misc]
                writer.write(content)
                await writer.drain()
    finally:
        writer.close()


def _end(process: Process, how: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        process.send_signal(how)
    process.wait()
