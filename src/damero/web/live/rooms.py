"""The connections to each match. A room sends each of them what its viewer may know of every change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from damero.application.claim_abandoned import claim_due
from damero.application.ports import Announcement, ClockStoodStill, Hops, MatchChanged, PresenceChanged, StoredEvent
from damero.application.services import Services
from damero.application.viewer import Permissions, Viewer, seats_held, viewer_of
from damero.application.watch_match import arrive, depart
from damero.domain.events import SeatTaken
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.web import wire
from damero.web.live.connection import Connection
from damero.web.live.viewer_frames import MatchFrames

SHARED_FOR = 100
"""Milliseconds for which equal viewers are sent the same snapshot. The clocks in it are at most this old."""
PRESENCE_DELAY = 0.2
"""Seconds in which players who come and go are announced together."""


class Watcher:
    """A connection that has said hello: its player, and the seat it looks from."""

    def __init__(self, connection: Connection, player_id: str | None) -> None:
        self.connection = connection
        self.player_id = player_id
        self.wanted: Seat | None = None
        self.seats: tuple[Seat, ...] = ()
        self.version = 0
        """The newest version of the match that was sent."""
        self._cached: tuple[tuple[SeatTaken, ...], Viewer] | None = None

    def viewer(self, match: Match) -> Viewer:
        """A viewer with one seat or none stays the same until a seat is taken."""
        if self._cached is not None and self._cached[0] is match.taken and len(self._cached[1].seats) < 2:
            return self._cached[1]
        held = seats_held(match, self.player_id)
        viewer = viewer_of(match, self.player_id, self.wanted if self.wanted in held else None)
        self._cached = match.taken, viewer
        return viewer

    def send(self, frame: bytes, version: int) -> None:
        self.version = version
        self.connection.send(frame)


class SharedSnapshots:
    """The newest snapshot of a match for each kind of viewer, made once for all who ask at about the same time."""

    def __init__(self) -> None:
        self._of: tuple[int, Hops | None] | None = None
        self._made_at = 0
        self._made: dict[Viewer, bytes] = {}

    def get(self, frames: MatchFrames, viewer: Viewer, now: int) -> bytes:
        present = frames.match.version, frames.hops
        if present != self._of or now - self._made_at > SHARED_FOR:
            self._of, self._made_at, self._made = present, now, {}
        if viewer not in self._made:
            self._made[viewer] = wire.write_frame(frames.for_viewer(viewer, frames.snapshot()))
        return self._made[viewer]


class Room:
    """All connections to one match in this process."""

    def __init__(self, services: Services, match: Match) -> None:
        self.watchers: set[Watcher] = set()
        self.match = match
        self._services = services
        self._snapshots = SharedSnapshots()
        self._permissions = Permissions()
        self._unsubscribe = services.bus.subscribe(match.id, self._on_announcement)
        self._presence_timer: asyncio.TimerHandle | None = None
        self._claim_timer: asyncio.TimerHandle | None = None
        self._can_claim = False

    @property
    def spectators(self) -> int:
        return sum(not watcher.seats for watcher in self.watchers)

    def send_current(self, watcher: Watcher, log: Sequence[StoredEvent], known: int | None) -> None:
        """Sends what a connection that knows this version has missed, or else the whole match."""
        if known is not None and 1 <= known <= len(log):
            frames = self._frames()
            update = frames.for_viewer(watcher.viewer(self.match), frames.update(log[known:], from_version=known))
            watcher.send(wire.write_frame(update), self.match.version)
        else:
            watcher.send(self._snapshot(watcher), self.match.version)

    async def seat(self, watcher: Watcher) -> None:
        """Marks a player as present. A spectator who is too slow is sent the newest state instead of every update."""
        if watcher not in self.watchers:
            return
        held = seats_held(self.match, watcher.player_id)
        new = [seat for seat in held if seat not in watcher.seats]
        watcher.seats = held
        watcher.connection.catch_up = None if held else lambda: self._snapshot(watcher)
        for seat in new:
            await arrive(self._services, self.match.id, seat)
        self._send_presence_soon()

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        for seat in watcher.seats:
            await depart(self._services, self.match.id, seat)
        watcher.seats = ()
        if self.match.is_over:
            self._services.presence.forget(self.match.id, self.match.seats)
        self._send_presence_soon()

    def close(self) -> None:
        self._unsubscribe()
        for timer in (self._presence_timer, self._claim_timer):
            if timer is not None:
                timer.cancel()

    def _frames(self) -> MatchFrames:
        live = self._services.live_matches.get(self.match.id)
        hops = live.hops if live else None
        return MatchFrames(self._services, self.match, hops, self.spectators, self._permissions)

    def _snapshot(self, watcher: Watcher) -> bytes:
        frames, now = self._frames(), self._services.clock.now()
        return self._snapshots.get(frames, watcher.viewer(self.match), now)

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self._send_change(announcement)
        elif isinstance(announcement, PresenceChanged):
            self._send_presence_soon()
        elif isinstance(announcement, ClockStoodStill):
            self._send_update(tuple(self.watchers), (), self.match.version)

    def _send_change(self, changed: MatchChanged) -> None:
        """A connection that was sent this version when it entered does not get it again."""
        self.match = changed.match
        behind = [watcher for watcher in self.watchers if watcher.version < changed.match.version]
        self._send_update(behind, changed.events, changed.events[0].seq - 1)
        for watcher in behind:
            if watcher.viewer(changed.match).seats != watcher.seats:
                self._services.spawn(self.seat(watcher))
        self._can_claim = False
        self._refresh_claim()

    def _send_update(self, watchers: Sequence[Watcher], stored: Sequence[StoredEvent], from_version: int) -> None:
        """Equal viewers get the same bytes, made once."""
        frames, made = self._frames(), dict[Viewer, bytes]()
        update = frames.update(stored, from_version)
        for watcher in watchers:
            viewer = watcher.viewer(self.match)
            if viewer not in made:
                made[viewer] = wire.write_frame(frames.for_viewer(viewer, update))
            watcher.send(made[viewer], self.match.version)

    def _refresh_claim(self) -> None:
        """Sends the state again when a claim becomes possible or impossible, since no event says so."""
        if self._claim_timer is not None:
            self._claim_timer.cancel()
            self._claim_timer = None
        due, now = claim_due(self._services, self.match), self._services.clock.now()
        if due is not None and due > now:
            self._claim_timer = asyncio.get_running_loop().call_later((due - now) / 1000, self._refresh_claim)
        can_claim = due is not None and due <= now
        if can_claim != self._can_claim:
            self._can_claim = can_claim
            self._send_update(tuple(self.watchers), (), self.match.version)

    def _send_presence_soon(self) -> None:
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_timer = None
        frame = wire.write_frame(self._frames().presence())
        for watcher in tuple(self.watchers):
            watcher.connection.send(frame)
        self._refresh_claim()


class Rooms:
    """The rooms of all matches that somebody watches."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}

    async def enter(self, match_id: str, watcher: Watcher, known: int | None) -> Room:
        """Lets a connection watch a match from now on, or sends it what it missed."""
        live = await self._services.live_match(match_id)
        room = self._rooms.get(match_id)
        if room is None:
            room = self._rooms[match_id] = Room(self._services, live.match)
        room.match = live.match
        room.watchers.add(watcher)
        await room.seat(watcher)
        room.send_current(watcher, live.log, known)
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
