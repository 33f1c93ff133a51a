"""The server's data folder: the SQLite file, and the lock that lets only one server use it at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import IO

from damero.domain.errors import DameroError
from damero.infrastructure.file_lock import lock
from damero.infrastructure.sqlite import backup
from damero.infrastructure.sqlite.connection import open_writer
from damero.infrastructure.sqlite.database import Database

DATABASE = "damero.sqlite"
LOCK = "damero.lock"


class NothingToBackUp(DameroError):
    """The folder holds no database."""

    code = "NOTHING_TO_BACK_UP"


@asynccontextmanager
async def open_database(folder: Path) -> AsyncIterator[Database]:
    """Finishes every requested write before it closes. `AlreadyServed` if another server uses the folder."""
    with closing(_lock(folder)):
        database = Database(folder / DATABASE)
        try:
            yield database
        finally:
            await database.close()


def check(folder: Path) -> None:
    """Creates or migrates the database; raises the error that would keep a server from starting."""
    with closing(_lock(folder)):
        open_writer(folder / DATABASE).close()


def back_up(folder: Path, target: Path) -> None:
    """Copies the database to a file. A server may be using it meanwhile."""
    source = folder / DATABASE
    if not source.is_file():
        raise NothingToBackUp(f"There are no games in {folder}.")
    backup.back_up(source, target)


def _lock(folder: Path) -> IO[bytes]:
    folder.mkdir(parents=True, exist_ok=True)
    return lock(folder / LOCK)
