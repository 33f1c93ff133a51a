"""Matches from a made-up start position: who may be invited to them, and what they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest
from tests.application.fixtures import ANA, BEN, SeededRandomness, create, current
from tests.domain.draughts.boards import MANY_ROUTES

from damero.application.analyse import analyse_position
from damero.application.analysed_position import AnalysedPosition
from damero.application.change_match import create as store
from damero.application.check_position import CheckPosition, check_position
from damero.application.commands import (
    EngineOpponent,
    ImportRecord,
    JoinMatch,
    Listing,
    ListMatches,
    Opponent,
    SameDevice,
    SeekGame,
    SomeoneElse,
)
from damero.application.explain_move import explain_in_position
from damero.application.import_record import import_record
from damero.application.join_match import join_match
from damero.application.ports import BudgetExceeded, Requester
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain import beginning, catalogue, judge
from damero.domain.beginning import commitment_to, shown_start
from damero.domain.clock import UNTIMED
from damero.domain.errors import DameroError
from damero.domain.events import Access, MatchCreated
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio
EVE = Requester("eve")

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


async def test_a_deal_in_a_start_is_not_shown_because_it_is_dealt_anew(services: Services) -> None:
    deal = "KGGMMRRHHCCPPPPPkggmmrrhhccppppp"
    start = "????????/????????/????????/???????? - -"
    match_id = await create(services, "banqi", start=f"{start} {deal}")
    assert shown_start(await current(services, match_id)) == start


@pytest.mark.parametrize("game_id", HIDDEN)
async def test_a_start_is_shown_without_its_hidden_pieces(services: Services, game_id: str) -> None:
    start = army_against(game_id)
    match = await current(services, await create(services, game_id, start=start, opponent=SameDevice()))
    view = match.view(None)
    assert view is not None
    assert shown_start(match) == view.text != start
    (summary,) = await services.matches.list(ListMatches(listing=Listing.MINE, player_id=ANA.id))
    assert summary.start == view.text


PDN = f'[GameType "20"]\n[SetUp "1"]\n[FEN "{MANY_ROUTES}"]\n\n*'


async def test_positions_with_too_many_captures_are_refused_wherever_they_are_handed_in(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginning, "MOST_ROUTES", 500)
    handed_in = (
        check_position(services, CheckPosition(game_id="international", text=MANY_ROUTES)),
        check_position(services, CheckPosition(game_id="international", view=MANY_ROUTES)),
        create(services, "international", opponent=SameDevice(), start=MANY_ROUTES),
        import_record(services, ImportRecord(command_id="import", by=ANA, text=PDN)),
        anext(analyse_position(services, AnalysedPosition(game_id="international", text=MANY_ROUTES), 1, 1, EVE)),
    )
    for attempt in handed_in:
        with pytest.raises(DameroError, match="500") as refused:
            await attempt
        assert refused.value.code == "TOO_MANY_ROUTES"
    why = await explain_in_position(services, "international", MANY_ROUTES, ("1", "7"))
    assert why.refusal is not None
    assert why.refusal.code == "TOO_MANY_ROUTES"


async def test_what_takes_longer_than_its_budget_is_refused_with_a_sentence(services: Services) -> None:
    services.judging = TooSlow()
    with pytest.raises(DameroError) as refused:
        await check_position(services, CheckPosition(game_id="international"))
    assert refused.value.code == "TOO_EXPENSIVE"
    assert refused.value.values == {"seconds": 3}
    assert refused.value.sentence == "Checking this takes more than 3 seconds. Choose something simpler."


class TooSlow:
    async def run(self, work: Callable[[], object], budget: int, charge: Callable[[float], None]) -> NoReturn:
        raise BudgetExceeded
