"""What the hall does by itself: keeping tables, trying again, finding free names."""

from __future__ import annotations

import asyncio
import logging

import pytest
from tests.application.halls import ANA, BEN, EVE, NotedAlarms, begin, create, current, play, turn

from damero.application import enter_as_guest as entrance
from damero.application import hall as halls
from damero.application.commands import Resign, SeekGame
from damero.application.enter_as_guest import enter_as_guest
from damero.application.flag_timeout import RETRY, flag_timeout
from damero.application.hall import Hall
from damero.application.ports import Entry, MatchStore, StoreUnavailable
from damero.application.resign import resign
from damero.application.seek_game import seek_game
from damero.domain.clock import fischer
from damero.domain.errors import DameroError

pytestmark = pytest.mark.asyncio


class FullStore:
    """A store that can be read, and not written."""

    def __init__(self, store: MatchStore) -> None:
        self.events = store.events

    async def append(self, *entries: Entry) -> None:
        raise StoreUnavailable("The disk is full.")


async def test_tables_that_nobody_used_for_long_are_cleared_and_set_up_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(halls, "TABLES_KEPT", 3)
    match_ids = [await create(hall, command_id=str(number)) for number in range(5)]
    assert list(hall.tables) == match_ids[2:]
    async with (await hall.table(match_ids[2])).lock, (await hall.table(match_ids[3])).lock:
        await create(hall, command_id="one more")
    assert match_ids[2] in hall.tables
    assert match_ids[3] in hall.tables
    assert (await current(hall, match_ids[0])).id == match_ids[0]


async def test_a_fallen_flag_is_tried_again_while_nothing_can_be_stored(hall: Hall) -> None:
    match_id = await begin(hall, control=fischer(60_000))
    await play(hall, match_id, "21-17", "9-13")
    store, hall.matches = hall.matches, FullStore(hall.matches)  # type: ignore[assignment]
    now = turn(hall, 60_000)
    await flag_timeout(hall, match_id)
    assert isinstance(hall.alarms, NotedAlarms)
    assert hall.alarms.at[match_id] == now + RETRY
    hall.matches = store
    await flag_timeout(hall, match_id)
    assert (await current(hall, match_id)).is_over


async def test_what_could_not_be_stored_did_not_happen(hall: Hall) -> None:
    match_id = await begin(hall)
    before = await current(hall, match_id)
    store, hall.matches = hall.matches, FullStore(hall.matches)  # type: ignore[assignment]
    with pytest.raises(StoreUnavailable):
        await play(hall, match_id, "21-17")
    hall.matches = store
    assert await current(hall, match_id) == before
    await play(hall, match_id, "21-17")


async def test_an_errand_that_fails_is_logged(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("nothing works")

    with caplog.at_level(logging.ERROR):
        hall.send(fail())
        await asyncio.sleep(0.01)
    assert "An errand of the hall failed" in caplog.text
    assert not hall.errands


async def test_a_made_up_name_that_is_taken_is_made_up_again(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["Heron 1", "Heron 1", "Heron 1", "Heron 2"])
    monkeypatch.setattr(entrance, "_made_up", lambda _hall: next(names))
    assert [(await enter_as_guest(hall)).player.name for _ in range(2)] == ["Heron 1", "Heron 2"]


async def test_who_seeks_a_game_that_somebody_just_took_lists_a_new_one(hall: Hall) -> None:
    seeks = [SeekGame(command_id="s", by=player, game_id="drafti") for player in (ANA, BEN, EVE)]
    listed = (await seek_game(hall, seeks[0])).match_id
    taken, new = await asyncio.gather(seek_game(hall, seeks[1]), seek_game(hall, seeks[2]))
    assert sorted([taken.match_id == listed, new.match_id == listed]) == [False, True]


async def test_a_second_resignation_is_refused(hall: Hall) -> None:
    match_id = await begin(hall)
    await resign(hall, Resign(command_id="1", match_id=match_id, by="ana"))
    with pytest.raises(DameroError, match="GAME_NOT_ACTIVE"):
        await resign(hall, Resign(command_id="2", match_id=match_id, by="ben"))
