"""A real server for tests, on its own port and its own file, in a thread of the test's process."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import fields
from pathlib import Path

import uvicorn

from damero.bootstrap import Settings, web_app
from damero.client import Client
from damero.web.limits import Limits, Rate
from damero.web.uvicorn_config import configure

BOUNDLESS = Rate(burst=1e9, per_second=1e9)
NO_LIMITS = Limits(
    **{field.name: BOUNDLESS for field in fields(Limits) if field.type == "Rate"},
    cpu_second=0,
    refused_after=0,
    connections_by_address=10**6,
    sockets_by_address=10**6,
    sockets_by_player=10**6,
    analyses_by_player=10**6,
)


@contextmanager
def a_server(data_dir: Path, limits: Limits = NO_LIMITS, settings: Settings | None = None) -> Iterator[str]:
    """Its address, while it runs."""
    with a_running_server(data_dir, limits, settings) as (address, _):
        yield address


@contextmanager
def a_running_server(
    data_dir: Path, limits: Limits = NO_LIMITS, settings: Settings | None = None
) -> Iterator[tuple[str, uvicorn.Server]]:
    settings = settings or Settings(data_dir=data_dir, limits=limits)
    config = configure(web_app(settings), grace=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        thread = threading.Thread(target=_run, args=(server, listener))
        thread.start()
        try:
            host, port = listener.getsockname()
            _wait_for(server, thread)
            yield f"http://{host}:{port}", server
        finally:
            server.should_exit = True
            thread.join()


def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    with suppress(SystemExit):
        server.run(sockets=[listener])


def _wait_for(server: uvicorn.Server, thread: threading.Thread) -> None:
    pause = threading.Event()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError("The server did not start.")
        pause.wait(0.01)


@asynccontextmanager
async def guests(address: str, count: int) -> AsyncIterator[list[Client]]:
    """This many guests, each with its own client."""
    clients = [Client(address) for _ in range(count)]
    try:
        for client in clients:
            await client.enter()
        yield clients
    finally:
        await asyncio.gather(*(client.__aexit__(None, None, None) for client in clients))
