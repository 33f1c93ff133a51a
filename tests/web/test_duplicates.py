"""Connections double, clients retry, tabs race: each command has one effect and one answer."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random

import msgspec
import pytest
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.client import Client, Live, new_id
from damero.domain.events import OfferKind
from damero.web import wire

pytestmark = pytest.mark.asyncio


async def _storm(client: Client, tabs: list[Live], action: str, frame: wire.CommandFrame, random: Random) -> wire.Ack:
    """Sends a command up to five times over both sockets and HTTP, all at once; the one answer that all got."""
    order = {key: value for key, value in msgspec.to_builtins(frame).items() if key not in ("type", "offer")}
    ways = [random.choice(("http", "first tab", "second tab")) for _ in range(random.randint(1, 5))]
    match_id = tabs[0].match.id if tabs[0].match else ""

    async def send(way: str) -> wire.Ack:
        if way != "http":
            ack = await tabs[way == "second tab"].order(frame)
            return msgspec.convert(msgspec.to_builtins(ack), wire.Ack)
        return await client.ask(
            "POST", f"/api/matches/{match_id}/{action}", wire.Ack, msgspec.convert(order, wire.Play)
        )

    answers = await asyncio.gather(*map(send, ways))
    assert all(answer == answers[0] for answer in answers)
    return answers[0]


@pytest.mark.parametrize("seed", range(3))
async def test_a_storm_of_duplicates_has_one_effect_and_identical_answers(server: str, seed: int) -> None:
    random = Random(seed)
    async with guests(server, 2) as clients:
        match_id = await a_match(*clients, "russian")
        async with AsyncExitStack() as stack:
            lives = [await stack.enter_async_context(client.watch(match_id)) for client in clients for _tab in range(2)]
            for live in lives:
                async for _ in live:
                    break
            played: list[str] = []
            for seat in [0, 1] * 15:
                snapshot = await clients[seat].match(match_id)
                if not snapshot.state.moves:
                    break
                text = random.choice(snapshot.state.moves).text
                frame = wire.PlayFrame(new_id(), snapshot.version, text=text)
                ack = await _storm(clients[seat], lives[2 * seat : 2 * seat + 2], "moves", frame, random)
                played.append(text)
                assert ack.version == snapshot.version + 1 or (await clients[0].match(match_id)).state.outcome
        final = await clients[1].match(match_id)
    assert [ply.text for ply in final.record] == played
    assert len(played) >= 20


async def test_every_command_sent_again_gets_its_first_answer(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        created = [await ana.create("drafti", "friend", seat="white", command_id="create-1") for _ in range(3)]
        assert len({one.match.id for one in created}) == 1
        match_id = created[0].match.id
        join, offer, accept = wire.Join("join-1"), wire.Offer("offer-1", OfferKind.DRAW), wire.Act("accept-1")
        joined = [await ben.act(match_id, "join", join) for _ in range(3)]
        offered = [await ana.act(match_id, "offers", offer) for _ in range(3)]
        open_offer = (await ben.match(match_id)).state.offer
        assert open_offer is not None
        accepted = [await ben.act(match_id, f"offers/{open_offer.id}/accept", accept) for _ in range(3)]
        for answers in (joined, offered, accepted):
            assert answers == [answers[0]] * 3
        rematch = wire.Offer("rematch-1", OfferKind.REMATCH)
        await ana.act(match_id, "offers", rematch)
        wanted = (await ben.match(match_id)).state.offer
        assert wanted is not None
        again = [await ben.act(match_id, f"offers/{wanted.id}/accept", wire.Act("again-1")) for _ in range(3)]
        assert again == [again[0]] * 3
        assert again[0].rematch is not None


async def test_a_hop_sent_twice_is_one_hop(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti", start="W:W29:B25,18,10,21")
        for text in ("29x22", "22x15", "15x6"):
            hop = wire.Play(new_id(), text=text, hop=True)
            answers = [await ana.act(match_id, "moves", hop) for _ in range(3)]
            assert answers == [answers[0]] * 3
        assert [ply.text for ply in (await ben.match(match_id)).record] == ["29x22x15x6"]


async def test_two_players_may_choose_the_same_command_id(server: str) -> None:
    async with guests(server, 2) as (ana, ben):
        match_id = await a_match(ana, ben, "drafti")
        for who in (ana, ben):
            text = (await who.match(match_id)).state.moves[0].text
            await who.act(match_id, "moves", wire.Play("c-1", text=text))
        assert len((await ana.match(match_id)).record) == 2
