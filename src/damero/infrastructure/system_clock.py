"""The server's own time: monotonic, independent of the wall clock, and stopped while the server is down or paused."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable

HEARTBEAT = 0.25
"""Seconds between heartbeats."""
STANDSTILL = 1_000
"""Milliseconds without any sign of life that mean that the process stood still: stopped, suspended or starved."""

log = logging.getLogger(__name__)


class SystemClock:
    """Continues from the last stored time, so that an outage costs no player any time."""

    def __init__(self, last_stored: int | None = None, monotonic: Callable[[], int] | None = None) -> None:
        self.standstills = 0
        self._monotonic = monotonic or _monotonic
        self._offset = (self.wall() if last_stored is None else last_stored) - self._monotonic()
        self._last_alive: int | None = None
        """When the time was last asked for; None while there are no heartbeats."""
        self._lock = threading.Lock()

    def now(self) -> int:
        """The first to ask after a standstill already gets the time at which it began."""
        monotonic, alive = self._monotonic(), self._last_alive
        if alive is not None:
            if monotonic - alive > STANDSTILL:
                self._skip(monotonic)
            self._last_alive = monotonic
        return self._offset + monotonic

    def wall(self) -> int:
        return time.time_ns() // 1_000_000

    async def beat(self, on_standstill: Callable[[], None]) -> None:
        """Runs until cancelled. Without heartbeats, standstills go unnoticed."""
        self._last_alive = self._last_alive or self._monotonic()
        noticed = self.standstills
        while True:
            self.now()
            if noticed != self.standstills:
                noticed = self.standstills
                on_standstill()
            await asyncio.sleep(HEARTBEAT)

    def _skip(self, monotonic: int) -> None:
        """Whoever waits here for another thread finds that it has skipped the standstill already."""
        with self._lock:
            silence = monotonic - (self._last_alive or monotonic)
            if silence <= STANDSTILL:
                return
            self._offset -= silence
            self._last_alive = monotonic
            self.standstills += 1
        log.warning("The process stood still for %.1f s. The clocks of all games stood still as well.", silence / 1000)


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
