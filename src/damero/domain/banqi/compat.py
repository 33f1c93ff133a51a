"""The names of the document that Banqi was first specified in; `damero.domain.banqi` exports them.

The document speaks of colours where a position speaks of seats.
"""

from __future__ import annotations

from enum import StrEnum

from damero.domain.banqi.board import Colour, Piece
from damero.domain.banqi.position import Position


class Status(StrEnum):
    WAITING_FIRST_FLIP = "waiting-first-flip"
    IN_PROGRESS = "in-progress"
    ENDED = "ended"


def status_of(position: Position) -> Status:
    if position.outcome:
        return Status.ENDED
    return Status.WAITING_FIRST_FLIP if position.current_turn is None else Status.IN_PROGRESS


def winner_of(position: Position) -> Colour | None:
    """The winning colour; None while the game goes on and after a draw."""
    if position.outcome is None or position.outcome.winner is None:
        return None
    return position.colour_of(position.outcome.winner)


def captured_by(position: Position, colour: Colour) -> tuple[Piece, ...]:
    """The enemy pieces that a colour has captured."""
    return tuple(piece for piece in position.captured if piece.colour is colour.opponent)
