"""A lock file that only one process can hold."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from damero.domain.errors import DameroError
from damero.operating_system import try_lock


class AlreadyServed(DameroError):
    """Another process serves this folder."""

    code = "ALREADY_SERVED"


def lock(path: Path) -> IO[bytes]:
    """Holds the lock until the returned file is closed or the process ends, even by a crash."""
    file = path.open("ab")
    if not try_lock(file):
        file.close()
        raise AlreadyServed("data.already_served", folder=str(path.parent))
    return file
