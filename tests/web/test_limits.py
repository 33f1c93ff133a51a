"""How much one connection, one player and one address may do, and what happens to those who are too slow."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.servers import NO_LIMITS, a_server, guests
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from damero.client import Client, Refusal, new_id
from damero.domain.clock import Lag
from damero.web import limits as limits_module
from damero.web import wire
from damero.web.limits import Buckets, Gate, Limits, Rate
from damero.web.live import connection as connections
from damero.web.live.connection import LONGEST_QUEUE, TOO_SLOW, Connection
from damero.web.problems import TooManyError

TIGHT = replace(
    NO_LIMITS,
    frames_by_connection=Rate(burst=20, per_second=0.001),
    commands_by_player=Rate(burst=5, per_second=0.001),
    guests_by_address=Rate(burst=8, per_second=0.001),
    sockets_by_player=2,
    loopback=1,
)


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with a_server(tmp_path_factory.mktemp("tight"), TIGHT) as address:
        yield address


@given(
    burst=st.integers(1, 20),
    per_second=st.floats(0.1, 100),
    pauses=st.lists(st.floats(0, 3), min_size=1, max_size=100),
)
def test_a_bucket_never_gives_more_than_its_rate(burst: int, per_second: float, pauses: list[float]) -> None:
    now = 0.0
    buckets, rate, given_out = Buckets(lambda: now), Rate(burst, per_second), 0
    for pause in pauses:
        now += pause
        wait = _wait(buckets, rate)
        if wait:
            now += wait
            buckets.take(rate, "ana")
        given_out += 1
    assert given_out <= burst + now * per_second + 1e-6


def _wait(buckets: Buckets, rate: Rate) -> float:
    """Takes a token; how long one must wait for it, in seconds, if there is none."""
    try:
        buckets.take(rate, "ana")
    except TooManyError as refusal:
        return refusal.wait / 1000
    return 0.0


def test_the_number_of_buckets_is_bounded_and_the_longest_unused_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 100)
    now, rate = 0.0, Rate(5, 0.001)
    buckets = Buckets(lambda: now)
    for number in range(1_000):
        now += 1
        buckets.take(rate, f"stranger {number}")
        buckets.charge(rate, "ana", 1)
    assert len(buckets) == 100
    assert buckets.wait(rate, "ana", 1) > 0


def test_one_address_does_not_use_up_anothers_share() -> None:
    gate = Gate(Limits(requests_by_address=Rate(1, 0.001)), lambda: 0.0)
    gate.by_address(gate.limits.requests_by_address, "192.0.2.1")
    with pytest.raises(TooManyError):
        gate.by_address(gate.limits.requests_by_address, "192.0.2.1")
    gate.by_address(gate.limits.requests_by_address, "192.0.2.2")
    for _ in range(int(gate.limits.loopback)):
        gate.by_address(gate.limits.requests_by_address, "127.0.0.1")


@pytest.mark.asyncio
async def test_too_many_commands_are_told_how_long_to_wait(tight: str) -> None:
    async with guests(tight, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        for _ in range(5):
            with pytest.raises(Refusal, match="NOT_ABANDONED"):
                await ana.act(match_id, "claim", wire.Act(new_id()))
        answer = await ana.send("POST", f"/api/matches/{match_id}/claim", b'{"command_id":"c"}')
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert answer.json()["retry_after"] >= 1000
        async with ana.watch(match_id) as live:
            with pytest.raises(Refusal, match="TOO_MANY_REQUESTS"):
                await live.order(wire.ClaimFrame(new_id()))


@pytest.mark.asyncio
async def test_many_players_of_one_address_share_its_commands(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, commands_by_address=Rate(burst=2, per_second=0.001), loopback=1)
    with a_server(tmp_path, limits) as address:
        async with guests(address, 3) as players:
            codes = [await _refused_claim(player) for player in players]
    assert codes == ["NOT_ABANDONED", "NOT_ABANDONED", "TOO_MANY_REQUESTS"]


async def _refused_claim(player: Client) -> str:
    match_id = (await player.create("drafti", "here")).match.id
    async with player.watch(match_id) as live:
        with pytest.raises(Refusal) as refused:
            await live.order(wire.ClaimFrame(new_id()))
    return refused.value.code


@pytest.mark.asyncio
async def test_a_connection_that_floods_is_closed(tight: str) -> None:
    async with guests(tight, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        async with ana.watch(match_id) as live:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await live.socket.send('{"type":"pong","id":0}')
                    await asyncio.sleep(0.001)
            await asyncio.wait_for(live.socket.wait_closed(), 60)
            assert live.socket.close_code == 4429


@pytest.mark.asyncio
async def test_a_player_has_so_many_connections_and_no_more(tight: str) -> None:
    async with guests(tight, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        address = f"{tight.replace('http', 'ws', 1)}/ws/matches/{match_id}"
        async with ana.watch(match_id), ana.watch(match_id):
            third = await connect(address, additional_headers={"authorization": f"Bearer {ana.token}"})
            await third.wait_closed()
            assert third.close_code == 4429


@pytest.mark.asyncio
async def test_guests_are_not_made_without_end(tight: str) -> None:
    async with httpx.AsyncClient(base_url=tight, timeout=60) as client:
        statuses = [(await client.post("/api/guests", json={})).status_code for _ in range(12)]
    assert statuses[-1] == 429


class StuckSocket:
    """A client that takes nothing until it is let go."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.taken: list[str] = []
        self.closed: int | None = None

    async def send(self, message: dict[str, str]) -> None:
        assert message["type"] == "websocket.send"
        await self.open.wait()
        self.taken.append(message["text"])

    async def close(self, code: int) -> None:
        self.closed = code


