"""Players announce the hash of a nonce and tell the nonce when both are seated: nobody chooses the chance alone."""

from __future__ import annotations

import pytest
from tests.application.fixtures import ANA, BEN, current, look, public_log, settled, turn
from tests.records import FULL

from damero.application.announce_nonce import open_nonce
from damero.application.commands import (
    AcceptOffer,
    Answer,
    CreateMatch,
    EngineOpponent,
    JoinMatch,
    MakeOffer,
    OpenNonce,
    Opponent,
    PlaceArmy,
    Resign,
    SameDevice,
    SeekGame,
    SomeoneElse,
)
from damero.application.create_match import create_match
from damero.application.expire import MATCH_WAITS, expire
from damero.application.export_record import export_record
from damero.application.flag_timeout import flag_timeout
from damero.application.join_match import join_match
from damero.application.offer import accept_offer, make_offer
from damero.application.place_army import place_army
from damero.application.resign import resign
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.beginning import NONCE_WAIT, acts_at, nonces_due, placed_game, unopened
from damero.domain.clock import UNTIMED, TimeControl, fischer
from damero.domain.errors import DameroError
from damero.domain.events import Access, OfferKind, Player
from damero.domain.fairness import nonce_hash
from damero.domain.match import Status
from damero.domain.record import verify_text

pytestmark = pytest.mark.asyncio

NONCES = {"ana": "a" * 64, "ben": "b" * 64}
BLITZ = fischer(180_000)


async def created(
    services: Services,
    game_id: str,
    *,
    opponent: Opponent | None = None,
    control: TimeControl = UNTIMED,
    announced: str = nonce_hash(NONCES["ana"]),
) -> str:
    command = CreateMatch(
        command_id="create",
        by=ANA,
        game_id=game_id,
        opponent=opponent or SomeoneElse(),
        control=control,
        access=Access.LOBBY,
        nonce="drawn by the server",
        nonce_hash=announced,
    )
    return (await create_match(services, command)).match_id


async def joined(services: Services, match_id: str, announced: str = nonce_hash(NONCES["ben"])) -> str:
    command = JoinMatch(command_id="join", match_id=match_id, by=BEN, nonce="drawn too", nonce_hash=announced)
    await join_match(services, command)
    return match_id


async def told(services: Services, match_id: str, player: Player, nonce: str | None = None) -> Answer:
    nonce = nonce or NONCES[player.id]
    command_id = f"nonce {nonce}"
    return await open_nonce(services, OpenNonce(command_id=command_id, match_id=match_id, by=player.id, nonce=nonce))


async def placed(services: Services, match_id: str) -> None:
    """Place the armies of both seats at one device."""
    match = await current(services, match_id)
    for seat in match.game.info.seats:
        army = next(iter(placed_game(match.game).formations(seat).values()))
        await place_army(
            services, PlaceArmy(command_id=f"army {seat}", match_id=match_id, by="ana", army=army, seat=seat)
        )


async def verified(services: Services, match_id: str) -> tuple[str, ...]:
    """What `verify` says of the record after Ana has resigned."""
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    report = verify_text(await export_record(services, match_id), FULL)
    assert report.holds, report.failures
    return (*report.facts, *report.unchecked)


