"""The server's own time: monotonic, independent of the wall clock, and stopped while the server is down."""

from __future__ import annotations

import time


class SystemClock:
    """Continues from the last stored time, so that an outage costs no player any time."""

    def __init__(self, last_stored: int | None = None) -> None:
        self._offset = (self.wall() if last_stored is None else last_stored) - _monotonic()

    def now(self) -> int:
        return self._offset + _monotonic()

    def wall(self) -> int:
        return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
