"""A lock file that only one process can hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from damero.domain.errors import DameroError


class AlreadyServed(DameroError):
    """Another process serves this folder."""

    code = "ALREADY_SERVED"


def lock(path: Path) -> IO[bytes]:
    """Holds the lock until the returned file is closed or the process ends, even by a crash."""
    file = path.open("ab")
    try:
        _acquire(file)
    except OSError:
        file.close()
        raise AlreadyServed("data.already_served", folder=str(path.parent)) from None
    return file


if sys.platform == "win32":
    import msvcrt

    def _acquire(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _acquire(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
