from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest
from tests.application.fixtures import LocalEngines, create, current, play, play_at_random, settled

from damero.application import create_match, engine_turn
from damero.application.commands import EngineOpponent, PlaceArmy
from damero.application.place_army import place_army
from damero.application.ports import EngineFault, Entry, MatchStore, Requester, StoreUnavailable, ThinkingTime
from damero.application.resume import resume
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import placed_game
from damero.domain.clock import TimeControl, capped, delayed, fischer
from damero.domain.game import View
from damero.engines import levels

pytestmark = pytest.mark.asyncio


class BrokenEngines:
    """Dies, answers nonsense, and names a move of the other side, in turn."""

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        self.asked += 1
        if self.asked % 3 == 0:
            raise EngineFault("An engine died.")
        return "nonsense" if self.asked % 3 == 1 else "21-17"

    async def place_army(self, game_id: str, version: int, seat: str, requester: Requester) -> str:
        self.asked += 1
        if self.asked % 2 == 0:
            raise EngineFault("An engine died.")
        return "nonsense"


class SlowEngines(LocalEngines):
    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.times: list[ThinkingTime] = []

    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        self.times.append(time)
        await self.may_answer.wait()
        return await super().choose(view, level, time, requester)


class DefectiveEngines(LocalEngines):
    """Fails in a way that nobody expects, twice."""

    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        move = await super().choose(view, level, time, requester)
        if len(self.seen) <= 2:
            raise RuntimeError("a defect")
        return move


async def test_a_defect_delays_the_engines_move_and_is_counted(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_turn, "RETRY", 0)
    services.engines = DefectiveEngines()
    match_id = await create(services, opponent=EngineOpponent(2), seat="black")
    await settled(services)
    assert len((await current(services, match_id)).moves) == 1
    assert services.background.failures == {"engine turn": 2}


async def test_the_game_goes_on_with_a_legal_move_when_an_engine_fails(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    services.engines = BrokenEngines()
    match_id = await create(services, opponent=EngineOpponent(2), seat="white")
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            match = await current(services, match_id)
            assert match.position is not None
            await play(services, match_id, str(match.position.legal_moves()[0]))
            await settled(services)
    assert len((await current(services, match_id)).moves) == 6
    assert len([record for record in caplog.records if "fallback" in record.message]) == 3


async def test_an_engine_begins_with_an_army_of_its_engine(services: Services) -> None:
    match_id = await create(services, "barrage", opponent=EngineOpponent(2), seat="red")
    await settled(services)
    army = (await current(services, match_id)).army("blue")
    assert army is not None
    assert army not in placed_game(catalogue.game("barrage")).formations("blue").values()


class CountingEngines(LocalEngines):
    armies = 0

    async def place_army(self, game_id: str, version: int, seat: str, requester: Requester) -> str:
        self.armies += 1
        return await super().place_army(game_id, version, seat, requester)


async def test_an_engine_is_asked_for_its_army_only_once(services: Services) -> None:
    services.engines = engines = CountingEngines()
    match_id = await create(services, "barrage", opponent=EngineOpponent(2), seat="red")
    for _ in range(3):
        await resume(services)
    await settled(services)
    assert engines.armies == 1
    assert (await current(services, match_id)).army("blue") is not None


@pytest.mark.parametrize("asked", [0, 1])
async def test_an_engine_begins_with_a_ready_made_army_when_its_engine_fails(
    services: Services, caplog: pytest.LogCaptureFixture, asked: int
) -> None:
    services.engines = engines = BrokenEngines()
    engines.asked = asked
    match_id = await create(services, "barrage", opponent=EngineOpponent(2), seat="red")
    with caplog.at_level(logging.WARNING):
        await settled(services)
    army = (await current(services, match_id)).army("blue")
    assert army in placed_game(catalogue.game("barrage")).formations("blue").values()
    assert len([record for record in caplog.records if "fallback army" in record.message]) == 1


async def place_own_army(services: Services, match_id: str) -> None:
    """Ana's, where the game wants one."""
    match = await current(services, match_id)
    seat = match.seat_of("ana")
    if match.awaits_army(seat):
        army = next(iter(placed_game(match.game).formations(seat).values()))
        await place_army(services, PlaceArmy(command_id="army", match_id=match_id, by="ana", army=army))


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.hidden or game.info.chance])
async def test_an_engine_sees_the_view_of_its_seat_and_nothing_else(services: Services, game_id: str) -> None:
    match_id = await create(services, game_id, opponent=EngineOpponent(2))
    await settled(services)
    await place_own_army(services, match_id)
    await settled(services)
    for ply in range(10):
        await play_at_random(services, match_id, 1, seed=ply)
        await settled(services)
    match = await current(services, match_id)
    engine = next(seat for seat in match.seats if match.player(seat) != match.created.creator)
    assert isinstance(services.engines, LocalEngines)
    assert services.engines.seen
    assert {view.seat for view in services.engines.seen} == {engine}
    assert all(view.hidden for view in services.engines.seen[:1])


