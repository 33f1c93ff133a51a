"""How one viewer sees a match: what `show` translates, with the viewer's own moves, army and possibilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.application.engine_turn import machine_to_act
from damero.application.hall import Hall, Hops
from damero.application.ports import Recorded
from damero.application.show_match import MatchView, show_match
from damero.application.tell import tell
from damero.application.watch_match import viewing_seat
from damero.domain import judge
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.errors import MatchRefusal
from damero.domain.events import MovePlayed, MovesTakenBack, OfferKind
from damero.domain.game import Seat, next_squares
from damero.domain.match import Match, Status
from damero.web import show, wire


@dataclass(frozen=True, slots=True)
class Eyes:
    """Whose eyes look at a match. Equal eyes see the same bytes."""

    seats: tuple[Seat, ...]
    seat: Seat | None
    creator: str | None = None
    """The viewer's id, if the viewer is the match's creator."""


def eyes(match: Match, player_id: str | None, wanted: Seat | None = None) -> Eyes:
    """Who holds both seats looks from the one to act, or the next to place its army, unless another is wanted."""
    seats = seats_held(match, player_id)
    if wanted is None and len(seats) > 1 and awaits_armies(match):
        wanted = next(seat for seat in seats if match.army(seat) is None)
    creator = player_id if player_id == match.created.creator.id else None
    return Eyes(seats, viewing_seat(match, player_id, wanted), creator)


def seats_held(match: Match, player_id: str | None) -> tuple[Seat, ...]:
    """In the order of play."""
    held = match.seats_of(player_id) if player_id else ()
    return tuple(seat for seat in match.seats if seat in held)


@dataclass(frozen=True, slots=True)
class Look:
    """A match at one moment through somebody's eyes."""

    hall: Hall
    match: Match
    eyes: Eyes
    hops: Hops | None
    spectators: int

    def snapshot(self) -> wire.Snapshot:
        seen = self._seen()
        return wire.Snapshot(
            version=seen.version,
            match=show.facts(seen, self.match.created.creator),
            viewer=self._viewer(),
            state=self._state(seen),
            record=show.plies(seen.moves),
            presence=self._presence(seen),
        )

    def update(self, recorded: Sequence[Recorded], from_version: int) -> wire.Update:
        """What these events, the newest of the match, changed."""
        kept = _unchanged_plies(len(self.match.moves), recorded)
        seen = self._seen(since=kept)
        return wire.Update(
            from_version=from_version,
            version=seen.version,
            events=tuple(show.event(tell(one)) for one in recorded),
            state=self._state(seen),
            record_from=kept,
            record=show.plies(seen.moves),
            viewer=self._viewer(),
            presence=self._presence(seen),
        )

    def presence(self) -> wire.PresenceFrame:
        shown = self._presence(self._seen(since=len(self.match.moves)))
        return wire.PresenceFrame(shown.seats, shown.spectators, shown.thinking)

    def moves(self) -> tuple[wire.Route, ...]:
        """The legal moves by every route, for the eyes of the seat to act alone."""
        if self.match.position is None or self.match.to_move is None or self.match.to_move != self.eyes.seat:
            return ()
        return show.routes(self.match.position.routes())

    def _seen(self, since: int = 0) -> MatchView:
        return show_match(self.hall, self.match, self.eyes.seat, self.eyes.creator, since=since)

    def _viewer(self) -> wire.Viewer:
        return wire.Viewer(self.eyes.seats, self.eyes.seat)

    def _presence(self, seen: MatchView) -> wire.Presence:
        return show.presence(seen, self.spectators, thinking=machine_to_act(self.match) is not None)

    def _state(self, seen: MatchView) -> wire.State:
        return show.state(seen, self._can(), self.moves(), self._pending(), self._army(seen))

    def _pending(self) -> wire.Pending | None:
        hops, position = self.hops, self.match.position
        if hops is None or position is None or hops.seat != self.eyes.seat:
            return None
        if hops.turn_version != self.match.turn_version:
            return None
        return wire.Pending(hops.squares, next_squares(position.routes(), hops.squares))

    def _army(self, seen: MatchView) -> tuple[wire.Placed, ...] | None:
        if seen.army is None or seen.viewer is None:
            return None
        return show.placed(placed_game(self.match.game).read_army(seen.viewer, seen.army))

    def _can(self) -> tuple[str, ...]:
        """What the viewer may try now."""
        match, seat = self.match, self.eyes.seat
        if seat is None:
            return self._can_without_seat()
        able = [f"offer_{kind}" for kind in OfferKind if _may_offer(match, seat, kind)]
        if match.status is Status.ACTIVE:
            able.append("resign")
        if not match.is_over and not match.both_moved:
            able.append("abort")
        if match.status is Status.WAITING and awaits_armies(match) and match.army(seat) is None:
            able.append("place")
        return tuple(able)

    def _can_without_seat(self) -> tuple[str, ...]:
        if self.match.status is not Status.WAITING or not self.match.free_seats:
            return ()
        return ("abort",) if self.eyes.creator else ("join",)


def _unchanged_plies(plies: int, recorded: Sequence[Recorded]) -> int:
    """How many plies stood through all these events, of which the last left so many."""
    length = fewest = plies
    for one in reversed(recorded):
        if isinstance(one.event, MovePlayed):
            length -= 1
        elif isinstance(one.event, MovesTakenBack):
            length += one.event.count
        fewest = min(fewest, length)
    return fewest


def _may_offer(match: Match, seat: Seat, kind: OfferKind) -> bool:
    try:
        judge.check_offer(match, seat, kind)
    except MatchRefusal:
        return False
    return True
