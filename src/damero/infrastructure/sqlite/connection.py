"""Opens the SQLite file and brings its schema up to date."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import apsw

from damero.domain.errors import DameroError

DURABLE = "FULL"
"""Every commit is on disk before it is acknowledged. NORMAL would lose the latest commits in a power cut."""
BUSY_TIMEOUT = 5_000
"""Milliseconds to wait for another connection's lock."""


class SchemaTooNew(DameroError):
    """The file was written by a newer version of Damero."""

    code = "SCHEMA_TOO_NEW"


def open_writer(path: Path, *, synchronous: str = DURABLE, vfs: str | None = None) -> apsw.Connection:
    """The only connection that writes. Locks the file for itself when it uses a custom VFS."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    connection.set_busy_timeout(BUSY_TIMEOUT)
    if vfs is not None:
        connection.pragma("locking_mode", "EXCLUSIVE")
    connection.pragma("journal_mode", "WAL")
    connection.pragma("synchronous", synchronous)
    connection.pragma("foreign_keys", "ON")
    migrate(connection)
    return connection


def open_reader(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(BUSY_TIMEOUT)
    return connection


def migrate(connection: apsw.Connection) -> None:
    """Runs the schema files that are new to this database, each in its own transaction."""
    files = sorted(_schema_files(), key=lambda file: file.name)
    version = int(connection.pragma("user_version"))
    if version > len(files):
        raise SchemaTooNew(f"This file needs a newer version of Damero: its schema is {version}, not {len(files)}.")
    for number, file in enumerate(files[version:], start=version + 1):
        with connection:
            connection.execute(file.read_text("utf-8"))
            connection.pragma("user_version", number)


def _schema_files() -> list[resources.abc.Traversable]:
    folder = resources.files("damero.infrastructure.sqlite") / "schema"
    return [file for file in folder.iterdir() if file.name.endswith(".sql")]
