"""A connection that ends leaves no reference cycles, so that its memory is freed without a search."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing
from pathlib import Path

import pytest
from litestar import WebSocket
from tests.web.servers import NO_LIMITS, a_server, guests
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from damero.client import Client
from damero.web.live.broadcast import Watcher
from damero.web.live.connection import Connection
from damero.web.live.websocket_protocol import WebSocketProtocol

KINDS = WebSocketProtocol, Connection, WebSocket, Watcher
Visit = Callable[[Client, str], Awaitable[None]]


@pytest.fixture(autouse=True)
def no_search() -> Iterator[None]:
    """The collector would find what a connection left."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def _watch(client: Client, match_id: str) -> None:
    async with client.watch(match_id) as live:
        await anext(aiter(live))


async def _vanish(client: Client, match_id: str) -> None:
    """The network fails: there is no closing handshake."""
    async with connect(_url(client, f"/ws/matches/{match_id}")) as socket:
        await socket.send('{"type": "hello", "version": null}')
        await socket.recv()
        socket.transport.abort()


async def _lobby(client: Client, _match_id: str) -> None:
    async with aclosing(client.lobby()) as frames:
        await anext(frames)


async def _analysis(client: Client, _match_id: str) -> None:
    async with aclosing(client.analyse(game="drafti")) as found:
        await anext(found)


async def _no_hello(client: Client, match_id: str) -> None:
    async with connect(_url(client, f"/ws/matches/{match_id}")) as socket:
        await _refused(socket, "nothing that is understood")


async def _from_elsewhere(client: Client, match_id: str) -> None:
    async with connect(_url(client, f"/ws/matches/{match_id}"), origin="http://elsewhere.example") as socket:
        await _refused(socket)


async def _refused(socket: AsyncIterator[object], *sent: str) -> None:
    try:
        for text in sent * 3:
            await socket.send(text)  # type: ignore[attr-defined]
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass


def _url(client: Client, path: str) -> str:
    return client.address.replace("http", "ws", 1) + path


@pytest.mark.parametrize("visit", [_watch, _vanish, _lobby, _analysis, _no_hello, _from_elsewhere])
@pytest.mark.asyncio
async def test_a_connection_that_ends_is_freed_at_once(visit: Visit, tmp_path: Path) -> None:
    with a_server(tmp_path, NO_LIMITS) as address:
        async with guests(address, 1) as (ana,):
            match_id = (await ana.create("drafti", "here")).match.id
            for _ in range(3):
                await visit(ana, match_id)
            async with asyncio.timeout(120):  # an engine on a busy machine ends late
                while _connections():
                    await asyncio.sleep(0.05)


def _connections() -> int:
    return sum(issubclass(type(one), KINDS) for one in gc.get_objects())
