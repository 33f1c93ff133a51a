"""The Python client takes part in the chance of every match that has any."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.records import FULL
from tests.web.playing import a_match
from tests.web.servers import a_server, guests

from damero.client import Client, new_id
from damero.domain.events import OfferKind
from damero.domain.record import verify_text
from damero.web import wire

pytestmark = pytest.mark.asyncio


async def dealt(client: Client, match_id: str) -> list[str]:
    """Who dealt, as `verify` tells it after the client has resigned."""
    await client.act(match_id, "resign", wire.Act(new_id()))
    record = (await client.send("GET", f"/api/matches/{match_id}/record")).content
    report = verify_text(record, FULL)
    assert report.holds, report.failures
    return [said for said in (*report.facts, *report.unchecked) if "by the server" in said]


async def test_both_clients_take_part_in_the_deal_and_in_that_of_the_rematch(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with guests(address, 2) as (ana, ben):
            match_id = await a_match(ana, ben, "banqi")
            (said,) = await dealt(ana, match_id)
            assert "both players" in said
            await ana.act(match_id, "offers", wire.Offer(new_id(), OfferKind.REMATCH))
            offer = (await ben.match(match_id)).state.offer
            assert offer is not None
            agreed = await ben.act(match_id, f"offers/{offer.id}/accept", wire.Accept(new_id()))
            assert agreed.rematch is not None
            assert agreed.commitment == offer.commitment
            async with ana.watch(agreed.rematch) as live, ben.watch(agreed.rematch):
                async for state in live:
                    if state.status is wire.Status.ACTIVE:
                        break
            (said,) = await dealt(ana, agreed.rematch)
            assert "both players" in said


async def test_against_an_engine_one_player_takes_part(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        async with guests(address, 1) as (ana,):
            created = await ana.create("banqi", "engine", level=1)
            assert created.state.status is wire.Status.ACTIVE
            (said,) = await dealt(ana, created.match.id)
            assert "one player" in said
