"""What leaves the server: for each viewer what it may know, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.application.fixtures import BEN, Look, begin, create, current, look, opened_services, play, public_log, turn

from damero.application.commands import JoinMatch, PlaceArmy, PublicEvent, Resign
from damero.application.join_match import join_match
from damero.application.place_army import place_army
from damero.application.resign import resign
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.clock import fischer

pytestmark = pytest.mark.asyncio

PLACED = [game.info.id for game in catalogue.GAMES if game.info.start == "placed"]
STRANGERS = (None, "eve")


async def seen(folder: Path, game_id: str, *, turned: bool) -> list[tuple[Look, tuple[PublicEvent, ...]]]:
    """Everything that Ana and spectators see of a game in which Ben has an army, or the same one turned around."""
    folder.mkdir()
    shown = []
    async with opened_services(folder) as services:
        match_id = await create(services, game_id, seat=catalogue.game(game_id).info.seats[0])
        await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN, nonce="ben's"))
        for player_id, turns in (("ben", turned), ("ana", False)):
            await _place(services, match_id, player_id, turned=turns)
            shown += [await _look(services, match_id, viewer) for viewer in ("ana", *STRANGERS)]
    return shown


async def _place(services: Services, match_id: str, player_id: str, *, turned: bool = False) -> None:
    match = await current(services, match_id)
    game, seat = placed_game(match.game), match.seat_of(player_id)
    army = next(iter(game.formations(seat).values()))
    if turned:
        pieces = game.read_army(seat, army)
        army = game.write_army(seat, dict(zip(pieces, reversed(pieces.values()), strict=True)))
    await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by=player_id, army=army))


async def _look(services: Services, match_id: str, player_id: str | None) -> tuple[Look, tuple[PublicEvent, ...]]:
    """The seals are hashes with secret salts: they differ, and tell nothing. The head is a hash over them."""
    log = await public_log(services, match_id)
    seen = await look(services, match_id, player_id)
    head = "" if seen.match.seals else seen.match.head
    match = seen.match._replace(seals=(), head=head)
    return replace(seen, match=match), tuple(one._replace(seals=()) for one in log)


@pytest.mark.parametrize("game_id", PLACED)
async def test_nobody_can_tell_which_army_the_other_has_placed(tmp_path: Path, game_id: str) -> None:
    assert await seen(tmp_path / "one", game_id, turned=False) == await seen(tmp_path / "two", game_id, turned=True)


async def test_an_army_is_shown_to_its_owner_alone(services: Services) -> None:
    match_id = await create(services, "stratego", seat="red")
    await join_match(services, JoinMatch(command_id="join", match_id=match_id, by=BEN))
    await _place(services, match_id, "ana")
    views = {viewer: await look(services, match_id, viewer) for viewer in ("ana", "ben", *STRANGERS)}
    assert views["ana"].own.army is not None
    assert [views[viewer].own.army for viewer in ("ben", *STRANGERS)] == [None, None, None]
    assert all(view.match.placing and view.match.seats[0].army_placed for view in views.values())


@pytest.mark.parametrize("game_id", ["drafti", "banqi", "stratego"])
async def test_the_seed_is_shown_when_the_match_is_over_and_not_before(services: Services, game_id: str) -> None:
    match_id = await begin(services, game_id)
    match = await current(services, match_id)
    for viewer in ("ana", "ben", *STRANGERS):
        view = await look(services, match_id, viewer)
        assert view.match.seed is None
        assert match.created.seed not in repr(view)
        assert match.created.seed not in repr(await public_log(services, match_id))
    await resign(services, Resign(command_id="r", match_id=match_id, by="ana"))
    assert (await look(services, match_id)).match.seed == match.created.seed


async def test_clocks_are_shown_as_they_stand_at_this_moment(services: Services) -> None:
    match_id = await begin(services, control=fischer(60_000, 2_000))
    turn(services, 5_000)
    await play(services, match_id, "21-17")
    turn(services, 1_500)
    clock = (await look(services, match_id)).match.clock
    assert clock is not None
    assert clock.remaining == {"white": 57_000, "black": 58_500}
    assert clock.deadline == clock.at + 58_500


async def test_only_who_is_to_move_sees_legal_moves(services: Services) -> None:
    match_id = await begin(services)
    views = [await look(services, match_id, viewer) for viewer in ("ana", "ben", *STRANGERS)]
    assert [bool(view.position and view.position.legal_moves()) for view in views] == [True, False, False, False]
    assert [bool(view.own.routes) for view in views] == [True, False, False, False]
