"""Show the clocks of a match to everybody, and who of its players is there."""

from __future__ import annotations

from typing import NamedTuple

from damero.application.claim_abandoned import claim_due
from damero.application.services import Services
from damero.domain.game import Seat
from damero.domain.match import Match


class ClockView(NamedTuple):
    at: int
    """The server time for which it is given."""
    running: Seat | None
    remaining: dict[Seat, int]
    """Milliseconds that each seat has left."""
    delay_left: int
    """Milliseconds of the move's delay that are left."""
    deadline: int | None
    """When (server time) the running flag falls."""
    lag_credits: dict[Seat, int]
    """Milliseconds that were given back to each seat for lag so far."""


class PresenceView(NamedTuple):
    seat: Seat
    is_here: bool
    """Connected, or an engine."""
    claim_in: int | None
    """Milliseconds until the other seat may claim the game, because this one has left."""


def show_clock(match: Match, now: int) -> ClockView | None:
    """None if the time is unlimited."""
    if not match.clock.accounts:
        return None
    remaining = match.clock.shown(now)
    return ClockView(
        at=now,
        running=match.to_move,
        remaining=remaining,
        delay_left=_delay_left(match, remaining, now),
        deadline=match.deadline,
        lag_credits={seat: account.lag_credits for seat, account in match.clock.accounts},
    )


def show_presence(services: Services, match: Match) -> tuple[PresenceView, ...]:
    now = services.clock.now()
    return tuple([_presence(services, match, seat, now) for seat in match.seats])


def _delay_left(match: Match, remaining: dict[Seat, int], now: int) -> int:
    if match.to_move is None or match.deadline is None or match.created.control.cap is not None:
        return 0
    return max(0, match.deadline - now - remaining[match.to_move])


def _presence(services: Services, match: Match, seat: Seat, now: int) -> PresenceView:
    if services.presence.is_present(match.id, seat, now):
        return PresenceView(seat, is_here=True, claim_in=None)
    due = claim_due(services, match) if seat == match.to_move else None
    return PresenceView(seat, seat in match.engine_seats, None if due is None else max(0, due - now))