async def _flooded(socket: StuckSocket, connection: Connection) -> None:
    writer = asyncio.create_task(connection.write())
    for number in range(10 * LONGEST_QUEUE):
        connection.send(b"update %d" % number)
        await asyncio.sleep(0)
    socket.open.set()
    for _ in range(100):
        await asyncio.sleep(0)
    connection.close(1000)
    await writer


@pytest.mark.asyncio
async def test_a_slow_player_is_sent_away_to_resume() -> None:
    socket = StuckSocket()
    await _flooded(socket, Connection(socket))  # type: ignore[arg-type]
    assert socket.closed == TOO_SLOW
    assert len(socket.taken) <= LONGEST_QUEUE + 1


@pytest.mark.asyncio
async def test_a_slow_spectator_gets_the_newest_state_instead_of_all_it_missed() -> None:
    socket = StuckSocket()
    connection = Connection(socket)  # type: ignore[arg-type]
    connection.catch_up = lambda: b"newest"
    await _flooded(socket, connection)
    assert socket.taken[-1] == "newest"
    assert len(socket.taken) <= 3
    assert socket.closed == 1000


@pytest.mark.asyncio
async def test_a_spectator_who_takes_a_seat_while_behind_is_sent_away_too() -> None:
    socket = StuckSocket()
    connection = Connection(socket)  # type: ignore[arg-type]
    connection.catch_up = lambda: b"newest"
    writer = asyncio.create_task(connection.write())
    for number in range(2 * LONGEST_QUEUE):
        connection.send(b"update %d" % number)
        await asyncio.sleep(0)
    connection.catch_up = None
    socket.open.set()
    async with asyncio.timeout(60):
        await writer
    assert socket.closed == TOO_SLOW


@pytest.mark.asyncio
async def test_who_takes_nothing_at_all_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connections, "monotonic", lambda: now)
    monkeypatch.setattr(connections, "PING_EVERY", 0.01)
    writer = asyncio.create_task(Connection(StuckSocket()).write())  # type: ignore[arg-type]
    await asyncio.sleep(0.03)
    assert not writer.done()
    now += connections.LONGEST_SEND + 1
    async with asyncio.timeout(60):
        await asyncio.gather(writer, return_exceptions=True)
    assert writer.cancelled()


@pytest.mark.asyncio
async def test_the_round_trip_is_the_best_of_the_last_few(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(connections, "monotonic", lambda: now)
    socket = StuckSocket()
    socket.open.set()
    connection = Connection(socket)  # type: ignore[arg-type]
    monkeypatch.setattr(connections, "PING_EVERY", 0.01)
    writer = asyncio.create_task(connection.write())
    for trip in (0.2, 0.05, 0.4):
        heard = len(socket.taken)
        async with asyncio.timeout(60):
            while len(socket.taken) == heard:
                await asyncio.sleep(0.002)
        now += trip
        connection.receive_pong(json.loads(socket.taken[-1])["id"])
        connection.receive_pong(10_000)
    connection.close(1000)
    await writer
    assert 0 < connection.round_trip <= 200


async def answered(connection: Connection, socket: StuckSocket, wait: Callable[[], None]) -> None:
    """The connection after a pong that came when `wait` had passed."""
    socket.open.set()
    writer = asyncio.create_task(connection.write())
    async with asyncio.timeout(60):
        while not socket.taken:
            await asyncio.sleep(0.002)
    wait()
    connection.receive_pong(json.loads(socket.taken[-1])["id"])
    connection.close(1000)
    await writer


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("kernel", "lag"), [(None, Lag(400)), (20, Lag(70, confirmed=True)), (380, Lag(400, confirmed=True))]
)
async def test_a_late_pong_counts_no_more_than_the_operating_system_measures(
    kernel: int | None, lag: Lag, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(connections, "monotonic", lambda: now)

    def wait() -> None:
        nonlocal now
        now += 0.4001

    socket = StuckSocket()
    connection = Connection(socket, lambda: kernel)  # type: ignore[arg-type]
    await answered(connection, socket, wait)
    assert connection.lag == lag
    connection.note_round_trip(500)
    assert connection.lag == lag
    connection.note_round_trip(30)
    assert connection.lag == Lag(30, confirmed=kernel is not None)
