"""The frames of a match for each viewer: what everybody sees is made once, what one viewer sees besides is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec import structs

from damero.application.engine_turn import engine_to_act
from damero.application.ports import Hops, StoredEvent
from damero.application.public_events import public_event
from damero.application.services import Services
from damero.application.show_clock import show_presence
from damero.application.show_match import moves_since, show_match
from damero.application.viewer import Permissions, Viewer, own_view
from damero.domain.beginning import shown_start
from damero.domain.events import MovePlayed, MovesTakenBack
from damero.domain.game import Seat
from damero.domain.match import Match
from damero.web import serialize, wire
from damero.web.live.state_after_moves import state_after_moves

NOBODY = wire.Viewer((), None)
Frame = TypeVar("Frame", wire.Snapshot, wire.Update)


@dataclass(slots=True)
class MatchFrames:
    """The frames of a match at one moment."""

    services: Services
    match: Match
    hops: Hops | None
    spectators: int
    permissions: Permissions = field(default_factory=Permissions)
    before: tuple[Match, wire.State] | None = None
    """An earlier moment of the match, and its shared state."""
    _views: dict[Seat | None, wire.View | None] = field(default_factory=dict)
    """The views that were asked for."""

    def snapshot(self, plies: int | None = None) -> wire.Snapshot:
        """The match with its newest plies, or all; `for_viewer` adds what its viewer sees of the board."""
        since = 0 if plies is None else max(0, len(self.match.moves) - plies)
        seen = show_match(self.services, self.match, since=since, with_position=False)
        return wire.Snapshot(
            version=seen.version,
            match=serialize.facts(seen, self.match.created, shown_start(self.match)),
            viewer=NOBODY,
            state=serialize.state(seen),
            record=serialize.plies(seen.moves),
            presence=self.presence(),
            head=seen.head,
            record_from=since,
        )

    def update(self, stored: Sequence[StoredEvent], from_version: int) -> wire.Update:
        """What these events, the newest of the match, changed; `for_viewer` adds what its viewer sees of the board."""
        kept = _unchanged_plies(len(self.match.moves), stored)
        return wire.Update(
            from_version=from_version,
            version=self.match.version,
            events=tuple([serialize.event(public_event(one)) for one in stored]),
            state=self._state(),
            record_from=kept,
            record=serialize.plies(moves_since(self.match, kept)),
            viewer=NOBODY,
            presence=self.presence(),
            head=self.match.head.hex(),
        )

    def presence(self) -> wire.Presence:
        seats, thinking = show_presence(self.services, self.match), engine_to_act(self.match) is not None
        return serialize.presence(seats, self.spectators, thinking=thinking)

    def for_viewer(self, viewer: Viewer, frame: Frame) -> Frame:
        """The frame with what this viewer may see."""
        own = own_view(self.services, self.match, viewer, self.hops, self.permissions)
        state = structs.replace(
            frame.state,
            view=self._view(viewer.seat),
            moves=serialize.routes(own.routes),
            pending=serialize.pending(own.pending),
            army=None if own.army is None else serialize.placed(own.army),
            can=own.can,
        )
        seen = structs.replace(frame, viewer=wire.Viewer(viewer.seats, viewer.seat), state=state)
        if isinstance(seen, wire.Snapshot):
            seen.match = structs.replace(seen.match, code=own.code)
        return seen

    def _state(self) -> wire.State:
        """What everybody sees; after moves only the clocks are made anew."""
        if self.before is not None:
            state = state_after_moves(*self.before, self.match, self.services.clock.now())
            if state is not None:
                return state
        since = len(self.match.moves)
        return serialize.state(show_match(self.services, self.match, since=since, with_position=False))

    def _view(self, seat: Seat | None) -> wire.View | None:
        """Made once for each seat. Where nothing is hidden, all viewers share one view and only the seat differs."""
        if seat not in self._views:
            self._views[seat] = self._new_view(seat)
        return self._views[seat]

    def _new_view(self, seat: Seat | None) -> wire.View | None:
        if seat is not None and not self.match.info.hidden:
            shared = self._view(None)
            return None if shared is None else structs.replace(shared, seat=seat)
        own = self.match.view(seat)
        return None if own is None else serialize.view(own)


def _unchanged_plies(plies: int, stored: Sequence[StoredEvent]) -> int:
    """The number of plies, counted from the first, that these events left unchanged; there are `plies` after them."""
    length = fewest = plies
    for one in reversed(stored):
        if isinstance(one.event, MovePlayed):
            length -= 1
        elif isinstance(one.event, MovesTakenBack):
            length += one.event.count
        fewest = min(fewest, length)
    return fewest
