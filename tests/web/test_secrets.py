"""What is hidden stays hidden: every byte sent to the other seat and to spectators of random games."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random

import msgspec
import pytest
from tests.web.eavesdrop import Eavesdropper, told_pieces
from tests.web.playing import a_match
from tests.web.servers import guests

from damero.client import Client, new_id
from damero.domain import catalogue
from damero.domain.game import Position, Seat, Shown
from damero.domain.record import Reveal, read_record
from damero.domain.sealing import DealtPosition
from damero.web import wire

pytestmark = pytest.mark.asyncio


def hidden_facts(position: Position, viewer: Seat | None) -> set[tuple[str, str]]:
    """The squares and kinds in a position that this viewer may not know."""
    public, known = _facts(position.view(None).pieces), _facts(position.view(viewer).pieces)
    truth = set().union(*(_facts(position.view(seat).pieces) - public for seat in position.info.seats))
    if isinstance(position, DealtPosition):
        truth |= _facts(position.face_down)
    return truth - known


def _facts(pieces: Sequence[Shown]) -> set[tuple[str, str]]:
    return {(shown.square, shown.kind) for shown in pieces}


async def _play_watched(clients: list[Client], match_id: str, ears: list[Eavesdropper], random: Random) -> None:
    """Plays some moves, while everybody keeps asking."""
    for ply in range(24):
        mover = clients[ply % 2]
        snapshot = await mover.match(match_id)
        if not snapshot.state.moves:
            mover = clients[(ply + 1) % 2]
            snapshot = await mover.match(match_id)
        if not snapshot.state.moves:
            break
        if ply % 8 == 0:
            for ear in ears:
                await ear.ask_everything()
        attacks = [route for route in snapshot.state.moves if route.taken]
        chosen = random.choice(attacks if attacks and random.random() < 0.5 else snapshot.state.moves)
        await mover.play(match_id, chosen.text)
    await asyncio.sleep(0.3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("game", ["stratego", "barrage", "banqi", "banqi-taiwan"])
async def test_no_byte_tells_a_hidden_fact(server: str, game: str, seed: int) -> None:
    await check_secrecy(server, game, seed)


async def check_secrecy(server: str, game: str, seed: int) -> None:
    """Plays a random game while everybody listens and asks."""
    random = Random(seed)
    async with guests(server, 3) as (one, other, guest), Client(server) as nobody, AsyncExitStack() as stack:
        match_id = await a_match(one, other, game)
        viewers = dict(zip(catalogue.game(game).info.seats, (one, other), strict=True))
        ears = {
            who: Eavesdropper(client, match_id) for who, client in [*viewers.items(), ("guest", guest), ("", nobody)]
        }
        for ear in ears.values():
            await stack.enter_async_context(ear.listening())
        for seat, client in viewers.items():
            if "place" in (await client.match(match_id)).state.can:
                pieces = random.choice((await client.armies(game, seat)).formations).pieces
                await client.act(match_id, "army", wire.Place(new_id(), pieces))
        await _play_watched([one, other], match_id, list(ears.values()), random)
        before_the_end = {who: list(ear.heard) for who, ear in ears.items()}
        await one.act(match_id, "resign", wire.Act(new_id()))
        record = read_record((await one.send("GET", f"/api/matches/{match_id}/record")).text)
    assert record.reveal is not None
    positions = [catalogue.game(game).read_position(record.reveal.start)]
    for move in record.moves:
        positions.append(positions[-1].play(move.text))
    assert len(positions) > 20
    for who, messages in before_the_end.items():
        seat = who if who in viewers else None
        assert len(messages) > 30
        check_messages(messages, positions, seat, record.reveal)


def check_messages(messages: list[bytes], positions: list[Position], seat: Seat | None, reveal: Reveal) -> None:
    """No message tells a fact that was hidden from the viewer when it was sent; none tells the seed or the deal."""
    ply, facts = 0, hidden_facts(positions[0], seat)
    assert facts
    for message in messages:
        ply = max(ply, _plies(message))
        assert reveal.seed.hex().encode() not in message
        assert reveal.start.encode() not in message
        replayed = b'"frames"' in message
        hidden = facts & hidden_facts(positions[ply], seat) if replayed else hidden_facts(positions[ply], seat)
        told = told_pieces(message) if message.startswith(b"{") else set()
        assert not told & hidden


def _plies(message: bytes) -> int:
    """How many moves had been played when a snapshot, an update or a change was made."""
    if not message.startswith(b"{"):
        return 0
    value = msgspec.json.decode(message)
    told = value.get("type") in ("snapshot", "update", "change")
    return value.get("record_from", 0) + len(value["record"]) if told else 0
