"""How one viewer sees a match: what `serialize` translates, with the viewer's own moves, army and possibilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec import structs

from damero.application.engine_turn import engine_to_act
from damero.application.live_match import Hops
from damero.application.ports import StoredEvent
from damero.application.public_events import public_event
from damero.application.services import Services
from damero.application.show_match import MatchView, show_match, shown_army, shown_code
from damero.application.watch_match import viewing_seat
from damero.domain import judge
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.events import MovePlayed, MovesTakenBack, OfferKind
from damero.domain.game import Seat, next_squares
from damero.domain.match import Match, Status
from damero.web import serialize, wire

NOBODY = wire.Viewer((), None)
Frame = TypeVar("Frame", wire.Snapshot, wire.Update)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a match, and from which seats. Equal viewers see the same bytes."""

    seats: tuple[Seat, ...]
    seat: Seat | None
    creator: str | None = None
    """The viewer's id, if the viewer is the match's creator."""


def viewer_of(match: Match, player_id: str | None, wanted: Seat | None = None) -> Viewer:
    """Who holds both seats looks from the one to act, or the next to place its army, unless another is wanted."""
    seats = seats_held(match, player_id)
    if wanted is None and len(seats) > 1 and awaits_armies(match):
        wanted = next(seat for seat in seats if match.army(seat) is None)
    creator = player_id if player_id == match.created.creator.id else None
    return Viewer(seats, viewing_seat(match, player_id, wanted), creator)


def seats_held(match: Match, player_id: str | None) -> tuple[Seat, ...]:
    """In the order of play."""
    held = match.seats_of(player_id) if player_id else ()
    return tuple(seat for seat in match.seats if seat in held)


@dataclass(frozen=True, slots=True)
class MatchFrames:
    """A match at one moment. What everybody may see is made once; `for_viewer` adds what one viewer may see besides."""

    services: Services
    match: Match
    hops: Hops | None
    spectators: int

    def snapshot(self) -> wire.Snapshot:
        """As spectators see it."""
        seen = self._seen()
        return wire.Snapshot(
            version=seen.version,
            match=serialize.facts(seen, self.match.created.creator),
            viewer=NOBODY,
            state=serialize.state(seen),
            record=serialize.plies(seen.moves),
            presence=self._presence(seen),
        )

    def update(self, stored: Sequence[StoredEvent], from_version: int) -> wire.Update:
        """What these events, the newest of the match, changed, as spectators see it."""
        kept = _unchanged_plies(len(self.match.moves), stored)
        seen = self._seen(since=kept)
        return wire.Update(
            from_version=from_version,
            version=seen.version,
            events=tuple(serialize.event(public_event(one)) for one in stored),
            state=serialize.state(seen),
            record_from=kept,
            record=serialize.plies(seen.moves),
            viewer=NOBODY,
            presence=self._presence(seen),
        )

    def presence(self) -> wire.PresenceFrame:
        shown = self._presence(self._seen(since=len(self.match.moves)))
        return wire.PresenceFrame(shown.seats, shown.spectators, shown.thinking)

    def for_viewer(self, viewer: Viewer, frame: Frame) -> Frame:
        """What spectators see, with what this viewer may see besides."""
        state = structs.replace(
            frame.state,
            view=self._view(viewer, frame.state.view),
            moves=self.moves(viewer),
            pending=self._pending(viewer),
            army=self._army(viewer),
            can=self._can(viewer),
        )
        seen = structs.replace(frame, viewer=wire.Viewer(viewer.seats, viewer.seat), state=state)
        if isinstance(seen, wire.Snapshot):
            seen.match = structs.replace(seen.match, code=shown_code(self.match, viewer.creator))
        return seen

    def moves(self, viewer: Viewer) -> tuple[wire.Route, ...]:
        """The legal moves by every route, for the seat to move alone."""
        if viewer.seat is None or self.match.position is None or self.match.to_move != viewer.seat:
            return ()
        return serialize.routes(self.match.position.routes())

    def _seen(self, since: int = 0) -> MatchView:
        return show_match(self.services, self.match, None, since=since)

    def _presence(self, seen: MatchView) -> wire.Presence:
        return serialize.presence(seen, self.spectators, thinking=engine_to_act(self.match) is not None)

    def _view(self, viewer: Viewer, public: wire.View | None) -> wire.View | None:
        """Where nothing is hidden everybody sees the same, each from the own seat."""
        if public is None or viewer.seat is None:
            return public
        if not self.match.info.hidden:
            return structs.replace(public, seat=viewer.seat)
        own = self.match.view(viewer.seat)
        return None if own is None else serialize.view(own)

    def _pending(self, viewer: Viewer) -> wire.Pending | None:
        hops, position = self.hops, self.match.position
        if hops is None or position is None or hops.seat != viewer.seat:
            return None
        if hops.turn_version != self.match.turn_version:
            return None
        return wire.Pending(hops.squares, next_squares(position.routes(), hops.squares))

    def _army(self, viewer: Viewer) -> tuple[wire.Placed, ...] | None:
        army = shown_army(self.match, viewer.seat)
        if army is None or viewer.seat is None:
            return None
        return serialize.placed(placed_game(self.match.game).read_army(viewer.seat, army))

    def _can(self, viewer: Viewer) -> tuple[str, ...]:
        """What the viewer may try now."""
        match, seat = self.match, viewer.seat
        if seat is None:
            return self._can_without_seat(viewer)
        able = [f"offer_{kind}" for kind in OfferKind if judge.why_no_offer(match, seat, kind) is None]
        if match.status is Status.ACTIVE:
            able.append("resign")
        if not match.is_over and not match.both_moved:
            able.append("abort")
        if match.status is Status.WAITING and awaits_armies(match) and match.army(seat) is None:
            able.append("place")
        return tuple(able)

    def _can_without_seat(self, viewer: Viewer) -> tuple[str, ...]:
        if self.match.status is not Status.WAITING or not self.match.free_seats:
            return ()
        return ("abort",) if viewer.creator else ("join",)


def _unchanged_plies(plies: int, stored: Sequence[StoredEvent]) -> int:
    """How many plies stood through all these events, of which the last left so many."""
    length = fewest = plies
    for one in reversed(stored):
        if isinstance(one.event, MovePlayed):
            length -= 1
        elif isinstance(one.event, MovesTakenBack):
            length += one.event.count
        fewest = min(fewest, length)
    return fewest
