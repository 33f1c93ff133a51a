"""The SQLite file itself: opening it, bringing its schema up to date, copying it while it is in use."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

import apsw

from damero.domain.errors import DameroError

DURABLE = "FULL"
"""Every commit is on the disk before it is acknowledged. NORMAL would lose the last ones in a power cut."""
BUSY_WAIT = 5_000


class SchemaTooNew(DameroError):
    """The file was written by a newer Damero."""

    code = "SCHEMA_TOO_NEW"


class BackupFailed(DameroError):
    """The copy is not good; nothing was put in its place."""

    code = "BACKUP_FAILED"


def open_to_write(path: Path, *, synchronous: str = DURABLE, vfs: str | None = None) -> apsw.Connection:
    """The one connection that writes, with an up-to-date schema. With a file system of its own it stays alone."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    connection.set_busy_timeout(BUSY_WAIT)
    if vfs is not None:
        connection.pragma("locking_mode", "EXCLUSIVE")
    connection.pragma("journal_mode", "WAL")
    connection.pragma("synchronous", synchronous)
    connection.pragma("foreign_keys", "ON")
    migrate(connection)
    return connection


def open_to_read(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(BUSY_WAIT)
    return connection


def migrate(connection: apsw.Connection) -> None:
    """Runs the schema files that this file has not seen, each in its own transaction."""
    files = sorted(_schema_files(), key=lambda file: file.name)
    version = int(connection.pragma("user_version"))
    if version > len(files):
        raise SchemaTooNew(f"This file needs a newer Damero: its schema is {version}, not {len(files)}.")
    for number, file in enumerate(files[version:], start=version + 1):
        with connection:
            connection.execute(file.read_text("utf-8"))
            connection.pragma("user_version", number)


def back_up(source: Path, target: Path) -> None:
    """Copies a file that may be in use, as it is at one moment; the target appears only when it is whole."""
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        _copy(source, unfinished)
        with unfinished.open("rb+") as copied:
            os.fsync(copied.fileno())
        unfinished.replace(target)
    except (OSError, apsw.Error) as fault:
        raise BackupFailed(f"{source} could not be copied to {target}: {fault}") from fault


def _copy(source: Path, target: Path) -> None:
    reading = open_to_read(source)
    writing = apsw.Connection(str(target))
    try:
        with writing.backup("main", reading, "main") as copy:
            copy.step(-1)
        writing.pragma("journal_mode", "DELETE")
        if writing.pragma("integrity_check") != "ok":
            raise BackupFailed(f"The copy of {source} is damaged.")
    finally:
        writing.close()
        reading.close()


def _schema_files() -> list[resources.abc.Traversable]:
    folder = resources.files("damero.infrastructure") / "schema"
    return [file for file in folder.iterdir() if file.name.endswith(".sql")]
