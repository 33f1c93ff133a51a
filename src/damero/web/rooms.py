"""Who watches which match. A room tells each of its connections what its viewer may know of every change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from damero.application.hall import Hall, Hops
from damero.application.ports import Announcement, MatchChanged, PresenceChanged, Recorded
from damero.application.watch_match import arrive, depart
from damero.domain.events import SeatTaken
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.web import wire
from damero.web.line import Line
from damero.web.look import Eyes, Scene, eyes, seats_held

PRESENCE_DELAY = 0.2
"""Who comes and goes is told at most so often, in seconds."""


class Watcher:
    """A connection that has said hello: who it is, from where it looks, and its line."""

    def __init__(self, line: Line, player_id: str | None) -> None:
        self.line = line
        self.player_id = player_id
        self.wanted: Seat | None = None
        self.seats: tuple[Seat, ...] = ()
        self._seen: tuple[tuple[SeatTaken, ...], Eyes] | None = None

    def eyes(self, match: Match) -> Eyes:
        """Who holds one seat or none looks from there as long as nobody sits down or gets up."""
        if self._seen is not None and self._seen[0] is match.taken and len(self._seen[1].seats) < 2:
            return self._seen[1]
        held = seats_held(match, self.player_id)
        self._seen = match.taken, eyes(match, self.player_id, self.wanted if self.wanted in held else None)
        return self._seen[1]


class Room:
    """All connections to one match in this process."""

    def __init__(self, hall: Hall, match: Match) -> None:
        self.watchers: set[Watcher] = set()
        self.match = match
        self._hall = hall
        self._leave_bus = hall.bus.subscribe(match.id, self._heed)
        self._presence_due: asyncio.TimerHandle | None = None

    @property
    def spectators(self) -> int:
        return sum(not watcher.seats for watcher in self.watchers)

    def greet(self, watcher: Watcher, log: Sequence[Recorded], known: int | None) -> None:
        """Tells a connection what it does not know yet."""
        if known is not None and 1 <= known <= len(log):
            scene = self._scene()
            update = scene.update(log[known:], from_version=known)
            watcher.line.send(wire.write_frame(scene.through(watcher.eyes(self.match), update)))
        else:
            watcher.line.send(self._newest(watcher))

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        for seat in watcher.seats:
            await depart(self._hall, self.match.id, seat)
        watcher.seats = ()
        self._tell_presence_soon()

    def close(self) -> None:
        self._leave_bus()
        if self._presence_due is not None:
            self._presence_due.cancel()

    def _scene(self) -> Scene:
        return Scene(self._hall, self.match, self._hops(), self.spectators)

    def _hops(self) -> Hops | None:
        table = self._hall.tables.get(self.match.id)
        return table.hops if table else None

    def _heed(self, announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            self._tell_change(announcement)
        elif isinstance(announcement, PresenceChanged):
            self._tell_presence_soon()

    def _tell_change(self, changed: MatchChanged) -> None:
        """Equal eyes get the same bytes, made once."""
        self.match = changed.match
        scene, made = self._scene(), dict[Eyes, bytes]()
        update = scene.update(changed.recorded, changed.recorded[0].seq - 1)
        for watcher in tuple(self.watchers):
            seen_by = watcher.eyes(changed.match)
            if seen_by not in made:
                made[seen_by] = wire.write_frame(scene.through(seen_by, update))
            watcher.line.send(made[seen_by])
            if seen_by.seats != watcher.seats:
                self._hall.send(self.seat(watcher))

    async def seat(self, watcher: Watcher) -> None:
        """Notes that a player is present. A spectator who is too slow will be shown the newest state instead."""
        held = seats_held(self.match, watcher.player_id)
        new = [seat for seat in held if seat not in watcher.seats]
        watcher.seats = held
        watcher.line.catch_up = None if held else lambda: self._newest(watcher)
        for seat in new:
            await arrive(self._hall, self.match.id, seat)
        self._tell_presence_soon()

    def _newest(self, watcher: Watcher) -> bytes:
        scene = self._scene()
        return wire.write_frame(scene.through(watcher.eyes(self.match), scene.snapshot()))

    def _tell_presence_soon(self) -> None:
        if self._presence_due is None:
            self._presence_due = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = None
        frame = wire.write_frame(self._scene().presence())
        for watcher in tuple(self.watchers):
            watcher.line.send(frame)


class Rooms:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._rooms: dict[str, Room] = {}

    async def enter(self, match_id: str, watcher: Watcher, known: int | None) -> Room:
        """Lets a connection watch a match from now on, or greets it again."""
        table = await self._hall.table(match_id)
        room = self._rooms.get(match_id)
        if room is None:
            room = self._rooms[match_id] = Room(self._hall, table.match)
        room.match = table.match
        room.watchers.add(watcher)
        await room.seat(watcher)
        room.greet(watcher, table.log, known)
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
