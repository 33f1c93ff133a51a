from __future__ import annotations

import threading

import pytest
from tests.application.halls import ANA, BEN, EVE, begin, create, current, play, settled

from damero.application.commands import JoinMatch, Listing, ListMatches, Machine, SameDevice, SeekGame
from damero.application.hall import Hall
from damero.application.join_match import join_match
from damero.application.list_matches import list_matches
from damero.application.ports import LOBBY, Announcement, LobbyChanged
from damero.application.seek_game import seek_game
from damero.application.watch_match import watch_match
from damero.domain import judge
from damero.domain.clock import fischer
from damero.domain.errors import DameroError, UnknownGame
from damero.domain.events import Access, MatchCreated, Player, SeatTaken
from damero.domain.match import Progress, Status

pytestmark = pytest.mark.asyncio


def joining(match_id: str, player: Player, code: str | None = None) -> JoinMatch:
    return JoinMatch(command_id="join", match_id=match_id, by=player, code=code)


async def listed(hall: Hall, listing: Listing, player: Player | None = None) -> list[str]:
    wanted = ListMatches(listing=listing, player_id=player.id if player else None)
    return [summary.id for summary in await list_matches(hall, wanted)]


async def test_whoever_has_the_link_takes_the_free_seat(hall: Hall) -> None:
    match_id = await create(hall, seat="black")
    await join_match(hall, joining(match_id, BEN))
    match = await current(hall, match_id)
    assert (match.status, match.player("black"), match.player("white")) == (Status.ACTIVE, ANA, BEN)
    with pytest.raises(DameroError, match="SEAT_TAKEN"):
        await join_match(hall, joining(match_id, EVE))


async def test_a_private_match_needs_its_code_which_only_its_creator_sees(hall: Hall) -> None:
    match_id = await create(hall, access=Access.CODE)
    assert (await watch_match(hall, match_id, "eve")).code is None
    code = (await watch_match(hall, match_id, "ana")).code
    for wrong in (None, "", "WRONG"):
        with pytest.raises(DameroError, match="WRONG_CODE"):
            await join_match(hall, joining(match_id, BEN, wrong))
    await join_match(hall, joining(match_id, BEN, code))
    assert (await watch_match(hall, match_id, "ana")).code is None


async def test_lists_show_what_they_should(hall: Hall) -> None:
    open_id = await create(hall, access=Access.LOBBY, command_id="1")
    link_id = await create(hall, command_id="2")
    assert await listed(hall, Listing.LOBBY) == [open_id]
    assert set(await listed(hall, Listing.MINE, ANA)) == {open_id, link_id}
    await join_match(hall, joining(open_id, BEN))
    assert await listed(hall, Listing.LOBBY) == []
    assert await listed(hall, Listing.LIVE) == [open_id]
    assert await listed(hall, Listing.MINE, BEN) == [open_id]
    assert await listed(hall, Listing.HISTORY, BEN) == []
    with pytest.raises(DameroError, match="NOT_A_PLAYER"):
        await listed(hall, Listing.MINE)
    with pytest.raises(DameroError, match="BAD_LIMIT"):
        await list_matches(hall, ListMatches(listing=Listing.LOBBY, limit=0))


async def test_two_who_seek_the_same_game_find_each_other(hall: Hall) -> None:
    blitz = fischer(180_000, 2_000)
    seeks = [
        SeekGame(command_id="s", by=player, game_id=game_id, control=control)
        for player, game_id, control in ((ANA, "drafti", blitz), (BEN, "russian", blitz), (EVE, "drafti", blitz))
    ]
    first, other, second = [(await seek_game(hall, seek)).match_id for seek in seeks]
    assert first == second != other
    assert (await current(hall, first)).status is Status.ACTIVE
    assert (await current(hall, other)).status is Status.WAITING


async def test_the_lobby_hears_of_what_comes_and_goes(hall: Hall) -> None:
    heard: list[Announcement] = []
    leave = hall.bus.subscribe(LOBBY, heard.append)
    match_id = await create(hall, access=Access.LOBBY)
    await create(hall, access=Access.LINK, command_id="unlisted")
    await join_match(hall, joining(match_id, BEN))
    leave()
    await play(hall, match_id, "21-17")
    statuses = [(heard.match.id, heard.match.status) for heard in heard if isinstance(heard, LobbyChanged)]
    assert statuses == [(match_id, Status.WAITING), (match_id, Status.ACTIVE)]


async def test_two_people_share_one_device(hall: Hall) -> None:
    match_id = await create(hall, opponent=SameDevice())
    await play(hall, match_id, "21-17", "9-13")
    match = await current(hall, match_id)
    assert match.seats_of("ana") == tuple(taken.seat for taken in match.taken)
    assert (await watch_match(hall, match_id, "ana", "black")).viewer == "black"


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
async def test_the_machine_sets_up_and_moves_by_itself(hall: Hall, game_id: str) -> None:
    match_id = await create(hall, game_id, opponent=Machine(1), seat=None)
    await settled(hall)
    match = await current(hall, match_id)
    machine = next(seat for seat in match.seats if match.player(seat) != ANA)
    assert match.army(machine) is not None or match.status is Status.ACTIVE
    assert match.to_move != machine


async def test_mistakes_are_refused_before_anything_is_stored(hall: Hall) -> None:
    with pytest.raises(UnknownGame):
        await create(hall, "chess")
    for wrong in ({"seat": "red"}, {"opponent": Machine(0)}, {"start": "nonsense"}):
        with pytest.raises(DameroError):
            await create(hall, **wrong)  # type: ignore[arg-type]
    with pytest.raises(DameroError, match="NO_SUCH_MATCH"):
        await join_match(hall, joining("nowhere", BEN))
    assert await hall.matches.unfinished() == ()


async def test_creating_again_with_the_same_command_gives_the_same_match(hall: Hall) -> None:
    first = await create(hall)
    hall.tables.clear()
    assert await create(hall) == first
    assert len(await hall.matches.unfinished()) == 1


async def test_a_hall_that_is_set_up_again_goes_on_where_it_was(hall: Hall) -> None:
    match_id = await begin(hall, "banqi", control=fischer(60_000, 1_000))
    before = await current(hall, match_id)
    hall.tables.clear()
    assert await current(hall, match_id) == before


MAZE = "W:WK38:BK24,K32,K31,K13,K22,K43,K44,K12,K11,K23,K14,K41,K42,K33,K34,K21"
"""One king among sixteen has 176 best ways to capture; finding them takes the referee a while."""


async def test_a_made_up_position_is_judged_beside_the_event_loop(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    judging = set[int]()

    def create_and_note_the_thread(event: MatchCreated, seated: tuple[SeatTaken, ...]) -> Progress:
        judging.add(threading.get_ident())
        return create_progress(event, seated)

    create_progress = judge.create
    monkeypatch.setattr(judge, "create", create_and_note_the_thread)
    match = await current(hall, await create(hall, "international", start=MAZE, opponent=SameDevice()))
    assert judging
    assert threading.get_ident() not in judging
    assert match.position is not None
    assert len(match.position.routes()) == 176
