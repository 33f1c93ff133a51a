from __future__ import annotations

from dataclasses import replace

import pytest
from tests.application.fixtures import ANA, BEN, begin, create, settled

from damero.application import match_quota
from damero.application.commands import AcceptOffer, JoinMatch, MakeOffer, Resign, SeekGame
from damero.application.join_match import join_match
from damero.application.match_quota import OFFERED
from damero.application.offer import accept_offer, make_offer
from damero.application.ports import Account
from damero.application.resign import resign
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.clock import UNTIMED
from damero.domain.errors import DameroError
from damero.domain.events import Access, OfferKind

pytestmark = pytest.mark.asyncio


async def over(services: Services, command_id: str) -> str:
    match_id = await begin(services, command_id=command_id)
    await resign(services, Resign(command_id="resign", match_id=match_id, by=ANA.id))
    await settled(services)
    return match_id


async def test_a_player_with_too_many_unfinished_matches_finishes_some_first(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_quota, "UNFINISHED", 2)
    await over(services, "0")
    first, _ = [await begin(services, command_id=command_id) for command_id in "12"]
    seek = SeekGame(command_id="seek", by=ANA, game_id="drafti", control=UNTIMED)
    for attempt in (create(services, command_id="3"), seek_game(services, seek)):
        with pytest.raises(DameroError) as refused:
            await attempt
        assert refused.value.code == "MATCH_QUOTA"
        assert refused.value.sentence == "You have 2 matches that are not over. Finish or abort some of them first."
    await resign(services, Resign(command_id="resign", match_id=first, by=ANA.id))
    await settled(services)
    assert await create(services, command_id="4")


async def test_nobody_fills_the_lobby_alone(services: Services) -> None:
    seek = SeekGame(command_id="seek", by=ANA, game_id="drafti", control=UNTIMED)
    seeks = [await seek_game(services, replace(seek, command_id=f"seek {number}")) for number in range(OFFERED)]
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await seek_game(services, seek)
    with pytest.raises(DameroError, match="You offer 5 games in the lobby already"):
        await create(services, access=Access.LOBBY)
    repeated = await seek_game(services, replace(seek, command_id=f"seek {OFFERED - 1}"))
    assert repeated.match_id == seeks[-1].match_id
    assert await create(services)
    await seek_game(services, replace(seek, by=BEN))
    await settled(services)
    assert await create(services, access=Access.LOBBY, command_id="room again")


async def test_a_guest_can_have_fewer_matches_than_an_account(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_quota, "GUEST", 2)
    monkeypatch.setattr(match_quota, "ACCOUNT", 3)
    _, last = [await over(services, command_id) for command_id in "12"]
    with pytest.raises(DameroError, match="Open an account"):
        await create(services, command_id="3")
    offer = MakeOffer(command_id="again", match_id=last, by=ANA.id, kind=OfferKind.REMATCH)
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await make_offer(services, offer)
    for player in (ANA, BEN):
        await services.players.add_player(Account(player.id, player.name, "a hash", 0))
    await over(services, "4")
    with pytest.raises(DameroError, match="An account can have 3 matches"):
        await create(services, command_id="5")


async def test_a_seat_in_anothers_match_counts_and_a_repeated_command_does_not(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await create(services, command_id=command_id) for command_id in "12"]
    monkeypatch.setattr(match_quota, "UNFINISHED", 1)
    join = JoinMatch(command_id="join", match_id=first, by=BEN)
    joined = await join_match(services, join)
    assert await join_match(services, join) == joined
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await join_match(services, replace(join, match_id=second, command_id="another"))


async def test_looking_for_a_game_is_refused_before_one_is_joined(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seek_game(services, SeekGame(command_id="1", by=ANA, game_id="drafti", control=UNTIMED))
    monkeypatch.setattr(match_quota, "UNFINISHED", 0)
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await seek_game(services, SeekGame(command_id="2", by=BEN, game_id="drafti", control=UNTIMED))


async def test_whoever_accepts_a_rematch_needs_room_for_it(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = await over(services, "1")
    offer = MakeOffer(command_id="again", match_id=match_id, by=ANA.id, kind=OfferKind.REMATCH)
    offered = await make_offer(services, offer)
    monkeypatch.setattr(match_quota, "UNFINISHED", 0)
    accept = AcceptOffer(command_id="accept", match_id=match_id, by=BEN.id, offer=offered.version - 1)
    with pytest.raises(DameroError, match="MATCH_QUOTA"):
        await accept_offer(services, accept)
    monkeypatch.setattr(match_quota, "UNFINISHED", 1)
    accepted = await accept_offer(services, accept)
    assert await accept_offer(services, accept) == accepted


async def test_how_long_all_matches_of_a_player_may_be_has_a_bound(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_quota, "GUEST_EVENTS", 8)
    match_id = await over(services, "1")
    await begin(services, command_id="2")
    with pytest.raises(DameroError, match="Your matches have 8 moves in all"):
        await create(services, command_id="3")
    await services.players.add_player(Account(ANA.id, "Ana", "a hash", 0))
    assert await create(services, command_id="3")
    assert len(await services.matches.events(match_id)) < 8
