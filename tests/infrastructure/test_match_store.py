"""What every `MatchStore` must do."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.infrastructure.implementations import OpenStores, Stores
from tests.infrastructure.stored_matches import active, append, begun_at, new
from tests.matches import ANA, BEN, begun, creation, played

from damero.application.change_match import entry_of
from damero.application.commands import ENGINE, Listing, ListMatches, Result
from damero.application.ports import Entry, MatchStore, StaleAppend
from damero.domain import judge, reasons
from damero.domain.beginning import placed_game
from damero.domain.clock import DAY, UNTIMED, Speed, TimeControl, fischer
from damero.domain.events import Access, MatchFinished, Player, SeatTaken
from damero.domain.game import Outcome
from damero.domain.match import Status, evolve, replay

pytestmark = pytest.mark.asyncio


async def ids(
    store: MatchStore, listing: Listing, player_id: str | None = None, game_id: str | None = None
) -> list[str]:
    wanted = ListMatches(listing=listing, player_id=player_id, game_id=game_id)
    return [summary.id for summary in await store.list(wanted)]


async def test_what_was_appended_comes_back_as_it_was(matches: MatchStore) -> None:
    for game_id in ("drafti", "banqi", "stratego"):
        match = begun(game_id)
        assert match.began is not None
        events = (match.created, *match.taken, *match.armies, match.began)
        named = replace(match, created=replace(match.created, match_id=game_id))
        await matches.append(Entry(named, 0, "create", events))
        recorded = await matches.events(game_id)
        assert tuple(one.event for one in recorded) == events
        assert [one.seq for one in recorded] == list(range(1, len(events) + 1))
        assert {one.command for one in recorded} == {"create"}
        assert replay(one.event for one in recorded) == match


async def test_events_are_numbered_across_commands_in_the_order_of_their_commands(matches: MatchStore) -> None:
    entry = active("match")
    await matches.append(entry)
    first = judge.play(entry.match, "white", "21-17", 1)
    second = judge.play(first.after, "black", "9-13", 2)
    await append(matches, first, "z: first")
    await append(matches, second, "a: second")
    recorded = await matches.events("match")
    assert [one.seq for one in recorded] == list(range(1, len(recorded) + 1))
    assert [one.command for one in recorded] == ["create"] * len(entry.events) + ["z: first", "a: second"]
    assert tuple(one.event for one in recorded) == (*entry.events, *first.events, *second.events)


async def test_an_unknown_match_has_no_events(matches: MatchStore) -> None:
    assert await matches.events("unknown") == ()


async def test_what_was_appended_is_there_after_the_store_is_opened_again(
    open_stores: OpenStores, tmp_path: Path
) -> None:
    async with open_stores(tmp_path) as stores:
        await stores.matches.append(active("match"))
        before = await stores.matches.events("match")
    async with open_stores(tmp_path) as stores:
        assert await stores.matches.events("match") == before
        assert await stores.matches.unfinished() == ("match",)


async def test_only_one_of_two_who_saw_the_same_version_gets_in(matches: MatchStore) -> None:
    match = await append(matches, new(), "create")
    rivals = [judge.abort(match, "ana", at) for at in (1, 2)]
    results = await asyncio.gather(
        *(append(matches, rival, f"rival {number}") for number, rival in enumerate(rivals)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Match", "StaleAppend"]
    assert len(await matches.events("match")) == 2


async def test_an_append_beyond_the_stored_version_is_refused(matches: MatchStore) -> None:
    match = await append(matches, new(), "create")
    aborted = judge.abort(match, "ana", 1)
    with pytest.raises(StaleAppend):
        await matches.append(entry_of(aborted, "abort")._replace(version=2))
    with pytest.raises(StaleAppend):
        await matches.append(entry_of(aborted, "abort")._replace(match=new("unknown").after))
    assert len(await matches.events("match")) == 1
    assert await ids(matches, Listing.MINE, "ana") == ["match"]


async def test_the_same_command_is_never_stored_twice(matches: MatchStore) -> None:
    match = await append(matches, new(), "create")
    with pytest.raises(StaleAppend):
        await append(matches, judge.abort(match, "ana", 1), "create")
    with pytest.raises(StaleAppend):
        await append(matches, new(), "create")
    assert len(await matches.events("match")) == 1


async def test_the_same_command_may_be_used_in_different_matches(matches: MatchStore) -> None:
    await matches.append(entry_of(new("one"), "create"), entry_of(new("two"), "create"))
    assert [len(await matches.events(match_id)) for match_id in ("one", "two")] == [1, 1]


async def test_several_entries_are_stored_together_or_not_at_all(matches: MatchStore) -> None:
    match = await append(matches, new("one"), "create")
    good, stale = entry_of(new("two"), "both"), Entry(match, 5, "both", (match.created,))
    with pytest.raises(StaleAppend):
        await matches.append(good, stale)
    assert await matches.events("two") == ()
    assert await ids(matches, Listing.MINE, "ana") == ["one"]


async def test_an_append_of_nothing_is_accepted_by_a_store_that_works(matches: MatchStore) -> None:
    await matches.append()
    assert matches.failure() is None


async def test_what_is_appended_at_the_same_time_is_stored_whole_and_in_order(matches: MatchStore) -> None:
    entries = [active(f"m{number}") for number in range(75)]
    await asyncio.gather(*map(matches.append, entries))
    for entry in entries:
        stored = await matches.events(entry.match.id)
        assert tuple(one.event for one in stored) == entry.events
        assert [one.seq for one in stored] == [1, 2, 3, 4]


async def test_a_refused_append_does_not_touch_others_made_at_the_same_time(matches: MatchStore) -> None:
    await append(matches, new("taken"), "create")
    appends = [append(matches, new("taken" if number % 3 == 0 else f"m{number}"), "again") for number in range(300)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert sum(isinstance(result, StaleAppend) for result in results) == 100
    assert len(await matches.unfinished()) == 201


async def test_unfinished_matches_with_the_nearest_deadlines_come_first(matches: MatchStore) -> None:
    for name, control, began in (("blitz", fischer(60_000), DAY - 30_000), ("slow", fischer(DAY), 0)):
        await matches.append(begun_at(name, control, began))
    await matches.append(active("untimed"))
    assert await matches.unfinished() == ("slow", "blitz", "untimed")


async def test_without_a_stored_deadline_the_shortest_clocks_come_first(matches: MatchStore) -> None:
    for name, control in (("untimed", UNTIMED), ("long", fischer(600_000)), ("short", fischer(60_000))):
        entry = active(name)
        created = replace(entry.match.created, control=control)
        await matches.append(entry._replace(match=replace(entry.match, created=created), events=(created,)))
    assert await matches.unfinished() == ("short", "long", "untimed")


async def test_lists_page_through_what_changed(stores: Stores) -> None:
    matches = stores.matches
    for number in range(5):
        await append(matches, new(f"m{number}", Access.LOBBY), "create")
        stores.clock.time += 1
    wanted = ListMatches(listing=Listing.LOBBY, limit=2)
    first = await matches.list(wanted)
    rest = await matches.list(replace(wanted, before=first[-1].changed, limit=9))
    assert [summary.id for summary in (*first, *rest)] == ["m4", "m3", "m2", "m1", "m0"]
    assert await matches.list(replace(wanted, game_id="russian")) == ()
    await append(matches, judge.abort(new("m2", Access.LOBBY).after, "ana", 1), "abort")
    assert len(await matches.list(replace(wanted, limit=9))) == 4
    history = await matches.list(ListMatches(listing=Listing.HISTORY, player_id="ana"))
    assert [(summary.id, summary.outcome) for summary in history] == [("m2", Outcome(None, reasons.ABORTED))]


async def test_each_list_holds_the_matches_of_its_kind(matches: MatchStore) -> None:
    await append(matches, new("seek", Access.LOBBY), "create")
    await append(matches, new("private"), "create")
    await matches.append(active("watched", Access.LOBBY))
    await matches.append(active("private game"))
    await append(matches, judge.abort(await append(matches, new("over"), "create"), "ana", 1), "abort")
    assert await ids(matches, Listing.LOBBY) == ["seek"]
    assert await ids(matches, Listing.LIVE) == ["watched"]
    assert set(await ids(matches, Listing.MINE, "ana")) == {"seek", "private", "watched", "private game"}
    assert set(await ids(matches, Listing.MINE, "ben")) == {"watched", "private game"}
    assert await ids(matches, Listing.MINE, "eve") == []
    assert await ids(matches, Listing.HISTORY, "ana") == ["over"]
    assert await ids(matches, Listing.HISTORY, "ben") == []


async def test_lists_can_be_limited_to_one_game(matches: MatchStore) -> None:
    await append(matches, new("draughts", Access.LOBBY, "drafti"), "create")
    await append(matches, new("dark chess", Access.LOBBY, "banqi"), "create")
    assert await ids(matches, Listing.LOBBY, game_id="banqi") == ["dark chess"]
    assert await ids(matches, Listing.MINE, "ana", "drafti") == ["draughts"]


async def test_matches_that_are_over_are_found_by_what_they_were(stores: Stores) -> None:
    ben, engine = Player("ben", "Bén Ö"), Player("engine", "Computer", 3)
    games = {
        "won": (ben, TimeControl(60_000), Outcome("white", reasons.RESIGNATION)),
        "lost": (ben, UNTIMED, Outcome("black", reasons.RESIGNATION)),
        "drawn": (engine, TimeControl(DAY, renewed=True), Outcome(None, reasons.AGREEMENT)),
        "shared": (ANA, TimeControl(300_000, 3_000), Outcome("white", reasons.RESIGNATION)),
    }
    for match_id, (opponent, control, outcome) in games.items():
        await stores.matches.append(finished(match_id, opponent, control, outcome))
        stores.clock.time += 10
    waiting = await append(stores.matches, new("aborted", game_id="banqi"), "create")
    await append(stores.matches, judge.abort(waiting, "ana", 1), "abort")
    wanted = ListMatches(listing=Listing.HISTORY, player_id="ana")
    whole = await stores.matches.list(wanted)

    async def found(**conditions: Any) -> list[str]:
        return [one.id for one in await stores.matches.list(replace(wanted, **conditions))]

    assert [one.id for one in whole] == ["aborted", "shared", "drawn", "lost", "won"]
    assert [await found(result=result) for result in Result] == [["won"], ["lost"], ["drawn"], ["aborted"]]
    assert await found(opponent="BÉN ö") == ["lost", "won"]
    assert await found(opponent="Be") == []
    assert await found(opponent=ENGINE) == ["drawn"]
    assert await found(game_id="banqi") == ["aborted"]
    assert await found(speed=Speed.BULLET) == ["won"]
    assert await found(speed=Speed.BLITZ) == ["shared"]
    assert await found(speed=Speed.DAYS) == ["drawn"]
    assert await found(imported=True) == []
    assert await found(imported=False, opponent="Bén Ö", limit=1) == ["lost"]
    assert await found(since=whole[2].changed, before=whole[0].changed) == ["shared", "drawn"]
    others = ListMatches(listing=Listing.HISTORY, player_id="ben", result=Result.WON, opponent="Ana")
    assert [one.id for one in await stores.matches.list(others)] == ["lost"]


def finished(match_id: str, opponent: Player, control: TimeControl, outcome: Outcome) -> Entry:
    """Ana as White played an opponent."""
    created = replace(creation(control=control), match_id=match_id)
    seats = (SeatTaken(0, "white", ANA, ""), SeatTaken(0, "black", opponent, ""))
    begun = judge.create(created, seats)
    over = MatchFinished(1, outcome.winner, outcome.reason)
    return Entry(evolve(begun.after, over), 0, "create", (*begun.events, over))


async def test_a_summary_shows_the_match_and_the_wall_clock(stores: Stores) -> None:
    created = stores.clock.wall()
    match = await append(stores.matches, new("match", Access.LOBBY, "stratego"), "create")
    stores.clock.time += 5_000
    await append(stores.matches, judge.join(match, BEN, "ben's nonce", 1, drawn="red"), "join")
    (summary,) = await stores.matches.list(ListMatches(listing=Listing.LOBBY))
    assert (summary.game_id, summary.status, summary.access) == ("stratego", Status.WAITING, Access.LOBBY)
    assert (summary.creator, summary.seats, summary.outcome) == (ANA, (("red", ANA), ("blue", BEN)), None)
    assert summary.control == match.created.control
    assert (summary.created, summary.changed) == (created, created + 5_000)


async def test_moves_do_not_change_the_place_of_a_match_in_lists(stores: Stores) -> None:
    entry = active("match", Access.LOBBY)
    await stores.matches.append(entry)
    (before,) = await stores.matches.list(ListMatches(listing=Listing.LIVE))
    stores.clock.time += 5_000
    await append(stores.matches, judge.play(entry.match, "white", "21-17", 1), "move")
    stores.clock.time += 5_000
    await append(stores.matches, judge.play(played(entry.match, "21-17"), "black", "9-13", 2_000), "reply")
    (after,) = await stores.matches.list(ListMatches(listing=Listing.LIVE))
    assert after.changed - before.changed <= 5_000


async def turns(store: MatchStore, player_id: str) -> list[tuple[str, str | None, bool]]:
    own = await store.list(ListMatches(listing=Listing.MINE, player_id=player_id))
    return [(summary.id, summary.to_move, summary.is_turn_of(player_id)) for summary in own]


async def test_own_matches_say_whose_turn_it_is_and_those_with_my_turn_come_first(stores: Stores) -> None:
    for match_id in ("old", "young", "new"):
        await stores.matches.append(active(match_id))
        stores.clock.time += 100
    match = await append(stores.matches, judge.play(active("young").match, "white", "21-17", 1), "move")
    assert await turns(stores.matches, "ana") == [
        ("new", "white", True),
        ("old", "white", True),
        ("young", "black", False),
    ]
    assert await turns(stores.matches, "ben") == [
        ("young", "black", True),
        ("new", "white", False),
        ("old", "white", False),
    ]
    await append(stores.matches, judge.play(match, "black", "9-13", 2), "reply")
    assert [match_id for match_id, _, mine in await turns(stores.matches, "ana") if mine] == ["new", "young", "old"]
    assert not any(mine for _, _, mine in await turns(stores.matches, "ben"))


async def test_it_is_nobodys_turn_in_a_match_that_is_over(matches: MatchStore) -> None:
    await matches.append(active("match"))
    await append(matches, judge.resign(active("match").match, "black", 1), "resign")
    assert await turns(matches, "ana") == []
    (over,) = await matches.list(ListMatches(listing=Listing.HISTORY, player_id="ana"))
    assert (over.to_move, over.awaited) == (None, ())


async def test_it_is_the_turn_of_whoever_must_place_an_army(matches: MatchStore) -> None:
    created = await append(matches, new("match", game_id="stratego"), "create")
    assert await turns(matches, "ana") == [("match", None, False)]
    match = await append(matches, judge.join(created, BEN, "ben's nonce", 1, drawn="red"), "join")
    army = next(iter(placed_game(match.game).formations("red").values()))
    await append(matches, judge.place(match, "red", army, 2), "army")
    assert await turns(matches, "ana") == [("match", None, False)]
    assert await turns(matches, "ben") == [("match", None, True)]


async def test_a_short_page_of_own_matches_begins_with_those_in_which_it_is_my_turn(stores: Stores) -> None:
    for number in range(6):
        entry = active(f"m{number}")
        await stores.matches.append(entry)
        if number % 2:
            await append(stores.matches, judge.play(entry.match, "white", "21-17", 1), "move")
        stores.clock.time += 1
    page = await stores.matches.list(ListMatches(listing=Listing.MINE, player_id="ana", limit=4))
    assert [summary.id for summary in page] == ["m4", "m2", "m0", "m5"]


async def fill_at_different_times(stores: Stores) -> int:
    """Two waiting matches and two active ones, each changed 100 ms after the one before; the time of the first."""
    first = stores.clock.time
    for entry in (
        entry_of(new("private", game_id="stratego"), "create"),
        active("old game"),
        entry_of(new("seek", Access.LOBBY), "create"),
        active("new game", Access.LOBBY),
    ):
        await stores.matches.append(entry)
        stores.clock.time += 100
    return first


async def test_waiting_matches_are_found_by_age_and_access_oldest_first(stores: Stores) -> None:
    matches, first = stores.matches, await fill_at_different_times(stores)
    assert await matches.waiting(unchanged_since=first + 1_000) == ("private", "seek")
    assert await matches.waiting(unchanged_since=first + 200) == ("private",)
    assert await matches.waiting(unchanged_since=first) == ()
    assert await matches.waiting(unchanged_since=first + 1_000, access=Access.LOBBY) == ("seek",)
    assert await matches.waiting(unchanged_since=first + 1_000, access=Access.LINK) == ("private",)


async def test_an_imported_game_is_read_as_it_was_written_and_can_go_on(matches: MatchStore) -> None:
    entry = active("imported")
    await matches.append_imported(entry, quota=10_000)
    stored = await matches.events("imported")
    assert [(one.seq, one.event, one.command) for one in stored] == [
        (number, event, "create") for number, event in enumerate(entry.events, start=1)
    ]
    assert await ids(matches, Listing.MINE, "ana") == ["imported"]
    match = replay(one.event for one in stored)
    await append(matches, judge.resign(match, "white", 5), "resign")
    assert [one.seq for one in await matches.events("imported")] == list(range(1, len(stored) + 2))


async def test_the_same_game_is_not_imported_twice(matches: MatchStore) -> None:
    await matches.append_imported(active("imported"), quota=10_000)
    await matches.append(active("played"))
    for match_id in ("imported", "played"):
        with pytest.raises(StaleAppend):
            await matches.append_imported(active(match_id), quota=10_000)


async def test_a_waiting_match_that_changes_is_young_again(stores: Stores) -> None:
    """Both players have joined, but their armies are missing."""
    matches, first = stores.matches, await fill_at_different_times(stores)
    await append(matches, judge.join(new("private", game_id="stratego").after, BEN, "ben's", 1, drawn="red"), "join")
    assert await matches.waiting(unchanged_since=first + 300) == ("seek",)
    assert await matches.waiting(unchanged_since=first + 1_000) == ("seek", "private")


async def test_unfinished_matches_are_all_active_ones_and_those_that_began_to_wait_lately(stores: Stores) -> None:
    matches, first = stores.matches, await fill_at_different_times(stores)
    assert await matches.unfinished() == ("new game", "old game", "seek", "private")
    assert await matches.unfinished(since=first + 200) == ("new game", "old game", "seek")
    assert await matches.unfinished(since=first + 1_000) == ("new game", "old game")
    await append(matches, judge.abort(new("seek", Access.LOBBY).after, "ana", 1), "abort")
    await append(matches, judge.resign(active("old game").match, "white", 1), "resign")
    assert await matches.unfinished() == ("new game", "private")


async def test_a_cancelled_append_is_stored_or_not_for_good_when_an_empty_one_returns(matches: MatchStore) -> None:
    cancelled = asyncio.create_task(append(matches, new(), "create"))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    await matches.append()
    was_stored = bool(await matches.events("match"))
    (again,) = await asyncio.gather(append(matches, new(), "create"), return_exceptions=True)
    assert isinstance(again, StaleAppend) == was_stored
    assert len(await matches.events("match")) == 1
