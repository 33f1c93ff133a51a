"""What a WebSocket of a match is sent, and in which order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic
from typing import TypeVar

import pytest
from tests.web.playing import a_match
from tests.web.servers import NO_LIMITS, a_server, guests
from websockets.asyncio.client import ClientConnection, connect

from damero.bootstrap import Settings
from damero.client import Client, new_id
from damero.domain import clock
from damero.web import wire
from damero.web.live import connection as connections

pytestmark = pytest.mark.asyncio
Frame = TypeVar("Frame")


async def test_a_player_gets_the_acknowledgement_of_a_move_before_the_update(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        address = f"{server.replace('http', 'ws')}/ws/matches/{match_id}"
        headers = {"authorization": f"Bearer {ana.token}"}
        async with connect(address, additional_headers=headers) as socket, asyncio.timeout(60):
            await socket.send(wire.write_frame(wire.Hello()).decode())
            await socket.send(wire.write_frame(wire.PlayFrame("c-1", text="21-17")).decode())
            kinds: list[type] = []
            while wire.Update not in kinds:
                frame = wire.read_server_frame(await socket.recv())
                kinds += [type(frame)] if isinstance(frame, wire.AckFrame | wire.Update) else []
    assert kinds == [wire.AckFrame, wire.Update]


async def test_the_waiting_player_may_claim_once_the_other_has_been_away_for_long_enough(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "ABSENCE_UNTIMED", 300)
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        async with ana.watch(match_id) as white, ben.watch(match_id) as black, asyncio.timeout(60):
            async for state in black:
                assert "claim" not in state.can
                break
            await white.socket.close()
            while "claim" not in black.state.can:
                await asyncio.sleep(0.01)
            await black.order(wire.ClaimFrame("claim-1"))
        ended = await ben.match(match_id)
    assert ended.state.outcome == wire.Outcome("black", "abandoned")


@pytest.mark.parametrize("claimed", [{}, {"x-forwarded-for": "198.51.100.7"}, {"forwarded": "for=198.51.100.7"}])
async def test_a_client_that_holds_its_pongs_back_gains_no_time(
    server: str, monkeypatch: pytest.MonkeyPatch, claimed: dict[str, str]
) -> None:
    assert await credit_for_a_pong_held_back(server, monkeypatch, claimed) < 200


async def test_behind_a_trusted_proxy_the_answers_of_the_client_alone_show_its_lag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data_dir=tmp_path, limits=NO_LIMITS, trusted_proxies=("127.0.0.1",))
    with a_server(tmp_path, settings=settings) as server:
        forwarded = {"x-forwarded-for": "198.51.100.7"}
        assert await credit_for_a_pong_held_back(server, monkeypatch, forwarded) == 300


async def test_a_quick_move_shows_that_the_connection_is_not_as_slow_as_the_pongs_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second move takes long. It is credited no more than the first one took, which came at once."""
    held = 0.0
    monkeypatch.setattr(connections, "monotonic", lambda: monotonic() + held)
    settings = Settings(data_dir=tmp_path, limits=NO_LIMITS, trusted_proxies=("127.0.0.1",))
    with a_server(tmp_path, settings=settings) as server:
        async with guests(server, 2) as (ana, ben):
            match_id = await a_match(ana, ben, "drafti", clock=wire.TimeControl(base=600_000))
            address = f"{server.replace('http', 'ws')}/ws/matches/{match_id}"
            headers = {"authorization": f"Bearer {ana.token}", "x-forwarded-for": "198.51.100.7"}
            async with connect(address, additional_headers=headers) as white, asyncio.timeout(60):
                await white.send(wire.write_frame(wire.Hello()).decode())
                ping = await received(white, wire.Ping)
                held = 0.4
                await white.send(wire.write_frame(wire.Pong(ping.id)).decode())
                first = await credit_after(white, ana, match_id, "21-17")
                async with ben.watch(match_id) as black:
                    async for state in black:
                        if state.moves:
                            await black.play(state.moves[0].text)
                            break
                await white_thinks(ana, match_id)
                moves = (await ana.match(match_id)).state.moves
                second = await credit_after(white, ana, match_id, moves[0].text)
    assert second == 2 * first


async def received(socket: ClientConnection, kind: type[Frame]) -> Frame:
    """The next frame of this kind."""
    while not isinstance(frame := wire.read_server_frame(await socket.recv()), kind):
        pass
    return frame


async def white_thinks(player: Client, match_id: str) -> None:
    """For 400 ms of the server's time, which stands still while a busy machine does."""

    async def remaining() -> int:
        clock = (await player.match(match_id)).state.clock
        assert clock is not None
        return clock.remaining["white"]

    before = await remaining()
    while await remaining() > before - 400:
        await asyncio.sleep(0.05)


async def credit_after(socket: ClientConnection, player: Client, match_id: str, move: str) -> int:
    """What White was credited in all after this move."""
    await socket.send(wire.write_frame(wire.PlayFrame(new_id(), text=move)).decode())
    await received(socket, wire.AckFrame)
    clock = (await player.match(match_id)).state.clock
    assert clock is not None
    return clock.lag_credits["white"]


async def credit_for_a_pong_held_back(server: str, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]) -> int:
    """What both players see that White was credited for a pong that was answered 400 ms late."""
    held = 0.0
    monkeypatch.setattr(connections, "monotonic", lambda: monotonic() + held)
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti", clock=wire.TimeControl(base=600_000))
        address = f"{server.replace('http', 'ws')}/ws/matches/{match_id}"
        headers = {"authorization": f"Bearer {ana.token}", **headers}
        async with connect(address, additional_headers=headers) as socket, asyncio.timeout(60):
            await socket.send(wire.write_frame(wire.Hello()).decode())
            ping = await received(socket, wire.Ping)
            held = 0.4
            await socket.send(wire.write_frame(wire.Pong(ping.id)).decode())
            await white_thinks(ana, match_id)
            await socket.send(wire.write_frame(wire.PlayFrame("c-1", text="21-17")).decode())
            await received(socket, wire.AckFrame)
        seen = [(await player.match(match_id)).state.clock for player in (ana, ben)]
    credits = {one.lag_credits["white"] for one in seen if one is not None}
    assert len(credits) == 1
    return credits.pop()
