"""How many matches there are and how much of them a player has, in every `MatchStore`."""

from __future__ import annotations

import asyncio

import pytest
from tests.infrastructure.stored_matches import active, append, new

from damero.application.commands import Listing, ListMatches
from damero.application.ports import MatchStore, OwnMatches, QuotaExceeded
from damero.domain import judge
from damero.domain.events import Access

pytestmark = pytest.mark.asyncio


async def test_the_matches_of_a_player_are_counted(matches: MatchStore) -> None:
    assert await matches.count_own("ana") == OwnMatches(0, 0, 0)
    await append(matches, new("waiting", Access.LOBBY), "create")
    await matches.append(active("played"), active("resigned"))
    await append(matches, judge.resign(active("resigned").match, "white", 5), "resign")
    await append(matches, judge.play(active("played").match, "white", "21-17", 1), "move")
    assert await matches.count_own("ana") == OwnMatches(unfinished=2, over=1, events=1 + 5 + 5)
    assert await matches.count_own("ben") == OwnMatches(unfinished=1, over=1, events=5 + 5)


async def test_the_results_of_a_player_are_counted_without_private_matches(matches: MatchStore) -> None:
    assert await matches.results("ana", newest=9) == ()
    for number, access in enumerate((Access.LINK, Access.LINK, Access.CODE)):
        await matches.append(active(f"m{number}", access))
        await append(matches, judge.resign(active(f"m{number}", access).match, "white", 5), "resign")
    await matches.append(active("running"))
    (of_ana,), (of_ben,) = [await matches.results(player, newest=9) for player in ("ana", "ben")]
    assert {of_ana.game_id} == {of_ben.game_id} == {active("running").match.created.game_id}
    assert sorted([(of_ana.won, of_ana.lost), (of_ben.won, of_ben.lost)]) == [(0, 2), (2, 0)]
    assert of_ana.drawn == of_ben.drawn == 0
    (newest,) = await matches.results("ana", newest=2)
    assert newest.won + newest.lost == 1


async def test_matches_being_played_are_counted_whoever_may_watch_them(matches: MatchStore) -> None:
    await append(matches, new("waiting", Access.LOBBY), "create")
    for number in range(60):
        await matches.append(active(f"m{number}", Access.LOBBY if number % 2 else Access.LINK))
    assert await matches.count_active() == 60


async def test_imported_games_of_a_player_stay_within_the_quota(matches: MatchStore) -> None:
    results = await asyncio.gather(
        *(matches.append_imported(active(f"m{number}"), quota=1_500) for number in range(20)), return_exceptions=True
    )
    refused = [result for result in results if result is not None]
    assert 10 < len(refused) < 20
    assert {type(result) for result in refused} == {QuotaExceeded}
    mine = await matches.list(ListMatches(listing=Listing.MINE, player_id="ana"))
    assert len(mine) == 20 - len(refused)
