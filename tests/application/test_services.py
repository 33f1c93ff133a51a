"""What the services do by themselves: keeping live matches, trying again, finding free names."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import pytest
from tests.application.fixtures import ANA, BEN, EVE, RecordedTimers, begin, create, current, play, turn

from damero.application import enter_as_guest as entrance
from damero.application import services as services_module
from damero.application.commands import Resign, SeekGame
from damero.application.enter_as_guest import enter_as_guest
from damero.application.expire import expire
from damero.application.flag_timeout import RETRY, flag_timeout
from damero.application.ports import JUDGING_BUDGET, Entry, MatchStore, StoreUnavailable
from damero.application.resign import resign
from damero.application.seek_game import seek_game
from damero.application.services import Services
from damero.domain.clock import fischer
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio


class FullStore:
    """A store that can be read, and not written."""

    def __init__(self, store: MatchStore) -> None:
        self.events = store.events

    async def append(self, *entries: Entry) -> None:
        raise StoreUnavailable("The disk is full.")


async def test_a_long_import_keeps_no_position_waiting(services: Services) -> None:
    async with services.queues.long_handed_in.place():
        importing = asyncio.create_task(services.in_process(partial(sum, (1, 2)), JUDGING_BUDGET + 1))
        assert await services.in_process(partial(sum, (3, 4))) == 7
        assert not importing.done()
    assert await importing == 3


async def test_matches_that_nobody_used_for_long_leave_memory_and_are_loaded_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_module, "LIVE_MATCHES_KEPT", 3)
    match_ids = [await create(services, command_id=str(number)) for number in range(5)]
    assert list(services.live_matches) == match_ids[2:]
    async with (await services.live_match(match_ids[2])).lock, (await services.live_match(match_ids[3])).lock:
        await create(services, command_id="one more")
    assert match_ids[2] in services.live_matches
    assert match_ids[3] in services.live_matches
    assert (await current(services, match_ids[0])).id == match_ids[0]


async def test_long_matches_leave_memory_sooner_than_short_ones(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_ids = [await create(services, command_id=str(number)) for number in range(3)]
    length = len((await services.live_match(match_ids[0])).log)
    monkeypatch.setattr(services_module, "EVENTS_KEPT", 2 * length)
    await expire(services, services.clock.now())
    assert len(services.live_matches) == 2
    assert [(await current(services, match_id)).id for match_id in match_ids] == match_ids


async def test_a_fallen_flag_is_tried_again_while_nothing_can_be_stored(services: Services) -> None:
    match_id = await begin(services, control=fischer(60_000))
    await play(services, match_id, "21-17", "9-13")
    store, services.matches = services.matches, FullStore(services.matches)  # type: ignore[assignment]
    now = turn(services, 60_000)
    await flag_timeout(services, match_id)
    assert isinstance(services.timers, RecordedTimers)
    assert services.timers.at[match_id] == now + RETRY
    services.matches = store
    await flag_timeout(services, match_id)
    assert (await current(services, match_id)).is_over


async def test_what_could_not_be_stored_did_not_happen(services: Services) -> None:
    match_id = await begin(services)
    before = await current(services, match_id)
    store, services.matches = services.matches, FullStore(services.matches)  # type: ignore[assignment]
    with pytest.raises(StoreUnavailable):
        await play(services, match_id, "21-17")
    services.matches = store
    assert await current(services, match_id) == before
    await play(services, match_id, "21-17")


async def test_a_background_task_that_fails_is_logged(services: Services, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("nothing works")

    with caplog.at_level(logging.ERROR):
        services.spawn(fail())
        while services.tasks:
            await asyncio.sleep(0)
    assert "A background task failed" in caplog.text
    assert not services.tasks


async def test_a_made_up_name_that_is_taken_is_made_up_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = iter(["Heron 1", "Heron 1", "Heron 1", "Heron 2"])
    monkeypatch.setattr(entrance, "_random_name", lambda *_: next(names))
    assert [(await enter_as_guest(services)).player.name for _ in range(2)] == ["Heron 1", "Heron 2"]


async def test_who_seeks_a_game_that_somebody_just_took_lists_a_new_one(services: Services) -> None:
    seeks = [SeekGame(command_id="s", by=player, game_id="drafti") for player in (ANA, BEN, EVE)]
    listed = (await seek_game(services, seeks[0])).match_id
    taken, new = await asyncio.gather(seek_game(services, seeks[1]), seek_game(services, seeks[2]))
    assert sorted([taken.match_id == listed, new.match_id == listed]) == [False, True]


async def test_a_second_resignation_is_refused(services: Services) -> None:
    match_id = await begin(services)
    await resign(services, Resign(command_id="1", match_id=match_id, by="ana"))
    with pytest.raises(DameroError, match="GAME_NOT_ACTIVE"):
        await resign(services, Resign(command_id="2", match_id=match_id, by="ben"))
