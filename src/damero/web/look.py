"""How one viewer sees a match: what `show` translates, with the viewer's own moves, army and possibilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from msgspec import structs

from damero.application.engine_turn import machine_to_act
from damero.application.hall import Hall, Hops
from damero.application.ports import Recorded
from damero.application.show_match import MatchView, show_match, shown_army, shown_code
from damero.application.tell import tell
from damero.application.watch_match import viewing_seat
from damero.domain import judge
from damero.domain.beginning import awaits_armies, placed_game
from damero.domain.events import MovePlayed, MovesTakenBack, OfferKind
from damero.domain.game import Seat, next_squares
from damero.domain.match import Match, Status
from damero.web import show, wire

NOBODY = wire.Viewer((), None)
Frame = TypeVar("Frame", wire.Snapshot, wire.Update)


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
class Scene:
    """A match at one moment. What everybody may see is made once; `through` adds what some eyes may see besides."""

    hall: Hall
    match: Match
    hops: Hops | None
    spectators: int

    def snapshot(self) -> wire.Snapshot:
        """As spectators see it."""
        seen = self._seen()
        return wire.Snapshot(
            version=seen.version,
            match=show.facts(seen, self.match.created.creator),
            viewer=NOBODY,
            state=show.state(seen),
            record=show.plies(seen.moves),
            presence=self._presence(seen),
        )

    def update(self, recorded: Sequence[Recorded], from_version: int) -> wire.Update:
        """What these events, the newest of the match, changed, as spectators see it."""
        kept = _unchanged_plies(len(self.match.moves), recorded)
        seen = self._seen(since=kept)
        return wire.Update(
            from_version=from_version,
            version=seen.version,
            events=tuple(show.event(tell(one)) for one in recorded),
            state=show.state(seen),
            record_from=kept,
            record=show.plies(seen.moves),
            viewer=NOBODY,
            presence=self._presence(seen),
        )

    def presence(self) -> wire.PresenceFrame:
        shown = self._presence(self._seen(since=len(self.match.moves)))
        return wire.PresenceFrame(shown.seats, shown.spectators, shown.thinking)

    def through(self, eyes: Eyes, frame: Frame) -> Frame:
        """What spectators see, with what these eyes may see besides."""
        state = structs.replace(
            frame.state,
            view=self._view(eyes, frame.state.view),
            moves=self.moves(eyes),
            pending=self._pending(eyes),
            army=self._army(eyes),
            can=self._can(eyes),
        )
        seen = structs.replace(frame, viewer=wire.Viewer(eyes.seats, eyes.seat), state=state)
        if isinstance(seen, wire.Snapshot):
            seen.match = structs.replace(seen.match, code=shown_code(self.match, eyes.creator))
        return seen

    def moves(self, eyes: Eyes) -> tuple[wire.Route, ...]:
        """The legal moves by every route, for the eyes of the seat to act alone."""
        if eyes.seat is None or self.match.position is None or self.match.to_move != eyes.seat:
            return ()
        return show.routes(self.match.position.routes())

    def _seen(self, since: int = 0) -> MatchView:
        return show_match(self.hall, self.match, None, since=since)

    def _presence(self, seen: MatchView) -> wire.Presence:
        return show.presence(seen, self.spectators, thinking=machine_to_act(self.match) is not None)

    def _view(self, eyes: Eyes, public: wire.View | None) -> wire.View | None:
        """Where nothing is hidden everybody sees the same, each from the own seat."""
        if public is None or eyes.seat is None:
            return public
        if not self.match.info.hidden:
            return structs.replace(public, seat=eyes.seat)
        own = self.match.view(eyes.seat)
        return None if own is None else show.view(own)

    def _pending(self, eyes: Eyes) -> wire.Pending | None:
        hops, position = self.hops, self.match.position
        if hops is None or position is None or hops.seat != eyes.seat:
            return None
        if hops.turn_version != self.match.turn_version:
            return None
        return wire.Pending(hops.squares, next_squares(position.routes(), hops.squares))

    def _army(self, eyes: Eyes) -> tuple[wire.Placed, ...] | None:
        army = shown_army(self.match, eyes.seat)
        if army is None or eyes.seat is None:
            return None
        return show.placed(placed_game(self.match.game).read_army(eyes.seat, army))

    def _can(self, eyes: Eyes) -> tuple[str, ...]:
        """What the viewer may try now."""
        match, seat = self.match, eyes.seat
        if seat is None:
            return self._can_without_seat(eyes)
        able = [f"offer_{kind}" for kind in OfferKind if judge.why_no_offer(match, seat, kind) is None]
        if match.status is Status.ACTIVE:
            able.append("resign")
        if not match.is_over and not match.both_moved:
            able.append("abort")
        if match.status is Status.WAITING and awaits_armies(match) and match.army(seat) is None:
            able.append("place")
        return tuple(able)

    def _can_without_seat(self, eyes: Eyes) -> tuple[str, ...]:
        if self.match.status is not Status.WAITING or not self.match.free_seats:
            return ()
        return ("abort",) if eyes.creator else ("join",)


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