async def test_the_match_waits_for_every_announced_nonce(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi"))
    assert (await current(services, match_id)).status is Status.WAITING
    await told(services, match_id, BEN)
    match = await current(services, match_id)
    assert (match.status, match.began) == (Status.WAITING, None)
    assert "nonce" in (await look(services, match_id, "ana")).own.can
    assert "nonce" not in (await look(services, match_id, "ben")).own.can
    await told(services, match_id, ANA)
    match = await current(services, match_id)
    assert match.status is Status.ACTIVE
    assert match.nonces == tuple(NONCES[taken.player.id].encode() for taken in match.taken)


async def test_the_server_is_bound_before_it_knows_any_nonce(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi"))
    assert all(not hasattr(event, "nonce") or not event.nonce for event in await events(services, match_id))
    first = (await public_log(services, match_id))[0]
    shown = (await look(services, match_id)).match
    assert first.commitment == shown.commitment == (await current(services, match_id)).created.commitment
    assert {(one.hash, one.nonce) for one in shown.nonces} == {(nonce_hash(nonce), None) for nonce in NONCES.values()}


async def events(services: Services, match_id: str) -> list[object]:
    return [stored.event for stored in (await services.live_match(match_id)).log]


async def test_a_nonce_that_does_not_match_its_hash_is_refused(services: Services) -> None:
    match_id = await created(services, "banqi")
    with pytest.raises(DameroError, match="NO_NONCE_AWAITED"):
        await told(services, match_id, ANA)
    await joined(services, match_id)
    with pytest.raises(DameroError, match="WRONG_NONCE"):
        await told(services, match_id, ANA, "c" * 64)
    with pytest.raises(DameroError, match="NO_NONCE_AWAITED"):
        await told(services, match_id, Player("eve", "Eve"), "c" * 64)
    await told(services, match_id, ANA)
    with pytest.raises(DameroError, match="NO_NONCE_AWAITED"):
        await open_nonce(services, OpenNonce(command_id="again", match_id=match_id, by="ana", nonce=NONCES["ana"]))


async def test_without_an_announced_nonce_the_server_deals_alone_and_verify_says_so(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi", announced=""), announced="")
    assert (await current(services, match_id)).status is Status.ACTIVE
    assert any("dealt by the server alone" in said for said in await verified(services, match_id))


async def test_verify_says_that_one_player_took_part(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi", announced=""))
    await told(services, match_id, BEN)
    assert any("by the server and one player" in said for said in await verified(services, match_id))


async def test_verify_says_that_both_players_took_part(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi"))
    await told(services, match_id, ANA)
    await told(services, match_id, BEN)
    assert any("by the server and both players" in said for said in await verified(services, match_id))


async def test_an_engine_takes_no_part(services: Services) -> None:
    match_id = await created(services, "banqi", opponent=EngineOpponent(1))
    await settled(services)
    assert (await current(services, match_id)).status is Status.WAITING
    await told(services, match_id, ANA)
    await settled(services)
    assert any("by the server and one player" in said for said in await verified(services, match_id))


async def test_whoever_does_not_tell_the_nonce_in_time_is_named_and_the_match_is_aborted(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi", control=BLITZ))
    await told(services, match_id, BEN)
    await settled(services)
    due = nonces_due(await current(services, match_id))
    assert due == services.clock.now() + NONCE_WAIT
    assert services.timers.at[match_id] == due  # type: ignore[attr-defined]
    turn(services, NONCE_WAIT - 1)
    await flag_timeout(services, match_id)
    assert (await current(services, match_id)).status is Status.WAITING
    turn(services, 1)
    await flag_timeout(services, match_id)
    match = await current(services, match_id)
    assert match.status is Status.ABORTED
    missed = [(event.kind, event.seat) for event in (await public_log(services, match_id))[-2:]]
    assert missed == [("nonce_missed", match.seat_of("ana")), ("match_aborted", None)]
    services.live_matches.clear()
    shown = (await look(services, match_id)).match.nonces
    assert {(nonce.seat, nonce.missed) for nonce in shown} == {
        (match.seat_of("ana"), True),
        (match.seat_of("ben"), False),
    }


async def test_without_a_clock_it_waits_as_long_as_for_armies(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi"))
    await settled(services)
    assert acts_at(await current(services, match_id)) is None
    turn(services, MATCH_WAITS + 1)
    await expire(services, 0)
    assert (await current(services, match_id)).status is Status.ABORTED
    kinds = [event.kind for event in await public_log(services, match_id)]
    assert kinds[-3:] == ["nonce_missed", "nonce_missed", "match_aborted"]


async def test_armies_and_nonces_come_in_any_order(services: Services) -> None:
    match_id = await joined(services, await created(services, "barrage"))
    match = await current(services, match_id)
    for player in (ANA, BEN):
        army = next(iter(placed_game(match.game).formations(match.seat_of(player.id)).values()))
        await told(services, match_id, player) if player is ANA else None
        await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by=player.id, army=army))
    assert (await current(services, match_id)).status is Status.WAITING
    await told(services, match_id, BEN)
    assert (await current(services, match_id)).status is Status.ACTIVE
    await verified(services, match_id)


async def test_a_game_without_chance_or_secrets_begins_at_once(services: Services) -> None:
    match_id = await joined(services, await created(services, "drafti"))
    assert (await current(services, match_id)).status is Status.ACTIVE


async def test_a_seek_carries_a_nonce_into_the_match_it_finds(services: Services) -> None:
    seeks = [
        SeekGame(command_id="s", by=player, game_id="banqi", nonce_hash=nonce_hash(NONCES[player.id]))
        for player in (ANA, BEN)
    ]
    first, second = [(await seek_game(services, seek)).match_id for seek in seeks]
    assert first == second
    assert len(unopened(await current(services, first))) == 2


async def test_a_rematch_carries_the_nonces_of_both(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi", announced=""), announced="")
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    offer = MakeOffer(
        command_id="offer", match_id=match_id, by="ben", kind=OfferKind.REMATCH, nonce_hash=nonce_hash(NONCES["ben"])
    )
    made = (await make_offer(services, offer)).events[-1]
    assert made.offer is not None
    accept = AcceptOffer(
        command_id="accept", match_id=match_id, by="ana", offer=made.offer, nonce_hash=nonce_hash(NONCES["ana"])
    )
    agreed = (await accept_offer(services, accept)).events[-1]
    again = await current(services, agreed.text)
    assert made.commitment == agreed.commitment == again.created.commitment
    assert again.status is Status.WAITING
    await told(services, again.id, ANA)
    await told(services, again.id, BEN)
    assert (await current(services, again.id)).status is Status.ACTIVE
    assert any("both players" in said for said in await verified(services, again.id))


@pytest.mark.parametrize("game_id", ["banqi", "barrage"])
async def test_two_people_at_one_device_tell_their_nonce_once(services: Services, game_id: str) -> None:
    match_id = await created(services, game_id, opponent=SameDevice(), announced="")
    if game_id == "barrage":
        await placed(services, match_id)
    await resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    announced = nonce_hash(NONCES["ana"])
    offer = MakeOffer(command_id="offer", match_id=match_id, by="ana", kind=OfferKind.REMATCH, nonce_hash=announced)
    made = (await make_offer(services, offer)).events[-1]
    assert made.offer is not None
    accept = AcceptOffer(command_id="accept", match_id=match_id, by="ana", offer=made.offer, nonce_hash=announced)
    again = (await accept_offer(services, accept)).events[-1].text
    await told(services, again, ANA)
    if game_id == "barrage":
        await placed(services, again)
    assert (await current(services, again)).status is Status.ACTIVE
    assert await verified(services, again)


async def test_a_restart_loses_nothing_of_it(services: Services) -> None:
    match_id = await joined(services, await created(services, "banqi"))
    await told(services, match_id, BEN)
    before = await current(services, match_id)
    services.live_matches.clear()
    assert await current(services, match_id) == before
