from __future__ import annotations

import asyncio

import pytest
from tests.application.fixtures import ANA, BEN, EVE, create, current, look, play, public_log, settled

from damero.application import abort, offer, resign
from damero.application.administer import administer
from damero.application.challenge import LIMITS, decline_challenge
from damero.application.change_account import remove_account
from damero.application.commands import (
    Abort,
    AcceptOffer,
    CreateMatch,
    DeclineChallenge,
    JoinMatch,
    Listing,
    ListMatches,
    MakeOffer,
    NamedPlayer,
    Resign,
    SeekGame,
)
from damero.application.create_match import create_match
from damero.application.join_match import join_match
from damero.application.list_matches import list_matches
from damero.application.ports import Account, Announcement, ChallengesChanged, player_topic
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.errors import DameroError
from damero.domain.events import Access, OfferKind, Player
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio


async def enter(services: Services, *players: Player) -> None:
    for player in players:
        assert await services.players.add_player(Account(player.id, player.name, None, 0))


async def challenge(services: Services, name: str = "Ben", command_id: str = "challenge") -> str:
    return await create(services, opponent=NamedPlayer(name), command_id=command_id)


def joining(match_id: str, player: Player) -> JoinMatch:
    return JoinMatch(command_id="join", match_id=match_id, by=player)


def declining(match_id: str, player: Player) -> DeclineChallenge:
    return DeclineChallenge(command_id="decline", match_id=match_id, by=player.id)


async def listed(services: Services, listing: Listing, player: Player) -> list[str]:
    found = await list_matches(services, ListMatches(listing=listing, player_id=player.id))
    return [summary.id for summary in found]


async def test_only_the_challenged_player_can_join(services: Services) -> None:
    await enter(services, ANA, BEN, EVE)
    match_id = await challenge(services)
    for stranger, code in ((EVE, "NOT_INVITED"), (ANA, "OWN_MATCH")):
        with pytest.raises(DameroError, match=code):
            await join_match(services, joining(match_id, stranger))
        assert "join" not in (await look(services, match_id, stranger.id)).own.can
    assert {"join", "decline_challenge"} <= set((await look(services, match_id, "ben")).own.can)
    await join_match(services, joining(match_id, BEN))
    match = await current(services, match_id)
    assert (match.status, {taken.player for taken in match.taken}) == (Status.ACTIVE, {ANA, BEN})


async def test_a_name_is_found_however_it_is_spaced_and_capitalised(services: Services) -> None:
    await enter(services, ANA, Player("mia", "Mia Ortiz"))
    match = await current(services, await challenge(services, "  mia   ORTIZ "))
    assert match.created.invited == Player("mia", "Mia Ortiz")


async def test_a_challenge_is_in_the_lists_of_both_until_it_is_answered(services: Services) -> None:
    await enter(services, ANA, BEN)
    match_id = await challenge(services)
    for player in (ANA, BEN):
        assert await listed(services, Listing.CHALLENGES, player) == [match_id]
        assert await listed(services, Listing.MINE, player) == [match_id]
    (summary,) = await list_matches(services, ListMatches(listing=Listing.MINE, player_id="ben"))
    assert summary.is_turn_of("ben")
    assert not summary.is_turn_of("ana")
    await join_match(services, joining(match_id, BEN))
    for player in (ANA, BEN):
        assert await listed(services, Listing.CHALLENGES, player) == []
        assert await listed(services, Listing.MINE, player) == [match_id]


async def test_a_challenge_is_neither_in_the_lobby_nor_found_by_a_seek(services: Services) -> None:
    await enter(services, ANA, BEN)
    match_id = await challenge(services)
    assert await services.matches.list(ListMatches(listing=Listing.LOBBY)) == ()
    found = await seek_game(services, SeekGame(command_id="seek", by=EVE, game_id="drafti"))
    assert found.match_id != match_id


async def test_the_challenged_player_declines_and_the_challenger_is_told(services: Services) -> None:
    await enter(services, ANA, BEN)
    told: list[Announcement] = []
    services.bus.subscribe(player_topic("ana"), told.append)
    match_id = await challenge(services)
    for other in (ANA, EVE):
        with pytest.raises(DameroError, match="NOT_CHALLENGED"):
            await decline_challenge(services, declining(match_id, other))
    await decline_challenge(services, declining(match_id, BEN))
    await settled(services)
    assert told == [ChallengesChanged()] * 2
    assert (await current(services, match_id)).status is Status.ABORTED
    events = await public_log(services, match_id, after=1)
    assert [(one.kind, one.text) for one in events] == [("challenge_declined", "Ben"), ("match_aborted", "")]
    with pytest.raises(DameroError, match="SEAT_TAKEN"):
        await join_match(services, joining(match_id, BEN))


async def test_a_declined_challenge_is_in_no_list_of_the_player_who_declined(services: Services) -> None:
    await enter(services, ANA, BEN)
    declined = await challenge(services)
    await decline_challenge(services, declining(declined, BEN))
    withdrawn = await challenge(services, command_id="another")
    await abort.abort(services, Abort(command_id="abort", match_id=withdrawn, by="ana"))
    for listing in (Listing.CHALLENGES, Listing.MINE, Listing.HISTORY):
        assert await listed(services, listing, BEN) == []
    assert set(await listed(services, Listing.HISTORY, ANA)) == {declined, withdrawn}


