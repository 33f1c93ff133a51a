"""Attacks beneath the level of requests and messages, for benchmarks/attacks.py: bytes that take long to read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import httpx
from websockets.frames import Frame, Opcode

ATTACKER = "127.0.0.9"
AT_ONCE = 64_000
"""Bytes that are sent before the server's reaction is looked at."""
LONGEST = 5.0
"""Seconds for one connection."""
TOGETHER = 14
"""Connections of one step: the address may have 300 in all."""
HANDSHAKE = (
    b"GET /ws/lobby HTTP/1.1\r\nhost: damero\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n"
)
CHUNKED = (
    b"POST /api/guests HTTP/1.1\r\nhost: damero\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
)
HEALTH = b"GET /api/health HTTP/1.1\r\nhost: damero\r\n\r\n"


def _frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


PING, PIECE = _frame(Opcode.PING), _frame(Opcode.CONT, fin=False)
PONG = _frame(Opcode.TEXT, b'{"type":"pong","id":0}')


async def tiny_pieces(http: httpx.AsyncClient, _match_id: str) -> None:
    """A body that comes byte by byte, in the shape that takes longest to read."""
    await _send(http, CHUNKED, b"1\r\nx\r\n", times=200_000)


async def pipelining(http: httpx.AsyncClient, _match_id: str) -> None:
    """Thousands of requests in one stream, without waiting for an answer."""
    await _send(http, b"", HEALTH, times=2_000)


async def at_once(http: httpx.AsyncClient, _match_id: str) -> None:
    """Connections that are opened first and then all ask at the same moment."""
    async with AsyncExitStack() as stack:
        opened = [await stack.enter_async_context(_connected(http)) for _ in range(TOGETHER)]
        for _, writer in opened:
            writer.write(HEALTH)
        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*(reader.read(65536) for reader, _ in opened))


async def malformed(http: httpx.AsyncClient, _match_id: str) -> None:
    await _send(http, b"nonsense\r\n\r\n", b"", times=0)


async def pings(http: httpx.AsyncClient, _match_id: str) -> None:
    await _send(http, HANDSHAKE, PING, times=100_000)


async def empty_pieces(http: httpx.AsyncClient, _match_id: str) -> None:
    await _send(http, HANDSHAKE + _frame(Opcode.TEXT, fin=False), PIECE, times=100_000)


async def frames(http: httpx.AsyncClient, _match_id: str) -> None:
    """Frames just below the limit of a connection, for as long as the server allows."""
    async with _connected(http) as (reader, writer):
        writer.write(HANDSHAKE)
        await reader.readuntil(b"\r\n\r\n")
        for _ in range(200):
            writer.write(PONG)
            await asyncio.sleep(0.055)


async def _send(http: httpx.AsyncClient, head: bytes, repeated: bytes, times: int) -> None:
    """Sends until everything is sent or the server has closed the connection; reads what comes."""
    async with _connected(http) as (reader, writer), asyncio.timeout(LONGEST):
        reading = asyncio.create_task(_read_all(reader))
        try:
            writer.write(head)
            await _repeat(writer, repeated, times, reading)
            await reading
        finally:
            reading.cancel()


async def _repeat(writer: asyncio.StreamWriter, repeated: bytes, times: int, reading: asyncio.Task[None]) -> None:
    together = AT_ONCE // max(1, len(repeated))
    for _ in range(0, times, together):
        if reading.done():
            return
        writer.write(repeated * together)
        await writer.drain()
        await asyncio.sleep(0)


async def _read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


@asynccontextmanager
async def _connected(http: httpx.AsyncClient) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        host, port = http.base_url.host, http.base_url.port or 80
        reader, writer = await asyncio.open_connection(host, port, local_addr=(ATTACKER, 0))
        try:
            yield reader, writer
        finally:
            writer.close()
