"""Opens the SQLite file and brings its schema up to date."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from pathlib import Path

import apsw

from damero.domain.errors import DameroError
from damero.infrastructure.sqlite.upgrade import FILL

DURABLE = "FULL"
"""Every commit is on disk before it is acknowledged. NORMAL would lose the latest commits in a power cut."""
OWNER_ONLY = 0o600
"""The file holds password hashes and the secrets of running games. SQLite gives its other files the same mode."""
BUSY_TIMEOUT = 5_000
"""Milliseconds to wait for another connection's lock."""
TABLES = frozenset({"event", "match", "player", "meta"})
"""Every Damero database has these."""
STEPS_BETWEEN_CHECKS = 50_000
"""Steps of SQLite's virtual machine between two questions whether to go on checking: some milliseconds."""


class NotOurDatabase(DameroError):
    """An SQLite file of another program. It is left alone."""

    code = "NOT_OUR_DATABASE"


class DamagedDatabase(DameroError):
    """The file is incomplete or its content contradicts itself."""

    code = "DAMAGED_DATABASE"


class SchemaTooNew(DameroError):
    """The file was written by a newer version of Damero."""

    code = "SCHEMA_TOO_NEW"


def open_writer(path: Path, *, synchronous: str = DURABLE, vfs: str | None = None) -> apsw.Connection:
    """The only connection that writes. Locks the file for itself when it uses a custom VFS."""
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    if vfs is None and not path.exists():
        path.touch(OWNER_ONLY)
    connection = apsw.Connection(str(path), flags=flags, vfs=vfs)
    try:
        if connection.readonly("main"):
            raise apsw.ReadOnlyError("The file may only be read.")
        connection.set_busy_timeout(BUSY_TIMEOUT)
        if vfs is not None:
            connection.pragma("locking_mode", "EXCLUSIVE")
        _refuse_other_schemas(connection)
        connection.pragma("journal_mode", "WAL")
        connection.pragma("synchronous", synchronous)
        connection.pragma("foreign_keys", "ON")
        migrate(connection)
    except BaseException:
        connection.close(force=True)
        raise
    return connection


def open_reader(path: Path) -> apsw.Connection:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(BUSY_TIMEOUT)
    return connection


def find_damage(connection: apsw.Connection, should_stop: Callable[[], bool]) -> str | None:
    """What `PRAGMA quick_check` finds first; None if it finds nothing before it should stop."""
    connection.set_progress_handler(should_stop, STEPS_BETWEEN_CHECKS)
    try:
        found = connection.pragma("quick_check", 1)
    except apsw.InterruptError:
        return None
    except apsw.CorruptError as error:
        return str(error)
    finally:
        connection.set_progress_handler(None)
    return None if found == "ok" else str(found).splitlines()[-1]


def migrate(connection: apsw.Connection) -> None:
    """Runs the schema files that are new to this database, then fills in what they need, in one transaction."""
    known = _schema_files()
    new = known[int(connection.pragma("user_version")) :]
    if not new:
        return
    with connection:
        for file in new:
            connection.execute(file.read_text("utf-8"))
        for file in new:
            if fill := FILL.get(file.name):
                fill(connection)
        connection.pragma("user_version", len(known))


def _refuse_other_schemas(connection: apsw.Connection) -> None:
    """Before anything is written: is this a new file, or one that this version of Damero can use?"""
    version, known = int(connection.pragma("user_version")), len(_schema_files())
    if version > known:
        raise SchemaTooNew("data.schema_too_new", schema=version, known=known)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not (tables >= TABLES if version else not tables):
        raise NotOurDatabase("data.not_ours", file=connection.filename)


def _schema_files() -> list[resources.abc.Traversable]:
    folder = resources.files("damero.infrastructure.sqlite") / "schema"
    return sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
