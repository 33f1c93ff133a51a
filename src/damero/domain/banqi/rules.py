"""What can differ between Banqi variants. Each variant is one frozen record."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.game import Seat

FIRST: Seat = "first"
SECOND: Seat = "second"


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant. No code compares its id: a difference in play is a difference in these fields."""

    id: str
    flipper_acts_again: bool
    """After the first flip of a game, the flipper acts once more."""
    no_progress: int = 100
    """The game is drawn after this many plies in a row without a flip or a capture."""
    repetition: int | None = None
    """The game is drawn when the same board with the same side to move occurs this often; None for never."""
    version: int = 1
