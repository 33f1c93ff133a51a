"""The server's data folder: the SQLite file, and the lock that lets only one server use it at a time."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import apsw

from damero.domain.errors import DameroError
from damero.infrastructure.admin_access import FILE as ADMIN
from damero.infrastructure.file_lock import lock
from damero.infrastructure.file_signing_keys import FILE as SIGNING_KEYS
from damero.infrastructure.file_signing_keys import write_privately
from damero.infrastructure.sqlite import backup
from damero.infrastructure.sqlite.connection import DamagedDatabase, find_damage, open_writer
from damero.infrastructure.sqlite.database import Database
from damero.texts import Text

DATABASE = "damero.sqlite"
LOCK = "damero.lock"
MAGIC = b"SQLite format 3\0"
"""How every SQLite file begins."""
LONGEST_CHECK = 3.0
"""Seconds that a start may spend on looking for damage. A large file is checked to the end while the server runs."""
REASONS: tuple[tuple[type[apsw.Error], str], ...] = (
    (apsw.NotADBError, "data.reason.not_a_database"),
    (apsw.CorruptError, "data.reason.damaged"),
    (apsw.FullError, "data.reason.disk_full"),
    (apsw.ReadOnlyError, "data.reason.read_only"),
    (apsw.CantOpenError, "data.reason.cannot_open"),
    (apsw.BusyError, "data.reason.busy"),
    (apsw.IOError, "data.reason.disk_fails"),
)


class NothingToBackUp(DameroError):
    """The folder holds no database."""

    code = "NOTHING_TO_BACK_UP"


class UnusableDataFolder(DameroError):
    """The operating system or SQLite refuses the folder or a file in it."""

    code = "UNUSABLE_DATA_FOLDER"


@asynccontextmanager
async def open_database(folder: Path) -> AsyncIterator[Database]:
    """Finishes every requested write before it closes. `AlreadyServed` if another server uses the folder."""
    with closing(_lock(folder)):
        _open(folder).close()
        with _explained(folder):
            database = Database(folder / DATABASE, lock=folder / LOCK)
        try:
            yield database
        finally:
            await database.close()


def check(folder: Path) -> None:
    """Creates or migrates the database; raises the error that would keep a server from starting."""
    with closing(_lock(folder)), _explained(folder), closing(_open(folder)) as connection:
        deadline = time.monotonic() + LONGEST_CHECK
        damage = find_damage(connection, lambda: time.monotonic() > deadline)
    if damage:
        raise DamagedDatabase("data.damaged", file=str(folder / DATABASE), reason=damage)


def check_writable(folder: Path) -> None:
    """Creates the folder of a server that keeps its games elsewhere."""
    with _explained(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()


@contextmanager
def locked(folder: Path) -> Iterator[apsw.Connection]:
    """The existing database of a folder that no server uses meanwhile."""
    _existing(folder)
    with closing(_lock(folder)), _explained(folder), closing(_open(folder)) as connection:
        yield connection


@contextmanager
def reserved(folder: Path) -> Iterator[Path]:
    """Where the database of a folder belongs, which no server uses meanwhile."""
    with closing(_lock(folder)), _explained(folder):
        _refuse_lost_content(folder)
        yield folder / DATABASE


def check_target(target: Path) -> None:
    """Refuses a copy in place of anything but an earlier copy, above all of what a server keeps in its folder."""
    place = target.resolve()
    own = (LOCK, SIGNING_KEYS, ADMIN, *(DATABASE + part for part in ("", "-wal", "-shm", "-journal")))
    if place.name in own and (place.parent / LOCK).exists():
        reason = Text("data.reason.data_folder")
    elif place.exists() and not _is_database(place):
        reason = Text("data.reason.no_copy")
    else:
        return
    raise backup.BackupFailed("data.not_replaced", target=str(target), reason=reason)


def _is_database(path: Path) -> bool:
    """Also an empty file, which SQLite takes for a new one."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) in (b"", MAGIC)


def back_up(folder: Path, target: Path) -> None:
    """Copies the database to a file. A server may be using it meanwhile."""
    check_target(target)
    backup.back_up(_existing(folder), target, signing_keys_in(folder))


def add_backup(folder: Path, copies: Path, keep: int) -> Path:
    """Copies the database into a folder of copies, of which the newest `keep` stay."""
    return backup.add_backup(_existing(folder), copies, keep, signing_keys_in(folder))


def has_database(folder: Path) -> bool:
    return (folder / DATABASE).is_file()


def _existing(folder: Path) -> Path:
    if not has_database(folder):
        raise NothingToBackUp("data.no_games", folder=str(folder))
    return folder / DATABASE


def _lock(folder: Path) -> IO[bytes]:
    with _explained(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return lock(folder / LOCK)


def _open(folder: Path) -> apsw.Connection:
    """Opens the database, and restores the signing keys if it is a backup that was put into the folder."""
    with _explained(folder):
        _refuse_lost_content(folder)
        connection = open_writer(folder / DATABASE)
        with connection:
            keys = backup.take_keys(connection)
            if keys is not None and not (folder / SIGNING_KEYS).exists():
                write_privately(folder / SIGNING_KEYS, keys)
        return connection


def signing_keys_in(folder: Path) -> bytes | None:
    """The keys with which the server of a folder signs records, as they are kept."""
    file = folder / SIGNING_KEYS
    with _explained(folder):
        return file.read_bytes() if file.exists() else None


def _refuse_lost_content(folder: Path) -> None:
    """SQLite would delete the log that belonged to a database which is now empty, or add it to a copy put here."""
    database, log = folder / DATABASE, folder / f"{DATABASE}-wal"
    if log.is_file() and log.stat().st_size and not (database.is_file() and database.stat().st_size):
        raise DamagedDatabase("data.lost_content", file=str(database), log=log.name)


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turns the errors of the operating system and of SQLite into one sentence."""
    try:
        yield
    except OSError as error:
        raise UnusableDataFolder("data.unusable", folder=str(folder), reason=error.strerror or str(error)) from error
    except apsw.Error as error:
        reason = next((Text(key) for kind, key in REASONS if isinstance(error, kind)), str(error))
        raise UnusableDataFolder("data.unusable_file", file=str(folder / DATABASE), reason=reason) from error
