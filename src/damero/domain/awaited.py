"""Whose turn it is, before the game begins as well as in it."""

from __future__ import annotations

from damero.domain.beginning import unopened
from damero.domain.game import Seat
from damero.domain.match import Match, Status


def awaited(match: Match) -> tuple[Seat, ...]:
    """The seats that must act before the match can go on; none while a seat is free."""
    if match.status is Status.ACTIVE:
        return (match.to_move,) if match.to_move else ()
    if match.is_over or match.free_seats:
        return ()
    without_nonce = {taken.seat for taken in unopened(match)}
    return tuple(seat for seat in match.seats if seat in without_nonce or match.awaits_army(seat))
