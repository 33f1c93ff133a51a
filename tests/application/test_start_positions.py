"""Matches from a made-up start position: who may be invited to them, and what they are told."""

from __future__ import annotations

import pytest
from tests.application.fixtures import ANA, BEN, SeededRandomness, create, current

from damero.application.change_match import create as store
from damero.application.commands import (
    EngineOpponent,
    JoinMatch,
    Listing,
    ListMatches,
    Opponent,
    SameDevice,
    SeekGame,
    SomeoneElse,
)
from damero.application.join_match import join_match
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain import catalogue, judge
from damero.domain.beginning import commitment_to, shown_start
from damero.domain.clock import UNTIMED
from damero.domain.errors import DameroError
from damero.domain.events import Access, MatchCreated
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio

ENDING = "W:W22,31:B18,1"
HIDDEN = [game.info.id for game in catalogue.GAMES if game.info.hidden]


def army_against(game_id: str) -> str:
    """A whole position in which both armies are somebody's choice."""
    return catalogue.game(game_id).initial().text


async def stored_in_the_lobby(services: Services, game_id: str, start: str) -> str:
    """A match as an earlier server stored it, before such offers were refused."""
    seed = SeededRandomness().secret()
    info = catalogue.game(game_id).info
    event = MatchCreated(
        at=services.clock.now(),
        match_id="old",
        game_id=game_id,
        ruleset=info.version,
        creator=ANA,
        access=Access.LOBBY,
        control=UNTIMED,
        seed=seed,
        commitment=commitment_to(seed),
        nonce="ana's",
        start=start,
    )
    return (await store(services, "ana/old", judge.create(event, ()))).match_id


@pytest.mark.parametrize("game_id", ["spanish", "banqi", *HIDDEN])
async def test_a_made_up_start_is_never_offered_in_the_lobby(services: Services, game_id: str) -> None:
    start = ENDING if game_id == "spanish" else army_against(game_id)
    with pytest.raises(DameroError, match="START_NOT_ALLOWED"):
        await create(services, game_id, access=Access.LOBBY, start=start)
    assert await services.matches.unfinished() == ()


@pytest.mark.parametrize("game_id", HIDDEN)
@pytest.mark.parametrize("opponent", [SomeoneElse(), EngineOpponent(1)])
async def test_with_hidden_pieces_it_is_played_on_one_device_only(
    services: Services, game_id: str, opponent: Opponent
) -> None:
    for access in (Access.LINK, Access.CODE):
        with pytest.raises(DameroError, match="one device"):
            await create(services, game_id, access=access, start=army_against(game_id), opponent=opponent)
    match_id = await create(services, game_id, start=army_against(game_id), opponent=SameDevice())
    assert (await current(services, match_id)).status is Status.ACTIVE


@pytest.mark.parametrize("game_id", ["spanish", "stratego"])
async def test_nobody_is_seated_in_one_that_was_stored_in_the_lobby_earlier(services: Services, game_id: str) -> None:
    start = ENDING if game_id == "spanish" else army_against(game_id)
    old = await stored_in_the_lobby(services, game_id, start)
    found = await seek_game(services, SeekGame(command_id="seek", by=BEN, game_id=game_id))
    assert found.match_id != old
    assert (await current(services, found.match_id)).created.start is None
    with pytest.raises(DameroError, match="START_NOT_ALLOWED"):
        await join_match(services, JoinMatch(command_id="join", match_id=old, by=BEN))


async def test_a_friend_sees_the_start_before_joining(services: Services) -> None:
    match_id = await create(services, "spanish", start=ENDING)
    mine = await services.matches.list(ListMatches(listing=Listing.MINE, player_id=ANA.id))
    assert [summary.start for summary in mine] == [ENDING]
    assert shown_start(await current(services, match_id)) == ENDING
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    assert (await current(services, match_id)).status is Status.ACTIVE


@pytest.mark.parametrize("game_id", HIDDEN)
async def test_a_start_is_shown_without_its_hidden_pieces(services: Services, game_id: str) -> None:
    start = army_against(game_id)
    match = await current(services, await create(services, game_id, start=start, opponent=SameDevice()))
    view = match.view(None)
    assert view is not None
    assert shown_start(match) == view.text != start
    (summary,) = await services.matches.list(ListMatches(listing=Listing.MINE, player_id=ANA.id))
    assert summary.start == view.text
