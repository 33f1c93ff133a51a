"""The shared state of a match after moves: the last one with new clocks. Tests hold it equal to what is made anew."""

from __future__ import annotations

from operator import attrgetter

from msgspec import structs

from damero.application.show_clock import show_clock
from damero.domain.match import Match, Status
from damero.web import serialize, wire

shown_besides_moves = attrgetter(
    "created", "status", "taken", "opened", "missed", "armies", "began", "offer", "hints", "outcome", "rematch"
)
"""All of a match that its state shows, apart from the board and the clocks."""


def state_after_moves(before: Match, state: wire.State, after: Match, now: int) -> wire.State | None:
    """The state of `after`, given that of `before`; None if they differ by more than moves."""
    if after.status is not Status.ACTIVE or shown_besides_moves(before) != shown_besides_moves(after):
        return None
    view = after.view(after.seats[0])
    if view is None or any(seat.colour != view.colour_of(seat.seat) for seat in state.seats):
        return None
    return structs.replace(state, clock=serialize.clock(show_clock(after, now))) if after.clock.accounts else state
