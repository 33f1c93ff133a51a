"""What an engine finds out about a position or about a whole game, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from damero.domain.game import Seat


@dataclass(frozen=True, slots=True)
class KnownResult:
    """The result with perfect play; without a winner it is a draw."""

    winner: Seat | None
    plies: int = 0
    """Plies to the next conversion: a capture or another irreversible step towards the win."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move and how the game is expected to go on."""

    moves: tuple[str, ...]
    """Beginning with the move itself."""
    score: int
    """For the side to move, in hundredths of a man (or of the game's own unit)."""
    known: KnownResult | None = None
    """The result of the move with perfect play, where endgame tables know it."""

    @property
    def move(self) -> str:
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class Odds:
    """What the hidden pieces on these squares may be, as far as the side to move can know."""

    squares: tuple[str, ...]
    kinds: tuple[tuple[str, float], ...]
    """Kinds of pieces with their probabilities, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position so far: the best moves, best first."""

    depth: int
    nodes: int
    lines: tuple[Line, ...]
    odds: tuple[Odds, ...] = ()
    is_final: bool = False
    """Whether more thought could not change it."""


class Mark(StrEnum):
    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


MARKS = ((300, Mark.BLUNDER), (120, Mark.MISTAKE), (50, Mark.DUBIOUS))
"""The marks, by the hundredths of a man that a move loses."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move of a game. Scores are in hundredths of a man, for the mover unless stated otherwise."""

    ply: int
    seat: Seat
    move: str
    best: str
    line: tuple[str, ...]
    score: int
    """Of the position before the move, with best play."""
    cost: int
    """How much worse the played move was than the best."""
    luck: int
    """How much better the result of a chance event was than expected."""
    for_first: int
    """The score after the move, for the first seat."""
    known_before: KnownResult | None = None
    known: KnownResult | None = None
    """The result with perfect play before and after the move, where endgame tables know it."""
    thought: str = ""
    """What the mover could believe about a hidden piece, and what it was."""

    @property
    def gives_away(self) -> bool:
        """Whether the move gave away a result that was certain."""
        if self.known_before is None or self.known is None:
            return False
        return _worth(self.known, self.seat) < _worth(self.known_before, self.seat)

    @property
    def mark(self) -> Mark:
        if self.gives_away:
            return Mark.BLUNDER
        return next((mark for least, mark in MARKS if self.cost >= least), Mark.NONE)


def _worth(known: KnownResult, seat: Seat) -> int:
    return 0 if known.winner is None else 1 if known.winner == seat else -1
