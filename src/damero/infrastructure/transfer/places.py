"""Where data can be moved from and to: a data folder, a PostgreSQL database, and a file for a backup of the latter."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import psycopg

from damero.infrastructure.file_lock import AlreadyServed
from damero.infrastructure.sqlite import data_folder
from damero.infrastructure.sqlite.backup import BackupFailed
from damero.infrastructure.sqlite.connection import OWNER_ONLY, open_writer
from damero.infrastructure.sqlite.players import fill_name_keys
from damero.infrastructure.transfer.copying import Transferred, transfer
from damero.infrastructure.transfer.postgres_store import PostgresStore
from damero.infrastructure.transfer.sqlite_store import SqliteStore
from damero.infrastructure.transfer.tables import Store, TransferRefused

ADDRESSES = ("postgresql://", "postgres://")
TABLES_EXIST = "SELECT to_regclass('schema_version') IS NOT NULL"


def is_database(place: str) -> bool:
    return place.startswith(ADDRESSES)


def move_data(source: str, target: str) -> Transferred:
    """Copies everything. The source stays as it is; the target must be empty, and gets all or nothing."""
    opened = _database_to_read if is_database(source) else _folder_to_read
    with opened(source) as store:
        return _into_database(store, target) if is_database(target) else _into_folder(store, Path(target))


def back_up_database(url: str, file: Path) -> Transferred:
    """Copies one moment of a database into an SQLite file, while servers use it."""
    try:
        data_folder.check_target(file)
        with _snapshot(url) as store:
            return _into_file(store, file)
    except (OSError, apsw.Error) as error:
        raise BackupFailed("data.not_copied", source="PostgreSQL", target=str(file), reason=str(error)) from error


@contextmanager
def _folder_to_read(place: str) -> Iterator[Store]:
    folder = Path(place)
    with data_folder.locked(folder) as connection:
        with connection:
            fill_name_keys(connection)
        yield SqliteStore(connection, data_folder.signing_keys_in(folder))


@contextmanager
def _database_to_read(url: str) -> Iterator[Store]:
    with _snapshot(url) as store:
        if store.is_served():
            raise AlreadyServed("database.is_served")
        yield store


@contextmanager
def _snapshot(url: str) -> Iterator[PostgresStore]:
    with psycopg.connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        yield PostgresStore(connection)


def _into_database(source: Store, url: str) -> Transferred:
    with psycopg.connect(url) as connection:
        target = PostgresStore(connection)
        if target.is_served():
            raise AlreadyServed("database.is_served")
        if not target.is_empty():
            raise TransferRefused("database.not_empty", place="PostgreSQL")
        return transfer(source, target)


def _into_folder(source: Store, folder: Path) -> Transferred:
    with data_folder.reserved(folder) as file:
        if file.exists():
            raise TransferRefused("database.not_empty", place=str(folder))
        return _into_file(source, file)


def _into_file(source: Store, file: Path) -> Transferred:
    """The file appears only when the copy is complete and was found equal."""
    unfinished = file.with_name(file.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(OWNER_ONLY)
    with closing(open_writer(unfinished)) as connection:
        with connection:
            transferred = transfer(source, SqliteStore(connection))
        connection.pragma("journal_mode", "DELETE")
    with unfinished.open("rb+") as copied:
        os.fsync(copied.fileno())
    unfinished.replace(file)
    return transferred
