"""One change of a match on its way to all who watch it."""

from __future__ import annotations

from damero.application.viewer import Viewer, seats_held, viewer_of
from damero.domain.events import SeatTaken
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.web import wire
from damero.web.live.changes import PiecesChanges, Sent, change
from damero.web.live.connection import Connection
from damero.web.live.viewer_frames import MatchFrames


class Watcher:
    """A connection that has said hello: its player, and the seat it looks from."""

    __slots__ = ("_cached", "connection", "player_id", "plies", "seats", "sent", "takes_changes", "wanted")

    def __init__(self, connection: Connection, player_id: str | None) -> None:
        self.connection = connection
        self.player_id = player_id
        self.wanted: Seat | None = None
        self.takes_changes = False
        self.plies: int | None = None
        """How many of the newest plies a snapshot contains; None for all."""
        self.seats: tuple[Seat, ...] = ()
        self.sent: Sent | None = None
        self._cached: tuple[tuple[SeatTaken, ...], Viewer] | None = None

    @property
    def version(self) -> int:
        """The newest version of the match that was sent."""
        return self.sent.version if self.sent else 0

    def viewer(self, match: Match) -> Viewer:
        """A viewer with one seat or none stays the same until a seat is taken."""
        if self._cached is not None and self._cached[0] is match.taken and len(self._cached[1].seats) < 2:
            return self._cached[1]
        held = seats_held(match, self.player_id)
        viewer = viewer_of(match, self.player_id, self.wanted if self.wanted in held else None)
        self._cached = match.taken, viewer
        return viewer

    def send(self, frame: bytes, sent: Sent) -> None:
        self.sent = sent
        self.connection.send(frame)


class Broadcast:
    """Watchers who see the same and were sent the same before get the same bytes, made once."""

    def __init__(self, frames: MatchFrames, update: wire.Update) -> None:
        self._frames = frames
        self._update = update
        self._updates: dict[Viewer, tuple[wire.Update, Sent]] = {}
        self._made: dict[tuple[Viewer, int], tuple[Sent | None, bytes]] = {}
        """By viewer and the identity of what it was sent before, which is kept here so that it stays unique."""
        self._pieces: PiecesChanges = {}

    def send(self, watcher: Watcher) -> None:
        """Skips whoever was sent this or something newer."""
        newest = watcher.version
        if newest > self._update.version or (newest == self._update.version and self._update.events):
            return
        viewer = watcher.viewer(self._frames.match)
        update, sent = self._updates.get(viewer) or self._seen_by(viewer)
        watcher.send(self._frame(viewer, self._base(watcher), update), sent)

    def _seen_by(self, viewer: Viewer) -> tuple[wire.Update, Sent]:
        update = self._frames.for_viewer(viewer, self._update)
        self._updates[viewer] = update, Sent.by(update)
        return self._updates[viewer]

    def _base(self, watcher: Watcher) -> Sent | None:
        """What a change can start from; None if the watcher needs the whole state."""
        fits = watcher.takes_changes and watcher.version == self._update.from_version
        return watcher.sent if fits else None

    def _frame(self, viewer: Viewer, base: Sent | None, update: wire.Update) -> bytes:
        key = viewer, id(base)
        if key not in self._made:
            frame = wire.write_frame(update if base is None else change(base, update, self._pieces))
            self._made[key] = base, frame
        return self._made[key][1]
