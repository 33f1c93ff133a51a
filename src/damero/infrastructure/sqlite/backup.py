"""Copies the SQLite file while a server uses it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import apsw

from damero.domain.errors import DameroError
from damero.infrastructure.sqlite.connection import OWNER_ONLY, open_reader
from damero.infrastructure.sqlite.server_state import SET

KEYS = "signing_keys"
COPY = re.compile(r"damero-(\d{6,})-\d{8}T\d{6}Z\.sqlite")
"""The name of a copy: its number and when it was made."""


class BackupFailed(DameroError):
    """The copy is incomplete or damaged. The target file was not touched."""

    code = "BACKUP_FAILED"


def back_up(source: Path, target: Path, keys: bytes | None = None) -> None:
    """Copies one consistent snapshot, and puts the server's signing keys into it.

    The target file appears only when the copy is complete and checked.
    """
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(OWNER_ONLY)
        _copy(source, unfinished, keys)
        with unfinished.open("rb+") as copied:
            os.fsync(copied.fileno())
        unfinished.replace(target)
    except (OSError, apsw.Error) as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise BackupFailed("data.not_copied", source=str(source), target=str(target), reason=str(error)) from error


def add_backup(source: Path, folder: Path, keep: int, keys: bytes | None = None) -> Path:
    """Adds a numbered copy."""
    return add_copy(folder, keep, lambda target: back_up(source, target, keys))


def add_copy(folder: Path, keep: int, copy: Callable[[Path], None]) -> Path:
    """Adds what `copy` writes. Older ones are removed only when the new one is complete and checked.

    The number decides which copies are older, so that a wrong wall clock removes no new copy.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        copies = _copies(folder)
        number = max(copies, default=0) + 1
        target = folder / f"damero-{number:06}-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.sqlite"
        _remove(folder.glob("damero-*.sqlite.unfinished*"))
        copy(target)
        _remove(path for older, path in copies.items() if older <= number - keep)
    except OSError as error:
        raise BackupFailed("data.no_backups", folder=str(folder), reason=error.strerror or str(error)) from error
    return target


def _copies(folder: Path) -> dict[int, Path]:
    return {int(found[1]): path for path in folder.iterdir() if (found := COPY.fullmatch(path.name))}


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def take_keys(connection: apsw.Connection) -> bytes | None:
    """The signing keys that a backup put into this database, which is its copy; they are removed from it."""
    keys: bytes | None = connection.execute("DELETE FROM meta WHERE key = ? RETURNING value", (KEYS,)).get
    return keys


def _copy(source: Path, target: Path, keys: bytes | None) -> None:
    reader = open_reader(source)
    writer = apsw.Connection(str(target))
    try:
        with writer.backup("main", reader, "main") as copy:
            copy.step(-1)
        writer.pragma("journal_mode", "DELETE")
        if keys is not None:
            writer.execute(SET, (KEYS, keys))
        if writer.pragma("integrity_check") != "ok":
            raise BackupFailed("data.damaged_copy", source=str(source))
    finally:
        writer.close()
        reader.close()
