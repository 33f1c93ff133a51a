from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import pytest
from tests.infrastructure.stored_matches import append, new

from damero.infrastructure.sqlite import data_folder
from damero.infrastructure.sqlite.backup import back_up
from damero.infrastructure.sqlite.connection import open_reader
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.infrastructure.system_clock import SystemClock


@pytest.mark.asyncio
async def test_a_backup_is_made_while_games_are_played(tmp_path: Path) -> None:
    database, target = Database(tmp_path / "damero.sqlite"), tmp_path / "backup.sqlite"
    store = SqliteMatchStore(database, SystemClock())
    playing = asyncio.gather(*(append(store, new(f"m{number}"), "create") for number in range(500)))
    await asyncio.to_thread(back_up, tmp_path / "damero.sqlite", target)
    await playing
    await database.close()
    copy = open_reader(target)
    assert copy.pragma("integrity_check") == "ok"
    assert copy.execute("SELECT count(*) FROM event").get == copy.execute("SELECT count(*) FROM match").get
    copy.close()
    assert not target.with_name("backup.sqlite.unfinished").exists()


def test_only_the_owner_can_read_the_database_and_its_backups(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    data_folder.check(folder)
    data_folder.back_up(folder, tmp_path / "backup.sqlite")
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "damero.sqlite", tmp_path / "backup.sqlite")
    ]
    assert modes == [0o700, 0o600, 0o600]
