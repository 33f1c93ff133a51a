from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
import pytest_asyncio
from tests.matches import begun, creation

from damero.application.commands import Listing, ListMatches
from damero.application.conduct import entry_of
from damero.application.ports import Entry, StaleAppend, StoreUnavailable
from damero.domain import judge
from damero.domain.events import Access
from damero.domain.game import Outcome, Reason
from damero.domain.match import Match, Progress, replay
from damero.infrastructure.sqlite_database import Database
from damero.infrastructure.sqlite_file import SchemaTooNew, back_up, open_to_read, open_to_write
from damero.infrastructure.sqlite_store import SqliteMatches
from damero.infrastructure.system_clock import SystemClock

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(tmp_path / "damero.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
def store(database: Database) -> SqliteMatches:
    return SqliteMatches(database, SystemClock())


def new(match_id: str = "match", access: Access = Access.LINK) -> Progress:
    return judge.create(replace(creation(), match_id=match_id, access=access), ())


async def append(store: SqliteMatches, progress: Progress, command: str) -> Match:
    await store.append(entry_of(progress, command))
    return progress.after


async def test_what_was_appended_comes_back_as_it_was(store: SqliteMatches) -> None:
    for game_id in ("drafti", "banqi", "stratego"):
        match = begun(game_id)
        assert match.began is not None
        events = (match.created, *match.taken, *match.armies, match.began)
        named = replace(match, created=replace(match.created, match_id=game_id))
        await store.append(Entry(named, 0, "create", events))
        recorded = await store.events(game_id)
        assert tuple(one.event for one in recorded) == events
        assert [one.seq for one in recorded] == list(range(1, len(events) + 1))
        assert replay(one.event for one in recorded) == match


async def test_only_one_of_two_who_saw_the_same_version_gets_in(store: SqliteMatches) -> None:
    match = await append(store, new(), "create")
    rivals = [judge.abort(match, "ana", at) for at in (1, 2)]
    results = await asyncio.gather(
        *(append(store, rival, f"rival {number}") for number, rival in enumerate(rivals)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Match", "StaleAppend"]
    assert len(await store.events("match")) == 2


async def test_the_same_command_is_never_stored_twice(store: SqliteMatches) -> None:
    match = await append(store, new(), "create")
    with pytest.raises(StaleAppend):
        await append(store, judge.abort(match, "ana", 1), "create")
    with pytest.raises(StaleAppend):
        await append(store, new(), "create")
    assert len(await store.events("match")) == 1


async def test_several_entries_are_stored_together_or_not_at_all(store: SqliteMatches) -> None:
    match = await append(store, new("one"), "create")
    good, stale = entry_of(new("two"), "both"), Entry(match, 5, "both", (match.created,))
    with pytest.raises(StaleAppend):
        await store.append(good, stale)
    assert await store.events("two") == ()


async def test_a_refused_write_does_not_touch_its_neighbours_in_the_group(
    store: SqliteMatches, database: Database
) -> None:
    await append(store, new("taken"), "create")
    before = database.commits
    writes = [append(store, new("taken" if number % 3 == 0 else f"m{number}"), "again") for number in range(300)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(isinstance(result, StaleAppend) for result in results) == 100
    assert len(await store.unfinished()) == 201
    assert database.commits - before < 100


async def test_lists_page_through_what_changed(store: SqliteMatches) -> None:
    for number in range(5):
        await append(store, new(f"m{number}", Access.LOBBY), "create")
        await asyncio.sleep(0.002)
    wanted = ListMatches(listing=Listing.LOBBY, limit=2)
    first = await store.list(wanted)
    rest = await store.list(replace(wanted, before=first[-1].changed, limit=9))
    assert [summary.id for summary in (*first, *rest)] == ["m4", "m3", "m2", "m1", "m0"]
    assert await store.list(replace(wanted, game_id="russian")) == ()
    await append(store, judge.abort(new("m2", Access.LOBBY).after, "ana", 1), "abort")
    assert len(await store.list(replace(wanted, limit=9))) == 4
    history = await store.list(ListMatches(listing=Listing.HISTORY, player_id="ana"))
    assert [(summary.id, summary.outcome) for summary in history] == [("m2", Outcome(None, Reason.ABORTED))]


async def test_a_full_disk_stops_acknowledgements_and_nothing_else(store: SqliteMatches, database: Database) -> None:
    await append(store, new("before"), "create")
    pages = await database.write(lambda connection: connection.pragma("page_count"))
    await database.write(lambda connection: connection.pragma("max_page_count", pages))
    with pytest.raises(StoreUnavailable):
        await append_until_full(store)
    assert "full" in (store.trouble() or "")
    acknowledged = await store.unfinished()
    await append(store, new("after"), "create")
    assert store.trouble() is None
    assert set(await store.unfinished()) == {*acknowledged, "after"}


async def append_until_full(store: SqliteMatches) -> None:
    for number in range(1000):
        await append(store, new(f"m{number}"), "create")


class FailingFile(apsw.VFSFile):
    def __init__(self, disk: FailingDisk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk

    def xSync(self, flags: int) -> None:
        if self._disk.broken:
            raise apsw.IOError("the disk does not answer")
        super().xSync(flags)


class FailingDisk(apsw.VFS):
    def __init__(self) -> None:
        super().__init__("failing", "")
        self.broken = False

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> FailingFile:
        return FailingFile(self, name, flags)


async def test_an_input_output_error_stops_acknowledgements_until_the_disk_answers(tmp_path: Path) -> None:
    """What was refused meanwhile may be there or not, as after a crash; sending it again is safe."""
    disk = FailingDisk()
    database = Database(tmp_path / "damero.sqlite", vfs="failing")
    store = SqliteMatches(database, SystemClock())
    await append(store, new("before"), "create")
    disk.broken = True
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await append(store, new("lost"), "create")
    assert store.trouble() is not None
    disk.broken = False
    await append(store, new("after"), "create")
    assert store.trouble() is None
    assert {"before", "after"} <= set(await store.unfinished())
    await database.close()
    assert open_to_read(tmp_path / "damero.sqlite").pragma("integrity_check") == "ok"


async def test_a_backup_is_made_while_games_are_played(store: SqliteMatches, tmp_path: Path) -> None:
    target = tmp_path / "backup.sqlite"
    playing = asyncio.gather(*(append(store, new(f"m{number}"), "create") for number in range(500)))
    await asyncio.to_thread(back_up, tmp_path / "damero.sqlite", target)
    await playing
    copy = open_to_read(target)
    assert copy.pragma("integrity_check") == "ok"
    assert copy.execute("SELECT count(*) FROM event").get == copy.execute("SELECT count(*) FROM match").get
    copy.close()
    assert not target.with_name("backup.sqlite.unfinished").exists()


async def test_a_file_of_a_newer_damero_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite"
    connection = open_to_write(path)
    connection.pragma("user_version", 999)
    connection.close()
    with pytest.raises(SchemaTooNew):
        open_to_write(path)


async def test_the_file_is_durable_by_default(tmp_path: Path) -> None:
    connection = open_to_write(tmp_path / "new.sqlite")
    assert (connection.pragma("journal_mode"), connection.pragma("synchronous")) == ("wal", 2)
    connection.close()
