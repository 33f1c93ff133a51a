from __future__ import annotations

import pytest
from tests.application.fixtures import LocalEngines, begin, create, current, play, settled
from tests.records import FULL

from damero.application.change_match import command_key
from damero.application.commands import EngineOpponent, MakeOffer, PlaceArmy, SameDevice, TakeHint
from damero.application.export_record import export_record
from damero.application.offer import make_offer
from damero.application.place_army import place_army
from damero.application.ports import Requester
from damero.application.services import Services
from damero.application.show_match import show_match
from damero.application.take_hint import Hint, take_hint
from damero.domain.beginning import placed_game
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.events import OfferKind
from damero.domain.match import replay
from damero.domain.record import verify_text

pytestmark = pytest.mark.asyncio


async def hinted(services: Services, match_id: str, command_id: str = "hint", by: str = "ana") -> Hint:
    return await take_hint(services, TakeHint(command_id=command_id, match_id=match_id, by=by), Requester(by))


async def against_engine(services: Services, game_id: str = "drafti") -> str:
    match_id = await create(services, game_id, opponent=EngineOpponent(1), seat="white")
    await settled(services)
    return match_id


def hints_shown(services: Services, match_id: str) -> list[int]:
    return [seat.hints for seat in show_match(services, services.live_matches[match_id].match).seats]


async def test_a_hint_is_a_legal_move_and_counts_once_for_each_turn(services: Services) -> None:
    match_id = await against_engine(services)
    position = (await current(services, match_id)).position
    assert position is not None
    first = await hinted(services, match_id)
    again = await hinted(services, match_id, "again")
    assert first.move in position.legal_moves()
    assert (again.move, again.hints) == (first.move, 1)
    await play(services, match_id, str(first.move))
    await settled(services)
    assert (await hinted(services, match_id, "next")).hints == 2
    assert hints_shown(services, match_id) == [2, 0]


async def test_hints_are_stored_with_the_match_and_survive_a_takeback(services: Services) -> None:
    match_id = await against_engine(services)
    await play(services, match_id, str((await hinted(services, match_id)).move))
    await settled(services)
    await make_offer(services, MakeOffer(command_id="back", match_id=match_id, by="ana", kind=OfferKind.TAKEBACK))
    await settled(services)
    assert not (await current(services, match_id)).moves, "it is taken back, to be tried again"
    events = await services.matches.events(match_id)
    assert len(replay(stored.event for stored in events).hints) == 1
    assert any(stored.command == command_key("ana", "hint") for stored in events)
    services.live_matches.clear()
    await services.live_match(match_id)
    assert hints_shown(services, match_id) == [1, 0]


async def test_people_who_play_each_other_get_no_hints(services: Services) -> None:
    between_people = await begin(services, "drafti")
    shared = await create(services, "drafti", opponent=SameDevice(), command_id="here")
    for match_id in (between_people, shared):
        with pytest.raises(DameroError, match="NO_HINTS"):
            await hinted(services, match_id)
        assert hints_shown(services, match_id) == [0, 0]


async def test_only_the_player_may_ask_and_only_in_their_own_turn(services: Services) -> None:
    match_id = await against_engine(services)
    with pytest.raises(DameroError, match="NOT_YOUR_SEAT"):
        await hinted(services, match_id, by="eve")
    services.engines = _Idle()
    await play(services, match_id, "21-17")
    with pytest.raises(DameroError, match="INVALID_TURN"):
        await hinted(services, match_id)


class _Idle(LocalEngines):
    async def choose(self, *_: object) -> str:  # type: ignore[override]
        raise DameroError("engine.no_move", code="ENGINE_FAILED")


async def test_the_engine_that_gives_a_hint_sees_what_the_player_sees(services: Services) -> None:
    match_id = await create(services, "barrage", opponent=EngineOpponent(1), seat="red")
    army = next(iter(placed_game((await current(services, match_id)).game).formations("red").values()))
    await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by="ana", army=army))
    await settled(services)
    assert isinstance(services.engines, LocalEngines)
    services.engines.seen.clear()
    await hinted(services, match_id)
    (view,) = services.engines.seen
    assert view.seat == "red"
    assert {piece.kind for piece in view.pieces if piece.kind.startswith("blue")} == {"blue-unknown"}


async def test_a_record_with_hints_can_be_verified(services: Services) -> None:
    match_id = await against_engine(services)
    await hinted(services, match_id)
    text = await export_record(services, match_id)
    assert "hint_taken" in text
    assert verify_text(text, FULL).holds


async def test_a_copy_of_a_game_between_people_gets_neither_hints_nor_an_engine(services: Services) -> None:
    start = game("spanish").read_position("W:W21,22,26,27,31:B5,9,11,12,16")
    move = str(start.legal_moves()[0])
    copied = start.play(move).text
    engine = EngineOpponent(1)
    match_id = await create(services, "spanish", start=copied, seat="black", opponent=engine, command_id="copy")
    await settled(services)
    assert await hinted(services, match_id)
    people = await begin(services, "spanish", start=start.text)
    await play(services, people, move)
    await settled(services)
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await hinted(services, match_id, "another hint")
    with pytest.raises(DameroError, match="BEING_PLAYED"):
        await create(services, "spanish", start=copied, seat="white", opponent=engine, command_id="second copy")
