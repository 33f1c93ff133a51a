from __future__ import annotations

from dataclasses import replace

import pytest
from tests.application.fixtures import ANA, BEN, EVE, LocalJudging, begin, create, current, look, play, settled, turn

from damero.application.commands import EngineOpponent, JoinMatch, Listing, ListMatches, SameDevice, SeekGame
from damero.application.join_match import join_match
from damero.application.list_matches import LONGEST_LIST, list_matches
from damero.application.ports import LOBBY, Announcement, LobbyChanged
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.clock import fischer
from damero.domain.errors import DameroError, UnknownGame
from damero.domain.events import Access, Player
from damero.domain.match import Status

pytestmark = pytest.mark.asyncio


def joining(match_id: str, player: Player, code: str | None = None) -> JoinMatch:
    return JoinMatch(command_id="join", match_id=match_id, by=player, code=code)


async def listed(services: Services, listing: Listing, player: Player | None = None) -> list[str]:
    wanted = ListMatches(listing=listing, player_id=player.id if player else None)
    return [summary.id for summary in await list_matches(services, wanted)]


async def test_whoever_has_the_link_takes_the_free_seat(services: Services) -> None:
    match_id = await create(services, seat="black")
    await join_match(services, joining(match_id, BEN))
    match = await current(services, match_id)
    assert (match.status, match.player("black"), match.player("white")) == (Status.ACTIVE, ANA, BEN)
    with pytest.raises(DameroError, match="SEAT_TAKEN"):
        await join_match(services, joining(match_id, EVE))


async def test_a_private_match_needs_its_code_which_only_its_creator_sees(services: Services) -> None:
    match_id = await create(services, access=Access.CODE)
    assert (await look(services, match_id, "eve")).own.code is None
    code = (await look(services, match_id, "ana")).own.code
    for wrong in (None, "", "WRONG"):
        with pytest.raises(DameroError, match="WRONG_CODE"):
            await join_match(services, joining(match_id, BEN, wrong))
    await join_match(services, joining(match_id, BEN, code))
    assert (await look(services, match_id, "ana")).own.code is None


async def test_lists_show_what_they_should(services: Services) -> None:
    open_id = await create(services, access=Access.LOBBY, command_id="1")
    link_id = await create(services, command_id="2")
    assert await listed(services, Listing.LOBBY) == [open_id]
    assert set(await listed(services, Listing.MINE, ANA)) == {open_id, link_id}
    await join_match(services, joining(open_id, BEN))
    assert await listed(services, Listing.LOBBY) == []
    assert await listed(services, Listing.LIVE) == [open_id]
    assert await listed(services, Listing.MINE, BEN) == [open_id]
    assert await listed(services, Listing.HISTORY, BEN) == []
    with pytest.raises(DameroError, match="NOT_A_PLAYER"):
        await listed(services, Listing.MINE)
    with pytest.raises(DameroError, match="BAD_LIMIT"):
        await list_matches(services, ListMatches(listing=Listing.LOBBY, limit=0))


async def test_two_who_seek_the_same_game_find_each_other(services: Services) -> None:
    blitz = fischer(180_000, 2_000)
    seeks = [
        SeekGame(command_id="s", by=player, game_id=game_id, control=control)
        for player, game_id, control in ((ANA, "drafti", blitz), (BEN, "russian", blitz), (EVE, "drafti", blitz))
    ]
    first, other, second = [(await seek_game(services, seek)).match_id for seek in seeks]
    assert first == second != other
    assert (await current(services, first)).status is Status.ACTIVE
    assert (await current(services, other)).status is Status.WAITING


async def test_a_seek_is_found_behind_many_others_with_another_clock(services: Services) -> None:
    seek = SeekGame(command_id="s", by=ANA, game_id="drafti", control=fischer(180_000, 2_000))
    waiting = await seek_game(services, seek)
    for number in range(LONGEST_LIST):
        turn(services, 1)
        other = Player(f"player {number}", f"Player {number}")
        await seek_game(services, replace(seek, by=other, control=fischer(1_000 + number)))
    assert (await seek_game(services, replace(seek, by=EVE))).match_id == waiting.match_id


async def test_the_lobby_hears_of_what_comes_and_goes(services: Services) -> None:
    heard: list[Announcement] = []
    leave = services.bus.subscribe(LOBBY, heard.append)
    match_id = await create(services, access=Access.LOBBY)
    await settled(services)
    offered = heard.count(LobbyChanged())
    await create(services, access=Access.LINK, command_id="unlisted")
    await settled(services)
    unlisted = heard.count(LobbyChanged())
    await join_match(services, joining(match_id, BEN))
    await settled(services)
    leave()
    await play(services, match_id, "21-17")
    assert (offered, unlisted, heard.count(LobbyChanged())) == (1, 1, 2)


async def test_two_people_share_one_device(services: Services) -> None:
    match_id = await create(services, opponent=SameDevice())
    await play(services, match_id, "21-17", "9-13")
    match = await current(services, match_id)
    assert match.seats_of("ana") == tuple(taken.seat for taken in match.taken)
    assert (await look(services, match_id, "ana", "black")).viewer.seat == "black"


@pytest.mark.parametrize("game_id", ["drafti", "stratego", "banqi"])
async def test_the_engine_sets_up_and_moves_by_itself(services: Services, game_id: str) -> None:
    match_id = await create(services, game_id, opponent=EngineOpponent(1), seat=None)
    await settled(services)
    match = await current(services, match_id)
    engine = next(seat for seat in match.seats if match.player(seat) != ANA)
    assert match.army(engine) is not None or match.status is Status.ACTIVE
    assert match.to_move != engine


async def test_mistakes_are_refused_before_anything_is_stored(services: Services) -> None:
    with pytest.raises(UnknownGame):
        await create(services, "chess")
    for wrong in ({"seat": "red"}, {"opponent": EngineOpponent(0)}, {"start": "nonsense"}):
        with pytest.raises(DameroError):
            await create(services, **wrong)  # type: ignore[arg-type]
    with pytest.raises(DameroError, match="NO_SUCH_MATCH"):
        await join_match(services, joining("nowhere", BEN))
    assert await services.matches.unfinished() == ()


async def test_creating_again_with_the_same_command_gives_the_same_match(services: Services) -> None:
    first = await create(services)
    services.live_matches.clear()
    assert await create(services) == first
    assert len(await services.matches.unfinished()) == 1


async def test_a_hall_that_is_set_up_again_goes_on_where_it_was(services: Services) -> None:
    match_id = await begin(services, "banqi", control=fischer(60_000, 1_000))
    before = await current(services, match_id)
    services.live_matches.clear()
    assert await current(services, match_id) == before


MAZE = "W:WK38:BK24,K32,K31,K13,K22,K43,K44,K12,K11,K23,K14,K41,K42,K33,K34,K21"
"""One king among sixteen has 176 best ways to capture; finding them takes the referee a while."""


async def test_a_made_up_position_is_judged_in_another_process(services: Services) -> None:
    match = await current(services, await create(services, "international", start=MAZE, opponent=SameDevice()))
    assert isinstance(services.judging, LocalJudging)
    assert services.judging.count == 1
    assert match.position is not None
    assert len(match.position.routes()) == 176
