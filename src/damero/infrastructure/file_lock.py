"""One server for one file: a second one is refused before it can do harm."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from damero.domain.errors import DameroError


class AlreadyServed(DameroError):
    """Another process serves this folder."""

    code = "ALREADY_SERVED"


def lock(path: Path) -> IO[bytes]:
    """Holds a lock until the result is closed or the process ends, however it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    held = path.open("ab")
    try:
        _take(held)
    except OSError:
        held.close()
        raise AlreadyServed(f"Another Damero already serves {path.parent}.") from None
    return held


if sys.platform == "win32":
    import msvcrt

    def _take(held: IO[bytes]) -> None:
        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(held: IO[bytes]) -> None:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
