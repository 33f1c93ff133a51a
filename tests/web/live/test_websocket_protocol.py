"""What comes over a WebSocket beneath its messages: pings, pieces of messages, and bytes that are no text."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server, guests
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from damero.bootstrap import Settings
from damero.web.limits import Gate, Rate
from damero.web.live import websocket_protocol

pytestmark = pytest.mark.asyncio
TIGHT = replace(NO_LIMITS, raw_frames_by_connection=Rate(burst=30, per_second=0.001))
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nhost: damero\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)


def _bytes(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


FLOODS = {
    "pings": [_bytes(Opcode.PING)],
    "pongs": [_bytes(Opcode.PONG)],
    "pieces of a message": [_bytes(Opcode.CONT, fin=False)],
    "messages": [_bytes(Opcode.TEXT, b"{}")],
}


def _socket_address(address: str, path: str) -> str:
    return address.replace("http", "ws", 1) + path


async def _close_code(connection: ClientConnection) -> int | None:
    async with asyncio.timeout(30):
        await connection.wait_closed()
    return connection.close_code


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_closes_its_connection(tmp_path: Path, kind: str) -> None:
    with a_server(tmp_path, TIGHT) as address:
        async with connect(_socket_address(address, "/ws/lobby")) as connection:
            first = [_bytes(Opcode.TEXT, fin=False)] if kind == "pieces of a message" else []
            connection.transport.write(b"".join([*first, *FLOODS[kind] * 40]))
            assert await _close_code(connection) in (4429, 4400)


FORWARDED = {"x-forwarded-for": "198.51.100.7"}


async def test_behind_a_proxy_a_flood_is_charged_to_the_client_that_sent_it(tmp_path: Path) -> None:
    limits = replace(TIGHT, requests_by_address=Rate(burst=60, per_second=0.01), loopback=1)
    settings = Settings(data_dir=tmp_path, limits=limits, trusted_proxies=("127.0.0.1",))
    with a_server(tmp_path, settings=settings) as address:
        for _ in range(2):
            async with connect(_socket_address(address, "/ws/lobby"), additional_headers=FORWARDED) as connection:
                connection.transport.write(FLOODS["pings"][0] * 40)
                assert await _close_code(connection) == 4429
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            of_proxy, of_client = await client.get("/api/games"), await client.get("/api/games", headers=FORWARDED)
    assert (of_proxy.status_code, of_client.status_code) == (200, 429)


async def test_pings_now_and_then_are_answered(tmp_path: Path) -> None:
    with a_server(tmp_path, TIGHT) as address:
        async with connect(_socket_address(address, "/ws/lobby")) as connection, asyncio.timeout(30):
            for _ in range(10):
                await (await connection.ping())


async def test_bytes_that_are_no_text_get_an_error_and_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with a_server(tmp_path) as address, caplog.at_level(logging.WARNING):
        async with connect(_socket_address(address, "/ws/matches/none")) as connection, asyncio.timeout(30):
            connection.transport.write(_bytes(Opcode.TEXT, b"\xff\xfe"))
            while (frame := json.loads(await connection.recv()))["type"] != "error":
                pass
            assert frame["code"] == "MALFORMED"
            connection.transport.write(_bytes(Opcode.TEXT, b"\xff\xfe") * 3)
            assert await _close_code(connection) == 4400
    assert not [record for record in caplog.records if record.exc_info]


async def test_wrong_frames_before_the_handshake_is_answered_end_the_connection_without_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    is_asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(_scope: object, _receive: object, send: Callable[[dict[str, str]], Awaitable[None]]) -> None:
        is_asked.set()
        await may_answer.wait()
        await send({"type": "websocket.accept"})

    config, state = Config(slow, lifespan="off"), ServerState()  # type: ignore[arg-type]
    protocol = websocket_protocol.websocket_protocol(Gate(NO_LIMITS))
    listening = await asyncio.get_running_loop().create_server(lambda: protocol(config, state, {}), "127.0.0.1")
    async with listening, asyncio.timeout(30):
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())
        writer.write(HANDSHAKE.format(path="/").encode())
        await is_asked.wait()
        writer.write(_bytes(Opcode.CONT, fin=False))
        with suppress(ConnectionError):
            assert await reader.read() == b""
        may_answer.set()
        await asyncio.gather(*state.tasks)
        writer.close()
    assert not caplog.records


@pytest.mark.parametrize("size", [1, 2, 3, 7, 20, 45, 1_000])
async def test_frames_are_read_alike_in_whatever_pieces_they_arrive(tmp_path: Path, size: int) -> None:
    """A message, a ping, a message in two frames with a ping between them, and another message."""
    sent = [
        _bytes(Opcode.TEXT, b'{"type":"nothing"}'),
        _bytes(Opcode.PING, b"one"),
        _bytes(Opcode.TEXT, b'{"type":', fin=False),
        _bytes(Opcode.PING, b"two"),
        _bytes(Opcode.CONT, b'"hello"}'),
    ]
    data = b"".join(sent)
    with a_server(tmp_path) as address:
        async with connect(_socket_address(address, "/ws/matches/none")) as connection, asyncio.timeout(30):
            await connection.recv()
            for start in range(0, len(data), size):
                connection.transport.write(data[start : start + size])
                await asyncio.sleep(0.002)
            codes = [json.loads(await connection.recv()).get("code") for _ in range(2)]
            assert codes == ["MALFORMED", "NO_SUCH_MATCH"]
            assert await _close_code(connection) == 4404


async def test_a_client_that_takes_nothing_loses_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket_protocol, "TAKEN_WITHIN", 0.1)
    with a_server(tmp_path) as address:
        async with guests(address, 1) as (ana,):
            match_id = (await ana.create("international", "here")).match.id
        host, port = address.removeprefix("http://").split(":")
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect((host, int(port)))
            client.sendall(HANDSHAKE.format(path=f"/ws/matches/{match_id}").encode())
            client.setblocking(False)
            async with asyncio.timeout(60):
                await _send_until_refused(client, _bytes(Opcode.TEXT, b'{"type":"hello"}'))


async def _send_until_refused(client: socket.socket, data: bytes) -> None:
    """Never reads. The connection is gone when sending fails."""
    while True:
        try:
            client.send(data)
        except BlockingIOError:
            pass
        except ConnectionError:
            return
        await asyncio.sleep(0.002)
