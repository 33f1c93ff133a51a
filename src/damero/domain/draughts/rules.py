"""What a draughts variant may decide. One frozen record each; the rest is shared by the whole family."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Player(StrEnum):
    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Player:
        return Player.BLACK if self is Player.WHITE else Player.WHITE


class Promotion(StrEnum):
    """What happens when a man reaches the crown row in the middle of a capture."""

    AT_END = "at_end"
    """It goes on as a man and is crowned only if it ends there."""
    ENDS_TURN = "ends_turn"
    """It is crowned and its turn is over."""
    CONTINUES_AS_KING = "continues_as_king"
    """It is crowned at once and goes on as a king."""


class Duty(StrEnum):
    """Whom a possible capture obliges."""

    SIDE = "side"
    """The side: while any capture exists, only captures are legal."""
    PIECE = "piece"
    """The piece: one that can capture may not make a quiet move; the others may."""


class Priority(StrEnum):
    """Which of the possible captures may be chosen; `priority.py` gives each its key."""

    FREE = "free"
    MOST_PIECES = "most_pieces"
    MOST_PIECES_THEN_KINGS = "most_pieces_then_kings"
    KING_FIRST = "king_first"
    ITALIAN = "italian"


class Counted(StrEnum):
    """Whose moves a material row counts."""

    PLIES = "plies"
    STRONG_SIDE = "strong_side"
    WEAK_SIDE = "weak_side"


@dataclass(frozen=True, slots=True)
class Force:
    """The numbers of men and kings of one side."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        return self.men + self.kings


@dataclass(frozen=True, slots=True)
class KingsEnding:
    """A drawn ending once its moves are used up: "KKK+ v K", K a king, M a man, + or more kings."""

    endings: tuple[str, ...]
    limit: int
    counted: Counted = Counted.PLIES
    weak_holds_long_diagonal: bool = False


@dataclass(frozen=True, slots=True)
class EqualKings:
    """A draw after `limit` plies with equal numbers of kings and `fewest` to `most` pieces in all."""

    fewest: int
    most: int
    limit: int


MaterialRow = KingsEnding | EqualKings


@dataclass(frozen=True, slots=True)
class Draws:
    """When a game is drawn; plies are half-moves, agreement is always possible."""

    no_progress: int
    """Plies in a row without a capture or a man's move."""
    repetition: int = 3
    """How often the same board with the same side to move may stand."""
    material: tuple[MaterialRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant. No code asks for its id: a difference in play is a difference in these fields."""

    id: str
    title: str
    summary: str
    flying_kings: bool
    men_capture_backward: bool
    promotion: Promotion
    priority: Priority
    draws: Draws
    duty: Duty = Duty.SIDE
    men_capture_kings: bool = True
    first: Player = Player.WHITE
    size: int = 8
    men_rows: int = 3
    mirrored: bool = False
    pdn_game_type: int | None = None
    version: int = 1
