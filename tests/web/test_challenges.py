"""Challenges over HTTP and WebSocket, by the Python client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.web.servers import a_server, guests

from damero.client import Client, Refusal
from damero.web import wire

pytestmark = pytest.mark.asyncio


def name_of(client: Client) -> str:
    assert client.player is not None
    return client.player.name


async def next_challenges(frames: AsyncIterator[wire.Lobby | wire.ChallengesFrame]) -> wire.ChallengesFrame:
    async with asyncio.timeout(30):
        async for frame in frames:
            if isinstance(frame, wire.ChallengesFrame):
                return frame
    raise AssertionError("the connection was closed")


@pytest.mark.parametrize("game", ["drafti", "banqi"])
async def test_a_challenge_is_announced_accepted_and_played(server: str, game: str) -> None:
    async with guests(server, 3) as (ana, ben, eve):
        frames = ben.lobby()
        assert (await next_challenges(frames)).received == ()
        sent = await ana.challenge(name_of(ben), game, clock={"base": 60_000})
        (received,) = (await next_challenges(frames)).received
        assert (received.id, received.game, received.challenger, received.invited) == (
            sent.match.id,
            game,
            ana.player,
            ben.player,
        )
        assert [one.id for one in (await ana.challenges()).sent] == [sent.match.id]
        assert [(one.id, one.your_turn) for one in await ben.matches()] == [(sent.match.id, True)]
        with pytest.raises(Refusal, match="NOT_INVITED"):
            await eve.join(sent.match.id)
        await ben.accept(sent.match.id)
        assert (await next_challenges(frames)).received == ()
        assert (await ana.match(sent.match.id)).state.status is wire.Status.ACTIVE
        await frames.aclose()


async def test_a_declined_challenge_is_told_to_the_challenger_at_once(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        sent = await ana.challenge(name_of(ben), "drafti")
        assert "decline_challenge" in (await ben.match(sent.match.id)).state.can
        async with ana.watch(sent.match.id) as live, ben.watch(sent.match.id) as invited:
            await invited.order(wire.DeclineChallengeFrame("no"))
            states = [state async for state in live]
            assert states[-1].status is wire.Status.ABORTED
            assert [event.kind for event in live.events] == ["challenge_declined", "match_aborted"]
        assert await ben.matches() == ()
        with pytest.raises(Refusal, match="NOT_CHALLENGED"):
            await ben.decline(sent.match.id)


async def test_a_challenge_needs_the_name_of_somebody_else(server: str) -> None:
    async with guests(server, 1) as (ana,):
        with pytest.raises(Refusal, match="MALFORMED"):
            await ana.create("drafti", "player")
        with pytest.raises(Refusal, match="There is no player with this name"):
            await ana.challenge("Nobody Known", "drafti")
        with pytest.raises(Refusal, match="OWN_CHALLENGE"):
            await ana.challenge(name_of(ana), "drafti")


async def test_a_challenge_outlives_a_restart(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with guests(address, 2) as (ana, ben):
            sent = await ana.challenge(name_of(ben), "banqi")
    with a_server(tmp_path) as address:
        async with Client(address, ben.token) as again, Client(address, ana.token) as stranger:
            (received,) = (await again.challenges()).received
            assert received.id == sent.match.id
            assert (await stranger.challenges()).received == ()
            await again.accept(received.id)
            assert all(seat.player for seat in (await again.match(received.id)).state.seats)
