from __future__ import annotations

import pytest
from tests.application.fixtures import ANA, BEN, begin, create, current, look, play, settled, turn

from damero.application.abort import abort
from damero.application.claim_abandoned import claim_abandoned, claim_due
from damero.application.commands import (
    Abort,
    AcceptOffer,
    Answer,
    ClaimAbandoned,
    DeclineOffer,
    EngineOpponent,
    MakeOffer,
    Resign,
)
from damero.application.offer import accept_offer, decline_offer, make_offer
from damero.application.ports import Announcement, PresenceChanged
from damero.application.resign import resign
from damero.application.services import Services
from damero.application.show_clock import PresenceView, show_presence
from damero.application.watch_match import arrive, depart
from damero.domain import reasons
from damero.domain.clock import ABSENCE_TIMED, fischer
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind
from damero.domain.game import Outcome
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio


async def offer(services: Services, match_id: str, by: str, kind: OfferKind) -> int:
    command = MakeOffer(command_id=f"offer {services.clock.now()}", match_id=match_id, by=by, kind=kind, nonce="next")
    answer = await make_offer(services, command)
    assert answer.events[0].offer is not None
    return answer.events[0].offer


async def accept(services: Services, match_id: str, by: str, offer_id: int) -> Answer:
    return await accept_offer(services, AcceptOffer(command_id="yes", match_id=match_id, by=by, offer=offer_id))


async def test_a_draw_is_agreed(services: Services) -> None:
    match_id = await begin(services)
    await accept(services, match_id, "ben", await offer(services, match_id, "ana", OfferKind.DRAW))
    assert (await current(services, match_id)).outcome == Outcome(None, reasons.AGREEMENT)


async def test_an_offer_can_be_declined_and_withdrawn(services: Services) -> None:
    match_id = await begin(services)
    for by in ("ben", "ana"):
        offer_id = await offer(services, match_id, "ana", OfferKind.DRAW)
        await decline_offer(services, DeclineOffer(command_id=f"no {by}", match_id=match_id, by=by, offer=offer_id))
        assert (await look(services, match_id)).match.offer is None
        await play(services, match_id, "21-17" if by == "ben" else "9-13")
        turn(services, 1)


async def test_a_rematch_is_founded_once_with_colours_swapped(services: Services) -> None:
    match_id = await begin(services)
    await resign(services, Resign(command_id="r", match_id=match_id, by="ana"))
    offer_id = await offer(services, match_id, "ben", OfferKind.REMATCH)
    answer = await accept(services, match_id, "ana", offer_id)
    assert await accept(services, match_id, "ana", offer_id) == answer
    again = await current(services, answer.events[-1].text)
    assert (again.player("white"), again.player("black"), again.status) == (BEN, ANA, Status.ACTIVE)
    assert (await look(services, match_id)).match.rematch == again.id
    services.live_matches.clear()
    assert await current(services, again.id) == again


async def test_the_engine_plays_again_takes_back_but_agrees_to_no_draw(services: Services) -> None:
    match_id = await create(services, opponent=EngineOpponent(1), seat="white")
    await play(services, match_id, "21-17")
    await settled(services)
    await offer(services, match_id, "ana", OfferKind.TAKEBACK)
    await settled(services)
    assert (await current(services, match_id)).moves == ()
    turn(services, 1)
    await offer(services, match_id, "ana", OfferKind.DRAW)
    await settled(services)
    assert (await current(services, match_id)).status is Status.ACTIVE
    await resign(services, Resign(command_id="r", match_id=match_id, by="ana"))
    turn(services, 1)
    await offer(services, match_id, "ana", OfferKind.REMATCH)
    await settled(services)
    rematch = (await current(services, match_id)).rematch
    assert rematch is not None
    assert len((await current(services, rematch)).moves) == 1


async def test_a_player_who_leaves_loses_after_a_countdown_that_both_can_see(services: Services) -> None:
    match_id = await begin(services, control=fischer(600_000))
    heard: list[Announcement] = []
    services.bus.subscribe(match_id, heard.append)
    claim = ClaimAbandoned(command_id="c", match_id=match_id, by="ben")
    await arrive(services, match_id, "white")
    assert claim_due(services, await current(services, match_id)) is None
    turn(services, 5_000)
    await depart(services, match_id, "white")
    assert heard == [PresenceChanged(match_id, "white", True), PresenceChanged(match_id, "white", False)]
    countdown = PresenceView("white", is_here=False, claim_in=ABSENCE_TIMED)
    assert countdown in show_presence(services, await current(services, match_id))
    turn(services, ABSENCE_TIMED - 1)
    with pytest.raises(DameroError, match="NOT_ABANDONED"):
        await claim_abandoned(services, claim)
    assert "claim" not in (await look(services, match_id, "ben")).own.can
    turn(services, 1)
    assert "claim" in (await look(services, match_id, "ben")).own.can
    assert "claim" not in (await look(services, match_id, "ana")).own.can
    await claim_abandoned(services, claim)
    assert (await current(services, match_id)).outcome == Outcome("black", reasons.ABANDONED)


async def test_who_comes_back_or_has_a_second_window_open_has_not_left(services: Services) -> None:
    match_id = await begin(services, control=fischer(600_000))
    for _ in range(2):
        await arrive(services, match_id, "white")
    await depart(services, match_id, "white")
    turn(services, 2 * ABSENCE_TIMED)
    with pytest.raises(DameroError, match="NOT_ABANDONED"):
        await claim_abandoned(services, ClaimAbandoned(command_id="c", match_id=match_id, by="ben"))


async def test_a_creator_calls_off_a_match_that_nobody_joined(services: Services) -> None:
    match_id = await create(services)
    await abort(services, Abort(command_id="a", match_id=match_id, by="ana"))
    assert (await current(services, match_id)).status is Status.ABORTED
    with pytest.raises(DameroError, match="NOT_YOUR_SEAT"):
        await abort(services, Abort(command_id="a", match_id=await create(services, command_id="2"), by="ben"))
