"""What leaves the server: for each viewer what it may know, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.application.halls import BEN, a_hall, begin, create, current, play, turn

from damero.application.commands import JoinMatch, News, PlaceArmy, Resign
from damero.application.hall import Hall
from damero.application.join_match import join_match
from damero.application.place_army import place_army
from damero.application.resign import resign
from damero.application.show_match import MatchView
from damero.application.watch_match import missed_news, watch_match
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.clock import fischer

pytestmark = pytest.mark.asyncio

PLACED = [game.info.id for game in catalogue.GAMES if game.info.start == "placed"]
STRANGERS = (None, "eve")


async def seen(folder: Path, game_id: str, *, turned: bool) -> list[tuple[MatchView, tuple[News, ...]]]:
    """Everything that Ana and spectators see of a game in which Ben has an army, or the same one turned around."""
    folder.mkdir()
    shown = []
    async with a_hall(folder) as hall:
        match_id = await create(hall, game_id, seat=catalogue.game(game_id).info.seats[0])
        await join_match(hall, JoinMatch(command_id="join", match_id=match_id, by=BEN, nonce="ben's"))
        for player_id, turns in (("ben", turned), ("ana", False)):
            await _place(hall, match_id, player_id, turned=turns)
            shown += [await _look(hall, match_id, viewer) for viewer in ("ana", *STRANGERS)]
    return shown


async def _place(hall: Hall, match_id: str, player_id: str, *, turned: bool = False) -> None:
    match = await current(hall, match_id)
    game, seat = placed_game(match.game), match.seat_of(player_id)
    army = next(iter(game.formations(seat).values()))
    if turned:
        pieces = game.read_army(seat, army)
        army = game.write_army(seat, dict(zip(pieces, reversed(pieces.values()), strict=True)))
    await place_army(hall, PlaceArmy(command_id="army", match_id=match_id, by=player_id, army=army))


async def _look(hall: Hall, match_id: str, player_id: str | None) -> tuple[MatchView, tuple[News, ...]]:
    """The seals are hashes with secret salts: they differ, and tell nothing."""
    news = await missed_news(hall, match_id, 0)
    view = await watch_match(hall, match_id, player_id)
    return replace(view, seals=()), tuple(replace(one, seals=()) for one in news)


@pytest.mark.parametrize("game_id", PLACED)
async def test_nobody_can_tell_which_army_the_other_has_placed(tmp_path: Path, game_id: str) -> None:
    assert await seen(tmp_path / "one", game_id, turned=False) == await seen(tmp_path / "two", game_id, turned=True)


async def test_an_army_is_shown_to_its_owner_alone(hall: Hall) -> None:
    match_id = await create(hall, "stratego", seat="red")
    await join_match(hall, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    await _place(hall, match_id, "ana")
    views = {viewer: await watch_match(hall, match_id, viewer) for viewer in ("ana", "ben", *STRANGERS)}
    assert views["ana"].army is not None
    assert [views[viewer].army for viewer in ("ben", *STRANGERS)] == [None, None, None]
    assert all(view.placing and view.seats[0].army_placed for view in views.values())


@pytest.mark.parametrize("game_id", ["drafti", "banqi", "stratego"])
async def test_the_seed_is_shown_when_the_match_is_over_and_not_before(hall: Hall, game_id: str) -> None:
    match_id = await begin(hall, game_id)
    match = await current(hall, match_id)
    for viewer in ("ana", "ben", *STRANGERS):
        view = await watch_match(hall, match_id, viewer)
        assert view.seed is None
        assert match.created.seed not in repr(view)
        assert match.created.seed not in repr(await missed_news(hall, match_id, 0))
    await resign(hall, Resign(command_id="r", match_id=match_id, by="ana"))
    assert (await watch_match(hall, match_id)).seed == match.created.seed


async def test_clocks_are_shown_as_they_stand_at_this_moment(hall: Hall) -> None:
    match_id = await begin(hall, control=fischer(60_000, 2_000))
    turn(hall, 5_000)
    await play(hall, match_id, "21-17")
    turn(hall, 1_500)
    view = await watch_match(hall, match_id)
    assert [seat.remaining for seat in view.seats] == [57_000, 58_500]
    assert view.deadline == view.now + 58_500


async def test_only_who_is_to_move_sees_legal_moves(hall: Hall) -> None:
    match_id = await begin(hall)
    views = [await watch_match(hall, match_id, viewer) for viewer in ("ana", "ben", *STRANGERS)]
    assert [bool(view.position and view.position.legal_moves()) for view in views] == [True, False, False, False]
