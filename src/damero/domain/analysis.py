"""What an engine finds out about a position or about a whole game, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp

from damero.domain.game import Seat


@dataclass(frozen=True, slots=True)
class KnownResult:
    """The result with perfect play; without a winner it is a draw.

    >>> import damero
    >>> damero.probe(damero.game("english").read_position("W:WK15,K10:BK1"))
    KnownResult(winner='white', plies=19)
    """

    winner: Seat | None
    plies: int = 0
    """Plies to the next conversion: a capture or another irreversible step towards the win."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move and how the game is expected to go on.

    >>> from damero.domain.analysis import Line
    >>> Line(("21-17", "9-14"), score=12).move
    '21-17'
    """

    moves: tuple[str, ...]
    """Beginning with the move itself."""
    score: int
    """For the side to move, in hundredths of a man (or of the game's own unit)."""
    known: KnownResult | None = None
    """The result of the move with perfect play, where endgame tables know it."""

    @property
    def move(self) -> str:
        """The first of them."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class Odds:
    """What the hidden pieces on these squares may be, as far as the side to move can know."""

    squares: tuple[str, ...]
    kinds: tuple[tuple[str, float], ...]
    """Kinds of pieces with their probabilities, the likeliest first."""


@dataclass(frozen=True, slots=True)
class FightOdds:
    """How an attack on a piece that is not known may end."""

    move: str
    wins: float
    draws: float
    """How likely both pieces fall."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position so far: the best moves, best first.

    >>> import damero
    >>> view = damero.game("drafti").initial().view("white")
    >>> analysis = next(damero.engine("drafti").analyse(view, lines=2))
    >>> [line.move for line in analysis.lines if line.score >= analysis.lines[-1].score] != []
    True
    """

    depth: int
    nodes: int
    lines: tuple[Line, ...]
    odds: tuple[Odds, ...] = ()
    is_final: bool = False
    """Whether more thought could not change it."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What the mover could believe about a hidden piece that it attacked, and what it was."""

    kinds: tuple[tuple[str, float], ...]
    """Kinds of pieces with their probabilities, the likeliest first."""
    actual: str
    wins: float
    """The probability that the attack wins …"""
    draws: float
    """… and that both pieces fall."""


class Mark(StrEnum):
    NONE = ""
    DUBIOUS = "?!"
    MISTAKE = "?"
    BLUNDER = "??"


MARKS = ((0.3, Mark.BLUNDER), (0.18, Mark.MISTAKE), (0.1, Mark.DUBIOUS))
"""The marks, by the winning chances that a move gives away."""
CERTAIN = 10_000
"""A score beyond this is a win that the search or an endgame table has proved."""
CEILING = 1_000
"""Scores are capped here when they are compared: beyond it the game is decided anyway."""
SCALE = 100
"""A score of this much, a man in draughts, means winning chances of 73 %."""


def capped(score: int) -> int:
    return max(-CEILING, min(CEILING, score))


def chance(score: int) -> float:
    """The chance to win with this score, from 0 to 1; a draw counts half."""
    return 1 / (1 + exp(-capped(score) / SCALE))


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
    expected: int | None = None
    """The score that the move could expect before chance decided, where chance did."""
    reply: tuple[str, ...] = ()
    """How the game is expected to go on after the move."""
    guess: Guess | None = None
    target_odds: float | None = None
    """How likely the mover could think it that the piece which decides the game stands where it does."""

    @property
    def gives_away(self) -> bool:
        """Whether the move gave away a result that was certain."""
        if self.known_before is None or self.known is None:
            return False
        return worth(self.known, self.seat) < worth(self.known_before, self.seat)

    @property
    def swing(self) -> float:
        """The winning chances that the move gave away by choice; luck is left out."""
        best = capped(self.score)
        return chance(best) - chance(best - self.cost)

    @property
    def mark(self) -> Mark:
        if self.gives_away:
            return Mark.BLUNDER
        return next((mark for least, mark in MARKS if self.swing >= least), Mark.NONE)


def worth(known: KnownResult, seat: Seat) -> int:
    """1 for a win of this seat, 0 for a draw, -1 for a loss."""
    return 0 if known.winner is None else 1 if known.winner == seat else -1