async def test_a_repeated_answer_has_no_second_effect(services: Services) -> None:
    await enter(services, ANA, BEN)
    match_id = await challenge(services)
    assert await challenge(services) == match_id
    first = await decline_challenge(services, declining(match_id, BEN))
    assert await decline_challenge(services, declining(match_id, BEN)) == first


@pytest.mark.parametrize(
    ("name", "code"), [("Nobody Here", "NO_SUCH_PLAYER"), ("Ana", "OWN_CHALLENGE"), ("Eve", "PLAYER_BANNED")]
)
async def test_who_cannot_be_challenged_is_said_in_a_sentence(services: Services, name: str, code: str) -> None:
    await enter(services, ANA, EVE)
    await services.moderation.ban("eve", "cheating")
    with pytest.raises(DameroError, match=code) as refusal:
        await challenge(services, name)
    assert refusal.value.sentence.endswith(".")
    assert await listed(services, Listing.MINE, ANA) == []


async def test_nobody_sends_more_open_challenges_than_allowed_even_all_at_once(services: Services) -> None:
    others = [Player(f"p{number}", f"Player {number}") for number in range(LIMITS.sent + 5)]
    await enter(services, ANA, *others)
    results = await asyncio.gather(
        *(challenge(services, other.name, f"c-{other.id}") for other in others), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, DameroError)]
    assert [refusal.code for refusal in refused] == ["TOO_MANY_CHALLENGES"] * 5
    (first, *_) = await listed(services, Listing.CHALLENGES, ANA)
    await abort.abort(services, Abort(command_id="abort", match_id=first, by="ana"))
    await challenge(services, others[0].name, command_id="room again")


async def test_nobody_fills_the_challenges_of_another_player_alone(services: Services) -> None:
    await enter(services, ANA, BEN)
    for number in range(LIMITS.from_one):
        await challenge(services, command_id=f"c{number}")
    with pytest.raises(DameroError, match="TOO_MANY_CHALLENGES") as refusal:
        await challenge(services, command_id="one more")
    assert refusal.value.sentence == "You already have 3 open challenges to this player."


async def test_nobody_receives_more_open_challenges_than_allowed(services: Services) -> None:
    challengers = [Player(f"p{number}", f"Player {number}") for number in range(LIMITS.received + 1)]
    await enter(services, BEN, *challengers)
    for player in challengers[:-1]:
        await create_match(services, challenge_by(player))
    with pytest.raises(DameroError, match="TOO_MANY_CHALLENGES"):
        await create_match(services, challenge_by(challengers[-1]))


def challenge_by(player: Player) -> CreateMatch:
    return CreateMatch(command_id="create", by=player, game_id="drafti", opponent=NamedPlayer("Ben"))


async def test_challenges_end_with_the_account_of_either_player(services: Services) -> None:
    await enter(services, ANA, BEN, EVE)
    to_ben, to_eve = await challenge(services), await challenge(services, "Eve", "another")
    ben = await services.players.player("ben")
    assert ben is not None
    await remove_account(services, ben)
    assert await listed(services, Listing.CHALLENGES, ANA) == [to_eve]
    await administer(services, "ban", {"player": "ana"})
    assert await listed(services, Listing.CHALLENGES, EVE) == []
    assert {(await current(services, one)).status for one in (to_ben, to_eve)} == {Status.ABORTED}


async def test_a_challenge_from_a_made_up_position_shows_it_unless_pieces_are_hidden(services: Services) -> None:
    await enter(services, ANA, BEN)
    await create(services, opponent=NamedPlayer("Ben"), start="W:WK29:B5", command_id="1")
    (summary,) = await list_matches(services, ListMatches(listing=Listing.CHALLENGES, player_id="ben"))
    assert summary.start == "W:WK29:B5"
    with pytest.raises(DameroError, match="START_NOT_ALLOWED"):
        await create(services, "stratego", opponent=NamedPlayer("Ben"), start="anything", command_id="2")


async def test_a_private_challenge_needs_no_code(services: Services) -> None:
    await enter(services, ANA, BEN)
    match_id = await create(services, opponent=NamedPlayer("Ben"), access=Access.CODE)
    assert (await look(services, match_id, "ana")).own.code is None
    await join_match(services, joining(match_id, BEN))
    assert (await current(services, match_id)).status is Status.ACTIVE


async def test_a_rematch_of_a_challenge_is_no_challenge(services: Services) -> None:
    await enter(services, ANA, BEN)
    match_id = await create(services, opponent=NamedPlayer("Ben"), seat="white")
    await join_match(services, joining(match_id, BEN))
    await play(services, match_id, "21-17")
    await resign.resign(services, Resign(command_id="resign", match_id=match_id, by="ana"))
    made = await offer.make_offer(
        services, MakeOffer(command_id="offer", match_id=match_id, by="ben", kind=OfferKind.REMATCH)
    )
    accepted = await offer.accept_offer(
        services, AcceptOffer(command_id="yes", match_id=match_id, by="ana", offer=made.events[-1].offer or 0)
    )
    rematch = await current(services, accepted.events[-1].text)
    assert (rematch.status, rematch.created.invited) == (Status.ACTIVE, None)
