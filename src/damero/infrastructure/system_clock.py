"""The server's own time: monotonic, deaf to the wall clock, and standing still while the server is down."""

from __future__ import annotations

import time


class SystemClock:
    """Goes on from the last time that was stored, so that an outage costs nobody any time."""

    def __init__(self, last_stored: int | None = None) -> None:
        self._offset = (self.wall() if last_stored is None else last_stored) - _monotonic()

    def now(self) -> int:
        return self._offset + _monotonic()

    def wall(self) -> int:
        return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
