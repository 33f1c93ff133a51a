"""Whole games over WebSocket, in every game."""

from __future__ import annotations

import pytest
from tests.web.playing import play_match
from tests.web.servers import guests

from damero.domain.catalogue import GAMES
from damero.web import wire

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
async def test_two_clients_play_to_the_end_and_agree(server: str, game: str) -> None:
    async with guests(server, 2) as clients:
        one, other = await play_match(clients, game, seed=1, plies=30)
        again = await clients[0].match(one.match.id if one.match else "")
    assert one.state.status is wire.Status.FINISHED
    assert one.state.outcome == other.state.outcome == again.state.outcome
    assert one.record == other.record == list(again.record)
    assert len(one.record) >= 10
    assert [event.seq for event in one.events] == list(range(one.events[0].seq, one.version + 1))
