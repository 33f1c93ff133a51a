"""The connections to each match. A room sends each of them what its viewer may know of every change."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from damero.application.claim_abandoned import claim_due
from damero.application.newest_match import newest_match
from damero.application.ports import Announcement, ClockStoodStill, Hops, MatchChanged, PresenceChanged, StoredEvent
from damero.application.services import Services
from damero.application.viewer import Permissions, Viewer, seats_held
from damero.application.watch_match import arrive, depart
from damero.domain.events import SeatTaken
from damero.domain.match import Match
from damero.web import wire
from damero.web.live.broadcast import Broadcast, Watcher
from damero.web.live.changes import Sent
from damero.web.live.viewer_frames import MatchFrames

SHARED_FOR = 100
"""Milliseconds for which equal viewers are sent the same snapshot. The clocks in it are at most this old."""
BATCH = 50
"""Spectators who are told of a change at a time."""
PRESENCE_DELAY = 0.2
"""Seconds in which players who come and go are announced together."""


class SharedSnapshots:
    """The newest snapshot of a match for each kind of viewer, made once for all who ask at about the same time."""

    def __init__(self) -> None:
        self._of: tuple[int, Hops | None] | None = None
        self._made_at = 0
        self._made: dict[tuple[Viewer, int | None], tuple[bytes, Sent]] = {}

    def get(self, frames: MatchFrames, viewer: Viewer, plies: int | None, now: int) -> tuple[bytes, Sent]:
        present = frames.match.version, frames.hops
        if present != self._of or now - self._made_at > SHARED_FOR:
            self._of, self._made_at, self._made = present, now, {}
        key = viewer, plies
        if key not in self._made:
            snapshot = frames.for_viewer(viewer, frames.snapshot(plies))
            self._made[key] = wire.write_frame(snapshot), Sent.by(snapshot)
        return self._made[key]


class Room:
    """All connections to one match in this process."""

    def __init__(self, services: Services, match: Match) -> None:
        self.watchers: set[Watcher] = set()
        self._players: set[Watcher] = set()
        """Those of them who hold a seat."""
        self.match = match
        self._services = services
        self._snapshots = SharedSnapshots()
        self._permissions = Permissions()
        self._shown: tuple[Match, wire.State] | None = None
        """The last change that was sent: the match after it, and what everybody saw of its state."""
        self._unsubscribe = services.bus.subscribe(match.id, self._on_announcement)
        self._presence_timer: asyncio.TimerHandle | None = None
        self._claim_timer: asyncio.TimerHandle | None = None
        self._can_claim = False
        self._waiting: deque[tuple[Broadcast, Watcher]] = deque()
        """Spectators who are still to be told of a change."""
        self._batch: asyncio.Handle | None = None

    @property
    def spectators(self) -> int:
        return len(self.watchers) - len(self._players)

    def send_current(self, watcher: Watcher, log: Sequence[StoredEvent], known: int | None) -> None:
        """Sends what a connection that knows this version has missed, or else the whole match."""
        if known is not None and 1 <= known <= len(log):
            frames = self._frames()
            update = frames.for_viewer(watcher.viewer(self.match), frames.update(log[known:], from_version=known))
            watcher.send(wire.write_frame(update), Sent.by(update))
        else:
            watcher.connection.send(self._snapshot(watcher))

    async def seat(self, watcher: Watcher) -> None:
        """Marks a player as present. A spectator who is too slow is sent the newest state instead of every update."""
        if watcher not in self.watchers:
            return
        held = seats_held(self.match, watcher.player_id)
        new = [seat for seat in held if seat not in watcher.seats]
        watcher.seats = held
        (self._players.add if held else self._players.discard)(watcher)
        watcher.connection.catch_up = None if held else lambda: self._snapshot(watcher)
        for seat in new:
            await arrive(self._services, self.match.id, seat)
        self._send_presence_soon()

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._players.discard(watcher)
        for seat in watcher.seats:
            await depart(self._services, self.match.id, seat)
        watcher.seats = ()
        if self.match.is_over:
            self._services.presence.forget(self.match.id, self.match.seats)
        self._send_presence_soon()

    def close(self) -> None:
        self._unsubscribe()
        for timer in (self._presence_timer, self._claim_timer, self._batch):
            if timer is not None:
                timer.cancel()

    def _frames(self) -> MatchFrames:
        live = self._services.live_matches.get(self.match.id)
        hops = live.hops if live else None
        return MatchFrames(self._services, self.match, hops, self.spectators, self._permissions, self._shown)

    def _snapshot(self, watcher: Watcher) -> bytes:
        """A snapshot that is about to be sent."""
        frames, now = self._frames(), self._services.clock.now()
        frame, watcher.sent = self._snapshots.get(frames, watcher.viewer(self.match), watcher.plies, now)
        return frame

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self._send_change(announcement)
        elif isinstance(announcement, PresenceChanged):
            self._send_presence_soon()
        elif isinstance(announcement, ClockStoodStill):
            self._broadcast((), self.match.version)

    def _send_change(self, changed: MatchChanged) -> None:
        """A connection that was sent this version when it entered does not get it again."""
        self.match = changed.match
        self._broadcast(changed.events, changed.events[0].seq - 1)
        if any(isinstance(one.event, SeatTaken) for one in changed.events):
            self._seat_all()
        self._can_claim = False
        self._refresh_claim()

    def _seat_all(self) -> None:
        for watcher in self.watchers:
            if watcher.viewer(self.match).seats != watcher.seats:
                self._services.spawn(self.seat(watcher))

    def _broadcast(self, stored: Sequence[StoredEvent], from_version: int) -> None:
        """Whoever waits for an acknowledgement comes first, then the players, then the spectators in batches."""
        frames = self._frames()
        update = frames.update(stored, from_version)
        self._shown, broadcast = (self.match, update.state), Broadcast(frames, update)
        may_act = self._players if self.match.moves else self.watchers
        players = [watcher for watcher in may_act if watcher.seats or watcher.connection.is_holding]
        for watcher in sorted(players, key=lambda watcher: not watcher.connection.is_holding):
            broadcast.send(watcher)
        if len(players) < len(self.watchers):
            self._waiting.extend((broadcast, watcher) for watcher in self.watchers if not watcher.seats)
            if self._batch is None:
                self._send_waiting()

    def _send_waiting(self) -> None:
        """Spectators get one change after the other. Between two batches of them the event loop can do other work."""
        self._batch = None
        for _ in range(min(BATCH, len(self._waiting))):
            broadcast, watcher = self._waiting.popleft()
            if watcher in self.watchers:
                broadcast.send(watcher)
        if self._waiting:
            self._batch = asyncio.get_running_loop().call_soon(self._send_waiting)

    def _refresh_claim(self) -> None:
        """Sends the state again when a claim becomes possible or impossible, since no event says so."""
        if self._claim_timer is not None:
            self._claim_timer.cancel()
            self._claim_timer = None
        due = claim_due(self._services, self.match)
        left = None if due is None else due - self._services.clock.now()
        if left is not None and left > 0:
            self._claim_timer = asyncio.get_running_loop().call_later(left / 1000, self._refresh_claim)
        can_claim = left is not None and left <= 0
        if can_claim != self._can_claim:
            self._can_claim = can_claim
            self._broadcast((), self.match.version)

    def _send_presence_soon(self) -> None:
        if self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_timer = None
        presence, renewed = self._frames().presence(), dict[Sent | None, Sent]()
        frame = wire.write_frame(wire.PresenceFrame(*structs.astuple(presence)))
        for watcher in tuple(self.watchers):
            if watcher.sent is not None:
                watcher.sent = renewed.get(watcher.sent) or renewed.setdefault(
                    watcher.sent, replace(watcher.sent, presence=presence)
                )
            watcher.connection.send(frame)
        self._refresh_claim()


class Rooms:
    """The rooms of all matches that somebody watches."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, Room] = {}

    async def enter(self, match_id: str, watcher: Watcher, known: int | None) -> Room:
        """Lets a connection watch a match from now on, or sends it what it missed."""
        live = await newest_match(self._services, match_id)
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