async def test_an_engine_that_thinks_is_asked_only_once(services: Services) -> None:
    services.engines = engines = SlowEngines()
    match_id = await create(services, opponent=EngineOpponent(2), seat="white")
    await play(services, match_id, "21-17")
    for _ in range(3):
        await resume(services)
    engines.may_answer.set()
    await settled(services)
    assert len(engines.seen) == 1
    assert len((await current(services, match_id)).moves) == 2


async def test_engines_think_again_and_clocks_run_on_after_a_restart(services: Services) -> None:
    services.engines = engines = SlowEngines()
    match_id = await create(services, opponent=EngineOpponent(2), seat="black", control=fischer(60_000))
    for task in tuple(services.tasks):
        task.cancel()
    await asyncio.sleep(0)
    services.live_matches.clear()
    engines.may_answer.set()
    await resume(services)
    await settled(services)
    match = await current(services, match_id)
    assert len(match.moves) == 1
    assert match.deadline is not None


async def test_an_engine_has_no_turn_in_a_match_that_is_over(services: Services) -> None:
    match_id = await create(services, opponent=EngineOpponent(2), seat="white")
    live = await services.live_match(match_id)
    live.match = replace(live.match, position=None)
    await resume(services)
    await settled(services)
    assert not (await current(services, match_id)).moves


class FailingOnce:
    """A store that cannot store the first thing it is given."""

    def __init__(self, store: MatchStore) -> None:
        self._store, self._failed = store, False

    async def append(self, *entries: Entry) -> None:
        if not self._failed:
            self._failed = True
            raise StoreUnavailable("The disk is full.")
        await self._store.append(*entries)


async def test_an_engine_tries_again_when_its_move_could_not_be_stored(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_turn, "RETRY", 0.01)
    match_id = await create(services, opponent=EngineOpponent(2), seat="white")
    await play(services, match_id, "21-17")
    services.matches = FailingOnce(services.matches)  # type: ignore[assignment]
    await settled(services)
    assert len((await current(services, match_id)).moves) == 2


@pytest.mark.parametrize("control", [fischer(60_000), delayed(1_000, 30_000), capped(600_000, 3_000)])
async def test_an_engine_is_given_a_small_share_of_the_time_until_its_flag_falls(
    services: Services, control: TimeControl
) -> None:
    services.engines = engines = SlowEngines()
    await create(services, opponent=EngineOpponent(2), seat="black", control=control)
    engines.may_answer.set()
    await settled(services)
    assert 0 < engines.times[0].limit <= 3_000
    assert engines.times[0].limit < engines.times[0].too_late <= 10_000


async def test_the_levels_that_can_be_chosen_are_those_that_exist() -> None:
    assert create_match.LEVELS == levels.LEVELS
