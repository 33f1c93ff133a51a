"""Invalid frames on a WebSocket: a typed error or a close code, never a traceback, and the server plays on."""

from __future__ import annotations

import json
import logging
from random import Random

import pytest
from tests.web.servers import guests
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damero.client import Client
from damero.web import wire

pytestmark = pytest.mark.asyncio
CODES = {1000, 1002, 1003, 1007, 1008, 1009, 4400, 4404, 4408, 4409, 4429}
HELLO = b'{"type":"hello"}'
TYPES = (
    "hello",
    "pong",
    "nonce",
    "play",
    "place",
    "offer",
    "join",
    "accept",
    "decline",
    "resign",
    "abort",
    "claim",
    "nonsense",
)
VALUES: tuple[object, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**64, 10**400, 1.5, -0.0, "", "x" * 1000, "\x00", "\ud800", "💣", "22x15",
    [], [[]], ["22"] * 150, {}, {"square": "a1"}, [None], [{"square": "a1", "kind": "red-flag"}],
)  # fmt: skip
FIELDS = ("command_id", "version", "squares", "text", "hop", "seat", "pieces", "kind", "offer", "id", "token", "extra")
DEEP = b"[" * 2000 + b"]" * 2000
DEEP_OBJECT = b'{"a":' * 1000 + b"1" + b"}" * 1000


def _random_frame(random: Random) -> bytes | str:
    kind = random.randrange(6)
    if kind == 0:
        return random.randbytes(random.randrange(200))
    if kind == 1:
        return random.choice(
            (DEEP, DEEP_OBJECT, b"", b"null", b"[]", b'"hello"', b"{", b'{"type":1}', b"NaN", b"\xff\xfe")
        )
    if kind == 2:
        return b'{"type":"play","command_id":"a","x":' + random.choice((DEEP, b"1e999", b"-0", b"1" * 4000)) + b"}"
    fields = {field: random.choice(VALUES) for field in random.sample(FIELDS, random.randrange(6))}
    text = json.dumps({"type": random.choice(TYPES), **fields})
    return text if random.random() < 0.7 else text.encode()


async def _close_code(socket: ClientConnection, frames: list[bytes | str]) -> int | None:
    """Sends the frames; reads whatever comes. Every answer must be a frame of the protocol."""
    try:
        for frame in frames:
            await socket.send(frame)
        while True:
            wire.read_server_frame(await socket.recv())
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize("seed", range(8))
async def test_nonsense_gets_an_error_or_a_close_code(server: str, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(seed)
    async with guests(server, 1) as (ana,):
        match_id = (await ana.create(random.choice(("drafti", "stratego", "banqi")), "here")).match.id
        with caplog.at_level(logging.WARNING):
            for _ in range(12):
                frames = [HELLO.decode(), *(_random_frame(random) for _ in range(12)), "{", "{", "{"]
                assert await _close_code(await _open(ana, match_id), frames) in CODES
        assert not [record for record in caplog.records if record.exc_info]
        assert (await ana.match(match_id)).version >= 1
        async with ana.watch(match_id) as live:
            async for state in live:
                assert state
                break


async def _open(client: Client, match_id: str, path: str = "matches") -> ClientConnection:
    address = f"{client.address.replace('http', 'ws', 1)}/ws/{path}" + (f"/{match_id}" if path == "matches" else "")
    return await connect(address, additional_headers={"authorization": f"Bearer {client.token}"}, max_size=None)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([HELLO.decode(), "x" * (wire.LONGEST_FRAME + 1)], 1009),
        (["{", "{", "{"], 4400),
        (['{"type":"resign","command_id":"c"}'], 4408),
    ],
)
async def test_each_fault_has_its_close_code(server: str, frames: list[bytes | str], code: int) -> None:
    async with guests(server, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        assert await _close_code(await _open(ana, match_id), frames) == code


async def test_a_match_that_does_not_exist_is_closed_with_its_own_code(server: str) -> None:
    async with guests(server, 1) as (ana,):
        assert await _close_code(await _open(ana, "nosuchmatch1"), [HELLO.decode()]) == 4404


async def test_other_sites_get_no_live_line(server: str) -> None:
    async with guests(server, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        address = f"{server.replace('http', 'ws', 1)}/ws/matches/{match_id}"
        socket = await connect(address, origin="https://evil.example")  # type: ignore[arg-type]
        assert await _close_code(socket, []) == 1008


async def test_the_lobby_tells_its_seeks_and_endures_nonsense(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        socket = await _open(ana, "", "lobby")
        frame = wire.read_server_frame(await socket.recv())
        while not isinstance(frame, wire.Lobby):
            frame = wire.read_server_frame(await socket.recv())
        created = await ben.create("drafti", "anyone")
        while created.match.id not in [seek.id for seek in frame.seeks]:
            frame = wire.read_server_frame(await socket.recv())
            if not isinstance(frame, wire.Lobby):
                frame = wire.Lobby((), 0)
        assert await _close_code(socket, ["nonsense"]) == 4400


BODIES = (
    b"", b"null", b"[]", b"{", DEEP, DEEP_OBJECT, b'{"game":' + DEEP + b"}", b"\xff\xfe", b'{"game":"\\ud800"}',
    b"1" * 4000, b'{"level":1' + b"0" * 400 + b"}", b'{"game":NaN}', b'{"a":1,"a":2}', b"x" * 9000,
)  # fmt: skip


async def test_bodies_that_are_nonsense_are_refused_with_a_reason(server: str) -> None:
    async with guests(server, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        for path in ("guests", "accounts", "matches", f"matches/{match_id}/moves", "games/drafti/positions", "ai/move"):
            for body in BODIES:
                answer = await ana.send("POST", f"/api/{path}", body)
                assert answer.status_code in (400, 413), (path, body[:40])
                assert answer.headers["content-type"] == "application/problem+json"
                assert answer.json()["detail"]
