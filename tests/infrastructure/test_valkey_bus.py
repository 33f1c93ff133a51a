"""What servers tell each other through Valkey, and that each notices when it may have missed something."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from tests.cluster.processes import ValkeyServer, shared_valkey
from tests.infrastructure.implementations import begun_bus
from tests.matches import begun

from damero.application.ports import (
    LIMITS,
    LOBBY,
    Announcement,
    Hint,
    LimitsUsed,
    LimitsUsedElsewhere,
    LimitUse,
    LobbyChanged,
    MatchChanged,
    MatchGrew,
    PasswordTried,
    PasswordTriedElsewhere,
    PresenceChanged,
    SeatPresence,
    ServerPresence,
    StoredEvent,
    TopicChanged,
)
from damero.domain import judge
from damero.domain.events import MovePlayed
from damero.domain.match import Match
from damero.infrastructure.valkey_bus import ValkeyBus

pytestmark = pytest.mark.asyncio


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


@asynccontextmanager
async def two_buses(url: str) -> AsyncIterator[tuple[ValkeyBus, list[Hint], ValkeyBus]]:
    """One bus, and another with the hints that it hears from the first."""
    heard: list[Hint] = []
    async with begun_bus(url, "a") as speaking, begun_bus(url, "b") as hearing:
        hearing.on_hint = heard.append
        yield speaking, heard, hearing


async def test_other_servers_hear_a_hint_of_each_announcement_and_nothing_secret_of_its_content() -> None:
    match, uses = begun("stratego"), (LimitUse(5.0, 1.0, "ana", 2.0),)
    told: dict[str, Announcement] = {
        match.id: MatchChanged(match, (StoredEvent(1, match.created, "create"),)),
        "m": PresenceChanged("m", "white", True),
        LOBBY: LobbyChanged(),
        LIMITS: LimitsUsed(uses),
        f"{LIMITS} ": PasswordTried("ana", "192.0.2.1", was_right=False),
    }
    presence = ServerPresence("a", (("m", "white"),), ("ana",))
    async with two_buses(shared_valkey().url) as (speaking, heard, _):
        for topic, announcement in told.items():
            speaking.publish(topic, announcement)
        speaking.tell(presence)
        await until(lambda: presence in heard)
    assert heard == [
        MatchGrew(match.id, match.version),
        SeatPresence("a", "m", "white", True),
        TopicChanged(LOBBY, "LobbyChanged"),
        LimitsUsedElsewhere(uses),
        PasswordTriedElsewhere("ana", "192.0.2.1", was_right=False),
        presence,
    ]


async def test_a_move_comes_with_its_hint_unless_pieces_are_hidden() -> None:
    draughts, hidden = (first_move(begun(game)) for game in ("drafti", "barrage"))
    async with two_buses(shared_valkey().url) as (speaking, heard, _):
        for after, event in (draughts, hidden):
            speaking.publish(after.id, MatchChanged(after, (StoredEvent(after.version, event, "play"),)))
        await until(lambda: len(heard) == 2)
    (after, event), (hidden_after, _) = draughts, hidden
    assert heard == [
        MatchGrew(after.id, after.version, event, "play"),
        MatchGrew(hidden_after.id, hidden_after.version),
    ]


def first_move(match: Match) -> tuple[Match, MovePlayed]:
    assert match.position is not None
    assert match.to_move is not None
    progress = judge.play(match, match.to_move, str(match.position.legal_moves()[0]), 1)
    (event,) = progress.events
    assert isinstance(event, MovePlayed)
    return progress.after, event


async def test_servers_of_another_database_on_the_same_bus_are_not_heard(caplog: pytest.LogCaptureFixture) -> None:
    url, heard = shared_valkey().url, list[Hint]()
    async with begun_bus(url, "a") as speaking, begun_bus(url, "b") as hearing, begun_bus(url, "c", b"other") as other:
        hearing.on_hint = heard.append
        for _ in range(3):
            other.tell(MatchGrew("theirs", 1))
        speaking.tell(MatchGrew("ours", 1))
        await until(lambda: MatchGrew("ours", 1) in heard and "another key" in caplog.text)
        other.tell(MatchGrew("theirs", 2))
        speaking.tell(MatchGrew("ours", 2))
        await until(lambda: MatchGrew("ours", 2) in heard)
    assert heard == [MatchGrew("ours", 1), MatchGrew("ours", 2)]
    assert len([record for record in caplog.records if "another key" in record.message]) <= 3, "once for each server"


async def test_a_server_whose_bus_falls_silent_doubts_it_before_it_counts_as_lost_and_notes_a_gap() -> None:
    valkey = ValkeyServer()
    valkey.start()
    gaps: list[bool] = []
    async with two_buses(valkey.url) as (speaking, heard, hearing):
        hearing.on_gap = lambda: gaps.append(True)
        valkey.pause()
        await until(lambda: hearing.is_silent)
        assert not gaps
        await until(lambda: bool(gaps))
        assert not hearing.is_connected
        valkey.resume()
        await until(lambda: hearing.is_connected and speaking.is_connected)
        assert hearing.gaps >= 2
        speaking.tell(MatchGrew("m", 1))
        await until(lambda: MatchGrew("m", 1) in heard)
    valkey.kill()


async def test_a_bus_that_is_not_reached_is_logged_once_also_at_the_start_and_when_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    valkey = ValkeyServer()
    bus = ValkeyBus(valkey.url, "a", b"key")
    running = asyncio.create_task(bus.run())
    await until(lambda: "The bus is not reached" in caplog.text)
    await asyncio.sleep(1)
    valkey.start()
    await until(lambda: "The bus is reached again" in caplog.text)
    assert caplog.text.count("The bus is not reached") == 1
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    valkey.kill()
