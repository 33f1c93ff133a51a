"""Copies the SQLite file while a server uses it."""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from damero.domain.errors import DameroError
from damero.infrastructure.sqlite.connection import open_reader


class BackupFailed(DameroError):
    """The copy is incomplete or damaged. The target file was not touched."""

    code = "BACKUP_FAILED"


def back_up(source: Path, target: Path) -> None:
    """Copies one consistent snapshot; the target file appears only when the copy is complete and checked."""
    unfinished = target.with_name(target.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        _copy(source, unfinished)
        with unfinished.open("rb+") as copied:
            os.fsync(copied.fileno())
        unfinished.replace(target)
    except (OSError, apsw.Error) as error:
        raise BackupFailed(f"{source} could not be copied to {target}: {error}") from error


def _copy(source: Path, target: Path) -> None:
    reader = open_reader(source)
    writer = apsw.Connection(str(target))
    try:
        with writer.backup("main", reader, "main") as copy:
            copy.step(-1)
        writer.pragma("journal_mode", "DELETE")
        if writer.pragma("integrity_check") != "ok":
            raise BackupFailed(f"The copy of {source} is damaged.")
    finally:
        writer.close()
        reader.close()
