"""Two servers over one database: whichever a player talks to, there is one game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import cast

import pytest
import pytest_asyncio
from tests.application.fixtures import ANA, BEN, begin, create, current, play
from tests.application.test_hops import TWO_CAPTURES
from tests.application.test_play import touching
from tests.cluster.processes import ValkeyServer
from tests.cluster.servers import NO_BUS, a_server, two_servers, until

from damero.application import follow_cluster
from damero.application.commands import Answer, EngineOpponent, PlayMove, Resign
from damero.application.enter_as_guest import enter_as_guest, token_hash
from damero.application.export_record import export_pdn
from damero.application.log_in import end_sessions
from damero.application.newest_match import newest_match
from damero.application.play_move import play_move, touch_squares
from damero.application.ports import (
    LOBBY,
    Announcement,
    ChallengesChanged,
    MatchChanged,
    RunMode,
    SessionEnded,
    StoredEvent,
    StoreUnavailable,
    player_topic,
    session_topic,
)
from damero.application.puzzle_runs import begin_run, end_run, try_in_run
from damero.application.resign import resign
from damero.application.services import Services
from damero.application.watch_match import arrive, depart, hear
from damero.domain.clock import TimeControl
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.events import Access
from damero.domain.match import Status
from damero.infrastructure import valkey_bus
from damero.infrastructure.postgres.matches import PostgresMatchStore
from damero.infrastructure.valkey_bus import ValkeyBus

pytestmark = pytest.mark.asyncio

Servers = tuple[Services, Services]


@pytest_asyncio.fixture
async def servers(tmp_path: Path) -> AsyncIterator[Servers]:
    async with two_servers(tmp_path) as opened:
        yield opened


def heard(services: Services, topic: str) -> list[Announcement]:
    announcements: list[Announcement] = []
    services.bus.subscribe(topic, announcements.append)
    return announcements


async def test_each_server_shows_what_the_other_stored(servers: Servers) -> None:
    a, b = servers
    await until(lambda: a.bus.is_connected and b.bus.is_connected)  # type: ignore[attr-defined]
    lobby = heard(b, LOBBY)
    match_id = await begin(a)
    assert (await current(b, match_id)).version == (await current(a, match_id)).version
    on_b = heard(b, match_id)
    await play(a, match_id, "21-17")
    await until(lambda: bool(on_b))
    assert isinstance(on_b[0], MatchChanged)
    assert (on_b[0].match.moves[-1].move, on_b[0].is_remote) == ("21-17", True)
    await play(b, match_id, "9-13")
    assert (await current(b, match_id)).version == on_b[0].match.version + 1
    await create(a, access=Access.LOBBY, command_id="seek")
    await until(lambda: bool(lobby))


async def test_a_move_that_came_with_its_hint_is_shown_without_reading_the_database(servers: Servers) -> None:
    a, b = servers
    match_id = await begin(a)
    await current(b, match_id)
    await until(lambda: a.bus.is_connected and b.bus.is_connected)  # type: ignore[attr-defined]
    on_b = heard(b, match_id)
    b.matches.events = _unread  # type: ignore[method-assign]
    await play(a, match_id, "21-17", "9-13")
    await until(lambda: len(on_b) == 2)
    assert [one.match.moves[-1].move for one in on_b if isinstance(one, MatchChanged)] == ["21-17", "9-13"]
    assert b.live_matches[match_id].match.head == (await current(a, match_id)).head


async def _unread(*_: object, **__: object) -> tuple[StoredEvent, ...]:
    raise AssertionError("The database is asked for events.")


async def test_a_storm_of_one_command_on_both_servers_has_one_effect_and_one_answer(servers: Servers) -> None:
    match_id = await begin(servers[0])
    command = PlayMove(command_id="once", match_id=match_id, by=ANA.id, move="21-17")
    answers = await asyncio.gather(*(play_move(services, command) for services in servers * 20))
    assert len(set(answers)) == 1
    stored = await servers[1].matches.events(match_id)
    assert sum(one.command == "ana/once" for one in stored) == 1


async def test_of_rival_moves_on_both_servers_one_is_played_and_the_others_are_refused(servers: Servers) -> None:
    match_id = await begin(servers[0])
    for services in servers:
        await current(services, match_id)
    moves = [str(move) for move in (await current(servers[0], match_id)).position.legal_moves()]  # type: ignore[union-attr]
    rivals = [PlayMove(command_id=move, match_id=match_id, by=ANA.id, move=move) for move in moves]
    pairs = zip(servers * len(rivals), rivals, strict=False)
    results = await asyncio.gather(*(play_move(*pair) for pair in pairs), return_exceptions=True)
    assert sum(not isinstance(result, MatchRefusal) for result in results) == 1
    for services in servers:
        assert len((await current(services, match_id)).moves) == 1


@pytest_asyncio.fixture
async def hearing_and_deaf(tmp_path: Path) -> AsyncIterator[Servers]:
    """The second server hears no hints, and does not look by itself."""
    async with two_servers(tmp_path) as (a, deaf):
        deaf.bus.on_hint = lambda _hint: None  # type: ignore[attr-defined]
        deaf.matches.versions = _no_versions  # type: ignore[attr-defined]
        yield a, deaf


async def _no_versions(_match_ids: Sequence[str]) -> dict[str, int]:
    return {}


async def test_a_server_that_heard_nothing_judges_by_what_is_stored(hearing_and_deaf: Servers) -> None:
    a, deaf = hearing_and_deaf
    match_id = await begin(a)
    assert (await current(deaf, match_id)).to_move == "white"
    await play(a, match_id, "21-17")
    seen = (await current(a, match_id)).version
    reply = PlayMove(command_id="reply", match_id=match_id, by=BEN.id, move="9-13", version=seen)
    assert (await play_move(deaf, reply)).version == seen + 1


async def test_a_server_that_heard_nothing_shows_what_is_stored(hearing_and_deaf: Servers) -> None:
    a, deaf = hearing_and_deaf
    match_id = await begin(a)
    await current(deaf, match_id)
    await play(a, match_id, "21-17")
    assert [str(played.move) for played in (await newest_match(deaf, match_id)).match.moves] == ["21-17"]
    await resign(a, Resign(command_id="done", match_id=match_id, by=BEN.id))
    assert "1-0" in await export_pdn(deaf, match_id)


async def test_a_match_that_has_to_be_loaded_is_read_once_and_one_in_memory_is_read_again(
    hearing_and_deaf: Servers,
) -> None:
    a, deaf = hearing_and_deaf
    match_id = await begin(a)
    reads, read = list[int](), deaf.matches.events

    async def counted(match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        reads.append(after)
        return await read(match_id, after)

    deaf.matches.events = counted  # type: ignore[method-assign]
    await newest_match(deaf, match_id)
    assert reads == [0]
    await newest_match(deaf, match_id)
    assert len(reads) == 2


async def test_what_was_read_while_the_store_failed_is_announced_later(
    hearing_and_deaf: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, deaf = hearing_and_deaf
    match_id = await begin(a)
    await current(deaf, match_id)
    heard_by_deaf = heard(deaf, match_id)
    await play(a, match_id, "21-17")
    with monkeypatch.context() as patch:
        patch.setattr(PostgresMatchStore, "hops", _fail)
        await newest_match(deaf, match_id)
    await newest_match(deaf, match_id)
    await until(lambda: bool(heard_by_deaf))


async def _fail(_store: PostgresMatchStore, _match_id: str) -> None:
    raise StoreUnavailable("The connection is lost.")


async def test_a_capture_goes_on_at_the_other_server(hearing_and_deaf: Servers) -> None:
    a, deaf = hearing_and_deaf
    match_id = await begin(a, "russian", start=TWO_CAPTURES)
    await current(deaf, match_id)
    await touch_squares(a, touching(match_id, "30", "21"))
    answer = await touch_squares(deaf, touching(match_id, "21", "14", "7"))
    assert isinstance(answer, Answer)
    assert answer.events[0].text == "30x21x14x7"


async def test_a_game_ends_once_when_its_time_is_up_although_its_server_has_gone(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as (a, b):
        match_id = await begin(a, control=TimeControl(base=1_000))
        a.timers.set(match_id, None)
        on_b = heard(b, match_id)
        await current(b, match_id)
        await until(lambda: any(isinstance(one, MatchChanged) and one.match.is_over for one in on_b))
        assert (await current(b, match_id)).status is Status.FINISHED
        stored = await b.matches.events(match_id)
        assert [type(one.event).__name__ for one in stored].count("MatchFinished") == 1


async def test_a_player_at_one_server_is_present_at_the_other(servers: Servers) -> None:
    a, b = servers
    match_id = await begin(a)
    await until(lambda: a.bus.is_connected and b.bus.is_connected)  # type: ignore[attr-defined]
    await arrive(b, match_id, "black")
    await until(lambda: a.presence.is_connected(match_id, "black"))
    await depart(b, match_id, "black")
    await until(lambda: not a.presence.is_connected(match_id, "black"))


async def test_whoever_polls_one_server_over_http_is_present_at_the_other(servers: Servers) -> None:
    a, b = servers
    match_id = await begin(a)
    await hear(b, match_id, BEN.id)
    await until(lambda: a.presence.is_connected(match_id, "black"))


async def test_two_servers_without_a_bus_follow_each_other_and_nobody_counts_as_gone(tmp_path: Path) -> None:
    async with two_servers(tmp_path, NO_BUS) as (a, b):
        match_id = await begin(a)
        await current(b, match_id)
        on_b = heard(b, match_id)
        await until(lambda: not a.bus.is_connected)  # type: ignore[attr-defined]
        await play(a, match_id, "21-17")
        await until(lambda: any(isinstance(one, MatchChanged) and bool(one.match.moves) for one in on_b))
        assert a.presence.is_connected(match_id, "black")


async def test_a_single_server_without_a_bus_knows_who_is_gone(tmp_path: Path) -> None:
    async with a_server(tmp_path, bus=NO_BUS) as only:
        match_id = await begin(only)
        await until(lambda: not only.presence.is_connected(match_id, "black"))


async def test_without_the_bus_play_goes_on_and_each_server_finds_what_the_other_stored(tmp_path: Path) -> None:
    bus = ValkeyServer()
    bus.start()
    async with two_servers(tmp_path, bus.url) as (a, b):
        match_id = await begin(a)
        await current(b, match_id)
        on_b = heard(b, match_id)
        bus.kill()
        await play(a, match_id, "21-17")
        await until(lambda: any(isinstance(one, MatchChanged) and bool(one.match.moves) for one in on_b))
        await play(b, match_id, "9-13")
        assert b.presence.is_connected(match_id, "white"), "nobody counts as gone while the bus is down"
        bus.start()
        await until(lambda: a.bus.is_connected and b.bus.is_connected)  # type: ignore[attr-defined]
        bus.kill()


async def test_what_no_hint_told_of_sessions_and_challenges_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_cluster, "LOOK_AGAIN_EVERY", 0.1)
    async with two_servers(tmp_path, NO_BUS) as (a, b):
        ana = await enter_as_guest(a, "Ana")
        told = heard(b, session_topic(token_hash(ana.token)))
        challenged = heard(b, player_topic(ana.player.id))
        await until(lambda: bool(challenged))
        assert not told, "the session goes on"
        await end_sessions(a, ana.player.id)
        await until(lambda: bool(told))
        assert {type(one) for one in told} == {SessionEnded}
        assert {type(one) for one in challenged} == {ChallengesChanged}


async def test_while_hints_arrive_nobody_is_told_of_challenges_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow_cluster, "LOOK_AGAIN_EVERY", 0.1)
    monkeypatch.setattr(valkey_bus, "SILENT_AFTER", 3600.0)
    async with two_servers(tmp_path) as (a, b):
        bus = cast(ValkeyBus, b.bus)
        ana = await enter_as_guest(a, "Ana")
        await until(lambda: bus.is_connected)
        told = heard(b, session_topic(token_hash(ana.token)))
        challenged = heard(b, player_topic(ana.player.id))
        bus.on_gap()
        await until(lambda: bool(challenged))
        before = len(challenged), bus.gaps
        bus.on_hint = lambda _hint: None
        await end_sessions(a, ana.player.id)
        await until(lambda: bool(told))
        assert len(challenged) == before[0] or bus.gaps > before[1]


async def test_an_engine_moves_although_its_server_has_gone(tmp_path: Path) -> None:
    async with a_server(tmp_path) as gone:
        gone.engines = _Silent()  # type: ignore[assignment]
        match_id = await create(gone, seat="black", opponent=EngineOpponent(2))
        await until(lambda: gone.live_matches[match_id].thinking_about > 0)
    async with a_server(tmp_path) as other:
        heard_of = heard(other, match_id)
        await until(lambda: any(isinstance(one, MatchChanged) and bool(one.match.moves) for one in heard_of))


class _Silent:
    """Engines of a server that never come back."""

    async def choose(self, *_: object) -> str:
        await asyncio.Event().wait()
        return ""


async def test_a_run_of_puzzles_goes_on_at_another_server(servers: Servers) -> None:
    a, b = servers
    ana = (await enter_as_guest(a)).player
    with pytest.raises(DameroError, match="NO_SUCH_RUN"):
        await end_run(b, ana)
    run = await begin_run(a, ana, "drafti", RunMode.TIMED)
    moves = [step[0] for step in run.puzzle.solution[::2]]
    after, tried = await try_in_run(b, ana, moves)
    assert (tried.judged.is_solved, after.stored.score, after.stored.ends) == (True, 1, run.stored.ends)
    assert after.puzzle.id != run.puzzle.id
    over = await end_run(a, ana)
    assert (over.stored.is_over, over.stored.score, over.puzzle.id) == (True, 1, after.puzzle.id)
    assert (await b.puzzle_results.standing(ana.id, "drafti")).best_timed == 1
    with pytest.raises(DameroError, match="RUN_IS_OVER"):
        await try_in_run(b, ana, moves)
