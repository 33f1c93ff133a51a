"""Group commit, and what happens when the disk is full or fails."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import apsw
import pytest
import pytest_asyncio
from tests.infrastructure.stored_matches import append, new

from damero.application.ports import StaleAppend, StoreUnavailable
from damero.infrastructure.sqlite import database as database_module
from damero.infrastructure.sqlite.connection import open_reader
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.system_clock import SystemClock

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = Database(tmp_path / "damero.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
def store(database: Database) -> SqliteMatchStore:
    return SqliteMatchStore(database, SystemClock())


async def test_a_refused_write_does_not_touch_its_neighbours_in_the_group(
    store: SqliteMatchStore, database: Database
) -> None:
    await append(store, new("taken"), "create")
    before = database.commits
    writes = [append(store, new("taken" if number % 3 == 0 else f"m{number}"), "again") for number in range(300)]
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert sum(isinstance(result, StaleAppend) for result in results) == 100
    assert len(await store.unfinished()) == 201
    assert database.commits - before < 100


async def test_a_full_disk_stops_acknowledgements_and_nothing_else(store: SqliteMatchStore, database: Database) -> None:
    await append(store, new("before"), "create")
    pages = await database.write(lambda connection: connection.pragma("page_count"))
    await database.write(lambda connection: connection.pragma("max_page_count", pages))
    with pytest.raises(StoreUnavailable):
        await append_until_full(store)
    assert "full" in (store.failure() or "")
    acknowledged = await store.unfinished()
    await append(store, new("after"), "create")
    assert store.failure() is None
    assert set(await store.unfinished()) == {*acknowledged, "after"}


def removed(folder: Path) -> None:
    (folder / "damero.sqlite").unlink()


def replaced(folder: Path) -> None:
    copy = shutil.copy(folder / "damero.sqlite", folder / "copy")
    Path(copy).replace(folder / "damero.sqlite")


def without_log(folder: Path) -> None:
    (folder / "damero.sqlite-wal").unlink()


def without_folder(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def without_lock(folder: Path) -> None:
    """Another server could be started now."""
    (folder / "lock").unlink()


@pytest.mark.parametrize("harm", [removed, replaced, without_log, without_folder, without_lock])
async def test_nothing_is_acknowledged_that_goes_into_a_file_which_is_no_longer_in_its_place(
    tmp_path: Path, harm: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "LOOK_FOR_FILE_EVERY", 0)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "lock").touch()
    database = Database(folder / "damero.sqlite", lock=folder / "lock")
    store = SqliteMatchStore(database, SystemClock())
    await append(store, new("before"), "create")
    await store.check_reading()
    harm(folder)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="removed or replaced"):
            await append(store, new("lost"), "create")
    assert "removed or replaced" in (store.failure() or "")
    with pytest.raises(StoreUnavailable):
        await store.check_reading()
    await database.close()


async def test_a_file_that_was_put_back_is_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "LOOK_FOR_FILE_EVERY", 0)
    file = tmp_path / "damero.sqlite"
    database = Database(file)
    store = SqliteMatchStore(database, SystemClock())
    await append(store, new("before"), "create")
    file.rename(tmp_path / "away")
    with pytest.raises(StoreUnavailable):
        await append(store, new("lost"), "create")
    (tmp_path / "away").rename(file)
    await append(store, new("after"), "create")
    assert store.failure() is None
    await store.check_reading()
    await database.close()
    assert set(open_reader(file).execute("SELECT id FROM match").fetchall()) == {("before",), ("after",)}


async def append_until_full(store: SqliteMatchStore) -> None:
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
    store = SqliteMatchStore(database, SystemClock())
    await append(store, new("before"), "create")
    disk.broken = True
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await append(store, new("lost"), "create")
    assert store.failure() is not None
    disk.broken = False
    await append(store, new("after"), "create")
    assert store.failure() is None
    assert {"before", "after"} <= set(await store.unfinished())
    await database.close()
    assert open_reader(tmp_path / "damero.sqlite").pragma("integrity_check") == "ok"


async def test_a_defect_before_a_commit_fails_its_writes_and_the_next_ones_work(database: Database) -> None:
    def fail(_connection: apsw.Connection) -> None:
        raise ValueError("a defect")

    database.before_commit(fail)
    with pytest.raises(StoreUnavailable):
        await database.write(lambda connection: connection.pragma("user_version"))
    database.before_commit(lambda _connection: None)
    await database.write(lambda connection: connection.pragma("user_version"))
    assert database.failure is None


async def test_a_clean_stop_leaves_everything_in_the_file_and_nothing_in_the_log(tmp_path: Path) -> None:
    database = Database(tmp_path / "damero.sqlite")
    store = SqliteMatchStore(database, SystemClock())
    await append(store, new("stored"), "create")
    assert await store.unfinished() == ("stored",)
    await database.close()
    assert {path.name for path in tmp_path.iterdir()} == {"damero.sqlite"}
