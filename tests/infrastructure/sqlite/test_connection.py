from __future__ import annotations

from importlib import resources
from pathlib import Path

import apsw
import pytest

from damero.infrastructure.sqlite.connection import SchemaTooNew, open_writer

SCHEMA = resources.files("damero.infrastructure.sqlite") / "schema"


def test_a_file_of_a_newer_damero_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite"
    connection = open_writer(path)
    connection.pragma("user_version", 999)
    connection.close()
    with pytest.raises(SchemaTooNew):
        open_writer(path)


def test_an_older_file_is_brought_up_to_date_and_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "older.sqlite"
    older = apsw.Connection(str(path))
    older.execute((SCHEMA / "0001_initial.sql").read_text("utf-8"))
    older.pragma("user_version", 1)
    older.execute("INSERT INTO player VALUES ('ana', 'Ana', NULL, 5); INSERT INTO session VALUES ('hash', 'ana', 7)")
    older.close()
    connection = open_writer(path)
    assert connection.pragma("user_version") == sum(file.name.endswith(".sql") for file in SCHEMA.iterdir())
    assert connection.execute("SELECT player, created, last_used FROM session").fetchall() == [("ana", 7, 7)]
    connection.close()


def test_the_events_of_matches_that_are_there_already_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "older.sqlite"
    older = apsw.Connection(str(path))
    for file in sorted(SCHEMA.iterdir(), key=lambda file: file.name)[:14]:
        older.execute(file.read_text("utf-8"))
    older.pragma("user_version", 14)
    for match_id in ("played", "imported"):
        older.execute("INSERT INTO match VALUES (?, 'drafti', 'finished', 'link', 1, 2, x'', 2)", (match_id,))
        older.execute("INSERT INTO seat (player, match, over) VALUES ('ana', ?, 1)", (match_id,))
        older.execute("INSERT INTO event VALUES (?, 7, 'command', 0, 'Packed', x'', NULL)", (match_id,))
    older.execute("INSERT INTO imported VALUES ('imported', 'ana', 5)")
    older.close()
    connection = open_writer(path)
    assert dict(connection.execute("SELECT match, events FROM seat").fetchall()) == {"played": 7, "imported": 0}
    connection.close()


def test_the_file_is_durable_by_default(tmp_path: Path) -> None:
    connection = open_writer(tmp_path / "new.sqlite")
    assert (connection.pragma("journal_mode"), connection.pragma("synchronous")) == ("wal", 2)
    connection.close()


def test_the_schema_files_are_numbered_from_one_without_gaps_or_doubles() -> None:
    numbers = sorted(int(file.name[:4]) for file in SCHEMA.iterdir())
    assert numbers == list(range(1, len(numbers) + 1))
