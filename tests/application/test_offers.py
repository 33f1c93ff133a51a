from __future__ import annotations

import pytest
from tests.application.halls import ANA, BEN, begin, create, current, play, settled, turn

from damero.application.abort import abort
from damero.application.claim_abandoned import claim_abandoned
from damero.application.commands import (
    Abort,
    AcceptOffer,
    Answer,
    ClaimAbandoned,
    DeclineOffer,
    Machine,
    MakeOffer,
    Resign,
)
from damero.application.hall import Hall
from damero.application.offer import accept_offer, decline_offer, make_offer
from damero.application.ports import Announcement, PresenceChanged
from damero.application.resign import resign
from damero.application.watch_match import arrive, depart, watch_match
from damero.domain.clock import ABSENCE_TIMED, fischer
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind
from damero.domain.game import Outcome, Reason
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio


async def offer(hall: Hall, match_id: str, by: str, kind: OfferKind) -> int:
    command = MakeOffer(command_id=f"offer {hall.clock.now()}", match_id=match_id, by=by, kind=kind, nonce="next")
    answer = await make_offer(hall, command)
    assert answer.news[0].offer is not None
    return answer.news[0].offer


async def accept(hall: Hall, match_id: str, by: str, offer_id: int) -> Answer:
    return await accept_offer(hall, AcceptOffer(command_id="yes", match_id=match_id, by=by, offer=offer_id))


async def test_a_draw_is_agreed(hall: Hall) -> None:
    match_id = await begin(hall)
    await accept(hall, match_id, "ben", await offer(hall, match_id, "ana", OfferKind.DRAW))
    assert (await current(hall, match_id)).outcome == Outcome(None, Reason.AGREEMENT)


async def test_an_offer_can_be_declined_and_withdrawn(hall: Hall) -> None:
    match_id = await begin(hall)
    for by in ("ben", "ana"):
        offer_id = await offer(hall, match_id, "ana", OfferKind.DRAW)
        await decline_offer(hall, DeclineOffer(command_id=f"no {by}", match_id=match_id, by=by, offer=offer_id))
        assert (await watch_match(hall, match_id)).offer is None
        await play(hall, match_id, "21-17" if by == "ben" else "9-13")
        turn(hall, 1)


async def test_a_rematch_is_founded_once_with_colours_swapped(hall: Hall) -> None:
    match_id = await begin(hall)
    await resign(hall, Resign(command_id="r", match_id=match_id, by="ana"))
    offer_id = await offer(hall, match_id, "ben", OfferKind.REMATCH)
    answer = await accept(hall, match_id, "ana", offer_id)
    assert await accept(hall, match_id, "ana", offer_id) == answer
    again = await current(hall, answer.news[-1].text)
    assert (again.player("white"), again.player("black"), again.status) == (BEN, ANA, Status.ACTIVE)
    assert (await watch_match(hall, match_id)).rematch == again.id
    hall.tables.clear()
    assert await current(hall, again.id) == again


async def test_the_machine_plays_again_takes_back_but_agrees_to_no_draw(hall: Hall) -> None:
    match_id = await create(hall, opponent=Machine(1), seat="white")
    await play(hall, match_id, "21-17")
    await settled(hall)
    await offer(hall, match_id, "ana", OfferKind.TAKEBACK)
    await settled(hall)
    assert (await current(hall, match_id)).moves == ()
    turn(hall, 1)
    await offer(hall, match_id, "ana", OfferKind.DRAW)
    await settled(hall)
    assert (await current(hall, match_id)).status is Status.ACTIVE
    await resign(hall, Resign(command_id="r", match_id=match_id, by="ana"))
    turn(hall, 1)
    await offer(hall, match_id, "ana", OfferKind.REMATCH)
    await settled(hall)
    rematch = (await current(hall, match_id)).rematch
    assert rematch is not None
    assert len((await current(hall, rematch)).moves) == 1


async def test_a_player_who_leaves_loses_after_a_countdown_that_both_can_see(hall: Hall) -> None:
    match_id = await begin(hall, control=fischer(600_000))
    heard: list[Announcement] = []
    hall.bus.subscribe(match_id, heard.append)
    claim = ClaimAbandoned(command_id="c", match_id=match_id, by="ben")
    await arrive(hall, match_id, "white")
    assert (await watch_match(hall, match_id, "ben")).claim_due is None
    turn(hall, 5_000)
    await depart(hall, match_id, "white")
    assert heard == [PresenceChanged(match_id, "white", True), PresenceChanged(match_id, "white", False)]
    assert (await watch_match(hall, match_id, "ben")).claim_due == hall.clock.now() + ABSENCE_TIMED
    turn(hall, ABSENCE_TIMED - 1)
    with pytest.raises(DameroError, match="NOT_ABANDONED"):
        await claim_abandoned(hall, claim)
    turn(hall, 1)
    await claim_abandoned(hall, claim)
    assert (await current(hall, match_id)).outcome == Outcome("black", Reason.ABANDONED)


async def test_who_comes_back_or_has_a_second_window_open_has_not_left(hall: Hall) -> None:
    match_id = await begin(hall, control=fischer(600_000))
    for _ in range(2):
        await arrive(hall, match_id, "white")
    await depart(hall, match_id, "white")
    turn(hall, 2 * ABSENCE_TIMED)
    with pytest.raises(DameroError, match="NOT_ABANDONED"):
        await claim_abandoned(hall, ClaimAbandoned(command_id="c", match_id=match_id, by="ben"))


async def test_a_creator_calls_off_a_match_that_nobody_joined(hall: Hall) -> None:
    match_id = await create(hall)
    await abort(hall, Abort(command_id="a", match_id=match_id, by="ana"))
    assert (await current(hall, match_id)).status is Status.ABORTED
    with pytest.raises(DameroError, match="NOT_YOUR_SEAT"):
        await abort(hall, Abort(command_id="a", match_id=await create(hall, command_id="2"), by="ben"))
