"""What the lobby shows, made once for all who watch it."""

from __future__ import annotations

import asyncio
from time import monotonic

from damero.application.commands import Listing, ListMatches
from damero.application.list_matches import list_matches
from damero.application.ports import LOBBY, Announcement
from damero.application.services import Services
from damero.web import serialize, wire

PAUSE = 0.25
"""Changes within this many seconds are sent together …"""
SENT_PER_SECOND = 4_000
"""… or more, so that whoever makes the lobby change cannot make the server send more frames than this."""
LONGEST_SHARED = 1.0
"""Seconds for which a frame is sent to more watchers if the lobby does not change."""


class Lobby:
    def __init__(self, services: Services) -> None:
        self.watchers = 0
        self._services = services
        self._frame = b""
        self._made_at = 0.0
        self._is_current = False
        self._lock = asyncio.Lock()
        services.bus.subscribe(LOBBY, self._forget)

    @property
    def pause(self) -> float:
        """Seconds in which changes are sent together to all who watch now."""
        return max(PAUSE, self.watchers / SENT_PER_SECOND)

    async def frame(self) -> bytes:
        """The present lobby. However many ask at the same time, it is read once."""
        async with self._lock:
            if not self._is_current or monotonic() - self._made_at >= LONGEST_SHARED:
                self._frame = await self._read()
            return self._frame

    async def _read(self) -> bytes:
        """What changes meanwhile is read the next time."""
        self._is_current, self._made_at = True, monotonic()
        try:
            live = await self._services.matches.count_active()
            return wire.write_frame(wire.Lobby(await seeks(self._services), live))
        except BaseException:  # also when the watcher who asked first has left
            self._is_current = False
            raise

    def _forget(self, _announcement: Announcement) -> None:
        self._is_current = False


async def seeks(services: Services) -> tuple[wire.Seek, ...]:
    found = await list_matches(services, ListMatches(listing=Listing.LOBBY))
    return tuple(serialize.seek(one) for one in found)
