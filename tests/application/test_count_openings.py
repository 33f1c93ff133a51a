"""Opening moves are counted when a match ends, once, and told unless somebody is playing the position."""

from __future__ import annotations

import asyncio

import pytest
from tests.application.fixtures import begin, create, current, play, settled

from damero.application.analysed_position import AnalysedPosition
from damero.application.commands import EngineOpponent, Resign
from damero.application.count_openings import EndedMatches, count_earlier, counted_game, keep_counting
from damero.application.explore_openings import explore_openings
from damero.application.ports import MoveCount, WhichGames
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio
START = AnalysedPosition(game_id="drafti")
PEOPLE, ENGINES = WhichGames(), WhichGames(engines=True)


async def end(services: Services, match_id: str, by: str = "ana") -> None:
    await resign(services, Resign(command_id=f"resign {match_id}", match_id=match_id, by=by))
    await settled(services)


async def played(services: Services, wanted: AnalysedPosition, which: WhichGames) -> tuple[MoveCount, ...]:
    return (await explore_openings(services, wanted, which)).played


async def test_a_match_is_counted_when_it_ends_and_never_twice(services: Services) -> None:
    ended = EndedMatches()
    ended.watch(services.bus)
    counting = asyncio.create_task(keep_counting(services, ended))
    match_id = await begin(services)
    await play(services, match_id, "21-17", "9-13")
    await end(services, match_id)
    while not (found := await played(services, START, PEOPLE)):
        await asyncio.sleep(0)
    counting.cancel()
    await count_earlier(services)
    assert found == await played(services, START, PEOPLE) == (MoveCount("21-17", 0, 0, 1),)
    after = AnalysedPosition(game_id="drafti", moves=("21-17",))
    assert await played(services, after, PEOPLE) == (MoveCount("9-13", 0, 0, 1),)
    assert await played(services, START, ENGINES) == ()


async def test_earlier_matches_are_counted_in_the_background(services: Services) -> None:
    for number, (move, by) in enumerate((("21-17", "ana"), ("21-17", "ben"), ("22-18", "ben"))):
        match_id = await begin(services, command_id=f"create {number}")
        await play(services, match_id, move)
        await end(services, match_id, by)
    assert await played(services, START, PEOPLE) == ()
    await count_earlier(services)
    expected = (MoveCount("21-17", 1, 0, 1), MoveCount("22-18", 1, 0, 0))
    assert await played(services, START, PEOPLE) == expected
    assert await services.openings.uncounted("", 10) == ()


async def test_games_with_engines_are_apart_and_chosen_by_level_and_month(services: Services) -> None:
    match_id = await create(services, opponent=EngineOpponent(3), seat="white")
    await play(services, match_id, "21-17")
    await settled(services)
    await end(services, match_id)
    await count_earlier(services)
    month = counted_game(await current(services, match_id)).month
    assert await played(services, START, PEOPLE) == ()
    for which, counted in (
        (ENGINES, 1),
        (WhichGames(engines=True, level=3), 1),
        (WhichGames(engines=True, level=4), 0),
        (WhichGames(engines=True, since=month, until=month), 1),
        (WhichGames(engines=True, since=month + 1), 0),
        (WhichGames(engines=True, until=month - 1), 0),
    ):
        assert len(await played(services, START, which)) == counted


@pytest.mark.parametrize(("game_id", "start"), [("banqi", None), ("barrage", None), ("drafti", "W:W22,31:B1,2")])
async def test_what_is_dealt_placed_or_composed_is_not_counted(
    services: Services, game_id: str, start: str | None
) -> None:
    match_id = await begin(services, game_id, start=start)
    match = await current(services, match_id)
    assert match.position is not None
    await play(services, match_id, str(match.position.legal_moves()[0]))
    await end(services, match_id)
    assert counted_game(await current(services, match_id)).moves == ()
    await count_earlier(services)
    assert await services.openings.uncounted("", 10) == ()


async def test_nothing_is_told_about_an_opening_that_people_are_playing(services: Services) -> None:
    match_id = await begin(services)
    await play(services, match_id, "21-17")
    await settled(services)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await explore_openings(services, AnalysedPosition(game_id="drafti", moves=("21-17",)), PEOPLE)
    with pytest.raises(DameroError, match="STILL_SECRET"):
        await explore_openings(services, AnalysedPosition(game_id="stratego"), PEOPLE)
