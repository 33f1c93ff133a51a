"""What a Banqi variant may decide, as one frozen record; the rest is shared."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.game import Seat

FIRST: Seat = "first"
SECOND: Seat = "second"


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant. No code asks for its id: a difference in play is a difference in these fields."""

    id: str
    title: str
    summary: str
    flipper_acts_again: bool
    """After the first flip of a game the turn belongs to the flipped colour, which is the flipper's own."""
    no_progress: int = 100
    """Plies in a row without a flip or a capture that make a draw."""
    repetition: int | None = None
    """How often the same board with the same side to move makes a draw, if ever."""
    version: int = 1
