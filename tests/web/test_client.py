"""The Python client, over connections that fail."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest
from tests.web.playing import a_match
from tests.web.servers import guests
from websockets.exceptions import ConnectionClosedError

from damero.client import Client, Disconnected, Live, Refusal
from damero.client.keepsakes import Nonces, Receipts
from damero.web import wire

pytestmark = pytest.mark.asyncio


class Wire:
    """A wire between client and server that can be cut in one direction, and then breaks."""

    def __init__(self) -> None:
        self.cut = False
        """Whether what the server sends is lost; the connection breaks with the first loss."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def carry(self, address: str, up: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server = urlsplit(address)
        down, to_server = await asyncio.open_connection(server.hostname, server.port)
        await asyncio.gather(self._forward(up, to_server), self._deliver(down, to_client, to_server))

    async def _forward(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            target.write(data)
        target.close()

    async def _deliver(
        self, source: asyncio.StreamReader, to_client: asyncio.StreamWriter, to_server: asyncio.StreamWriter
    ) -> None:
        while (data := await source.read(65_536)) and not self.cut:
            to_client.write(data)
        to_client.transport.abort()
        to_server.transport.abort()


@asynccontextmanager
async def through_a_wire(address: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to the server, and the address of its near end."""
    carried = Wire()
    near = await asyncio.start_server(lambda up, down: carried.carry(address, up, down), "127.0.0.1", 0)
    host, port = near.sockets[0].getsockname()
    try:
        yield carried, f"http://{host}:{port}"
    finally:
        near.close()


@pytest.mark.parametrize("knows_version", [True, False])
async def test_a_move_sent_again_after_the_connection_broke_is_in_the_state_when_it_is_answered(
    server: str, knows_version: bool
) -> None:
    async with guests(server, 2) as (ana, ben), through_a_wire(server) as (carried, near):
        match_id = await a_match(ana, ben, "drafti")
        async with Client(near, ana.token) as client:
            async with client.watch(match_id) as live:
                await anext(aiter(live))
                known = live.version
                carried.cut = True
                with pytest.raises(Disconnected):
                    await live.play("21-17", "the-move")
            carried.cut = False
            async with client.watch(match_id, known if knows_version else None) as live:
                ack = await live.play("21-17", "the-move", known)
                assert live.version >= ack.version
                assert live.state.moves == ()
        assert len((await ben.match(match_id)).record) == 1


async def test_a_command_that_the_server_cannot_read_is_refused_and_the_connection_goes_on(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        async with ana.watch(match_id) as live:
            with pytest.raises(Refusal, match="MALFORMED"):
                await live.play("21-17", "an id with spaces")
            await live.play("21-17", "a-better-id")


async def test_the_state_shows_a_move_as_soon_as_it_is_answered(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        async with ana.watch(match_id) as white, ben.watch(match_id) as black:
            for live, move in ((white, "21-17"), (black, "9-13"), (white, "17-14")):
                async for state in live:
                    if state.moves:
                        break
                ack = await live.play(move)
                assert live.version >= ack.version
                assert live.record[-1].text == move


@pytest.mark.parametrize("game", ["drafti", "banqi"])
async def test_two_who_seek_the_same_game_meet_and_both_take_part_in_its_chance(server: str, game: str) -> None:
    async with guests(server, 2) as (ana, ben):
        waiting = await ana.seek(game, clock={"base": 300_000})
        found = await ben.seek(game, clock={"base": 300_000})
        assert found.match.id == waiting.match.id
        shown = await ana.match(waiting.match.id)
        assert shown.state.status is wire.Status.ACTIVE
        told = [one.nonce for one in shown.state.fairness.nonces]
        assert len(told) == (2 if game == "banqi" else 0)
        assert None not in told


class Proxy:
    """Answers every request in the server's place."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.answer)
        await writer.drain()
        writer.close()


@pytest.mark.parametrize("body", [b"", b"<html>", b'{"other": 1}'])
async def test_an_error_that_does_not_come_from_the_server_is_a_lost_connection(body: bytes) -> None:
    head = b"HTTP/1.1 502 Bad Gateway\r\nretry-after: 7\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
    listener = await asyncio.start_server(Proxy(head % len(body) + body), "127.0.0.1", 0)
    async with listener, Client(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}") as client:
        with pytest.raises(Disconnected, match="502") as lost:
            await client.games()
    assert lost.value.retry_after == 7


async def test_a_refusal_says_how_long_to_wait() -> None:
    body = b'{"title":"","status":429,"code":"TOO_MANY_REQUESTS","detail":"Later.","retry_after":2500}'
    answer = b"HTTP/1.1 429 Later\r\ncontent-length: %d\r\nconnection: close\r\n\r\n" % len(body) + body
    listener = await asyncio.start_server(Proxy(answer), "127.0.0.1", 0)
    async with listener, Client(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}") as client:
        with pytest.raises(Refusal) as refused:
            await client.games()
    assert refused.value.is_temporary
    assert refused.value.retry_after == 2.5


class DyingSocket:
    """The connection is lost while a frame is being sent: the reader notices before the sender."""

    def __init__(self) -> None:
        self._dying = asyncio.Event()

    async def send(self, _text: str) -> None:
        self._dying.set()
        for _ in range(5):
            await asyncio.sleep(0)
        raise ConnectionClosedError(None, None)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        await self._dying.wait()
        for frame in ():
            yield frame


async def test_a_command_whose_connection_is_lost_while_it_is_sent_leaves_no_exception_behind() -> None:
    live, unretrieved = Live(DyingSocket(), "match", Receipts(), Nonces()), list[object]()  # type: ignore[arg-type]
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unretrieved.append(context))
    listening = asyncio.create_task(live.listen())
    with pytest.raises(Disconnected):
        await live.resign()
    await listening
    gc.collect()
    assert not unretrieved
