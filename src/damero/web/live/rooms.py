"""Who watches which match. A room tells each of its connections what its viewer may know of every change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from damero.application.live_match import Hops
from damero.application.ports import Announcement, MatchChanged, PresenceChanged, StoredEvent
from damero.application.services import Services
from damero.application.watch_match import arrive, depart
from damero.domain.events import SeatTaken
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.web import wire
from damero.web.live.connection import Connection
from damero.web.live.viewer_frames import MatchFrames, Viewer, seats_held, viewer_of

PRESENCE_DELAY = 0.2
"""Who comes and goes is told at most so often, in seconds."""


class Watcher:
    """A connection that has said hello: who it is, from where it looks, and its connection."""

    def __init__(self, connection: Connection, player_id: str | None) -> None:
        self.connection = connection
        self.player_id = player_id
        self.wanted: Seat | None = None
        self.seats: tuple[Seat, ...] = ()
        self._seen: tuple[tuple[SeatTaken, ...], Viewer] | None = None

    def viewer_of(self, match: Match) -> Viewer:
        """Who holds one seat or none looks from there as long as nobody sits down or gets up."""
        if self._seen is not None and self._seen[0] is match.taken and len(self._seen[1].seats) < 2:
            return self._seen[1]
        held = seats_held(match, self.player_id)
        self._seen = match.taken, viewer_of(match, self.player_id, self.wanted if self.wanted in held else None)
        return self._seen[1]


class Room:
    """All connections to one match in this process."""

    def __init__(self, services: Services, match: Match) -> None:
        self.watchers: set[Watcher] = set()
        self.match = match
        self._services = services
        self._leave_bus = services.bus.subscribe(match.id, self._heed)
        self._presence_due: asyncio.TimerHandle | None = None

    @property
    def spectators(self) -> int:
        return sum(not watcher.seats for watcher in self.watchers)

    def greet(self, watcher: Watcher, log: Sequence[StoredEvent], known: int | None) -> None:
        """Tells a connection what it does not know yet."""
        if known is not None and 1 <= known <= len(log):
            frames = self._frames()
            update = frames.update(log[known:], from_version=known)
            watcher.connection.send(wire.write_frame(frames.for_viewer(watcher.viewer_of(self.match), update)))
        else:
            watcher.connection.send(self._newest(watcher))

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        for seat in watcher.seats:
            await depart(self._services, self.match.id, seat)
        watcher.seats = ()
        self._tell_presence_soon()

    def close(self) -> None:
        self._leave_bus()
        if self._presence_due is not None:
            self._presence_due.cancel()

    def _frames(self) -> MatchFrames:
        return MatchFrames(self._services, self.match, self._hops(), self.spectators)

    def _hops(self) -> Hops | None:
        live = self._services.live_matches.get(self.match.id)
        return live.hops if live else None

    def _heed(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self._tell_change(announcement)
        elif isinstance(announcement, PresenceChanged):
            self._tell_presence_soon()

    def _tell_change(self, changed: MatchChanged) -> None:
        """Equal viewers get the same bytes, made once."""
        self.match = changed.match
        frames, made = self._frames(), dict[Viewer, bytes]()
        update = frames.update(changed.events, changed.events[0].seq - 1)
        for watcher in tuple(self.watchers):
            viewer = watcher.viewer_of(changed.match)
            if viewer not in made:
                made[viewer] = wire.write_frame(frames.for_viewer(viewer, update))
            watcher.connection.send(made[viewer])
            if viewer.seats != watcher.seats:
                self._services.spawn(self.seat(watcher))

    async def seat(self, watcher: Watcher) -> None:
        """Notes that a player is present. A spectator who is too slow will be shown the newest state instead."""
        held = seats_held(self.match, watcher.player_id)
        new = [seat for seat in held if seat not in watcher.seats]
        watcher.seats = held
        watcher.connection.catch_up = None if held else lambda: self._newest(watcher)
        for seat in new:
            await arrive(self._services, self.match.id, seat)
        self._tell_presence_soon()

    def _newest(self, watcher: Watcher) -> bytes:
        frames = self._frames()
        return wire.write_frame(frames.for_viewer(watcher.viewer_of(self.match), frames.snapshot()))

    def _tell_presence_soon(self) -> None:
        if self._presence_due is None:
            self._presence_due = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = None
        frame = wire.write_frame(self._frames().presence())
        for watcher in tuple(self.watchers):
            watcher.connection.send(frame)


class Rooms:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}

    async def enter(self, match_id: str, watcher: Watcher, known: int | None) -> Room:
        """Lets a connection watch a match from now on, or greets it again."""
        live = await self._services.live_match(match_id)
        room = self._rooms.get(match_id)
        if room is None:
            room = self._rooms[match_id] = Room(self._services, live.match)
        room.match = live.match
        room.watchers.add(watcher)
        await room.seat(watcher)
        room.greet(watcher, live.log, known)
        return room

    def spectators(self, match_id: str) -> int:
        room = self._rooms.get(match_id)
        return room.spectators if room else 0

    @property
    def watchers(self) -> int:
        return sum(len(room.watchers) for room in self._rooms.values())

    async def leave(self, room: Room, watcher: Watcher) -> None:
        await room.leave(watcher)
        if not room.watchers and self._rooms.get(room.match.id) is room:
            room.close()
            del self._rooms[room.match.id]
