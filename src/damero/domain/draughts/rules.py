"""What can differ between draughts variants. Each variant is one frozen record."""

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
    """It continues as a man and is crowned only if it ends there."""
    ENDS_TURN = "ends_turn"
    """It is crowned and its turn ends."""
    CONTINUES_AS_KING = "continues_as_king"
    """It is crowned at once and continues as a king."""


class Duty(StrEnum):
    """What a possible capture makes mandatory."""

    SIDE = "side"
    """The side must capture: if there is a capture, only captures are legal."""
    PIECE = "piece"
    """The piece must capture: a piece that can capture may not make a quiet move; the others may."""


class Priority(StrEnum):
    """Which of the possible captures may be chosen; `priority.py` gives each its key."""

    FREE = "free"
    MOST_PIECES = "most_pieces"
    MOST_PIECES_THEN_KINGS = "most_pieces_then_kings"
    KING_FIRST = "king_first"
    ITALIAN = "italian"


class Corner(StrEnum):
    """Where the numbers of the squares begin, as White sees the board."""

    TOP_LEFT = "top_left"
    TOP_RIGHT = "top_right"
    BOTTOM_LEFT = "bottom_left"
    BOTTOM_RIGHT = "bottom_right"


class Notation(StrEnum):
    """How the players of a variant write squares."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    """`c3`, with a1 at White's left. Such texts are read; canonical texts have numbers."""


class Counted(StrEnum):
    """Whose moves a material row counts."""

    PLIES = "plies"
    STRONG_SIDE = "strong_side"
    WEAK_SIDE = "weak_side"


@dataclass(frozen=True, slots=True)
class Force:
    """The number of men and kings of one side."""

    men: int
    kings: int

    @property
    def pieces(self) -> int:
        return self.men + self.kings


@dataclass(frozen=True, slots=True)
class KingsEnding:
    """An ending that is drawn after its limit of moves: "KKK+ v K" with K a king, M a man, + "or more kings"."""

    endings: tuple[str, ...]
    limit: int
    counted: Counted = Counted.PLIES
    weak_holds_long_diagonal: bool = False


@dataclass(frozen=True, slots=True)
class EqualKings:
    """An ending with equal kings that is drawn after its limit of plies, by the total number of pieces."""

    fewest: int
    most: int
    limit: int


MaterialRow = KingsEnding | EqualKings


class Flag(StrEnum):
    """Whose time runs out."""

    STRONG_SIDE = "strong_side"
    WEAK_SIDE = "weak_side"


@dataclass(frozen=True, slots=True)
class DrawOnTime:
    """Endings, written as in `KingsEnding`, in which the side whose time runs out does not lose but draws."""

    endings: tuple[str, ...]
    flag: Flag
    weak_holds_long_diagonal: bool = False


@dataclass(frozen=True, slots=True)
class Draws:
    """When a game is drawn. A ply is one player's move. Agreement is always possible."""

    no_progress: int
    """The game is drawn after this many plies without a capture or a man's move."""
    repetition: int = 3
    """The game is drawn when the same board with the same side to move occurs this often."""
    material: tuple[MaterialRow, ...] = ()
    on_time: tuple[DrawOnTime, ...] = ()


NEVER = Draws(no_progress=1 << 60, repetition=1 << 60)
"""No draw by rule."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant. No code compares its id: a difference in play is a difference in these fields."""

    id: str
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
    """Its players are used to the mirror image, left and right exchanged."""
    numbering: Corner = Corner.TOP_LEFT
    """The corner of square 1 on the board that its players see."""
    notation: Notation = Notation.NUMBERS
    pdn_game_type: int | None = None
    pdn_win: int = 1
    """The points with which PDN writes a win: 1-0 or 2-0."""
    pdn_found_as: int | None = None
    """The PDN game type of another variant under which its games are also found."""
    version: int = 1

    def __hash__(self) -> int:
        """Quick, because the rules are the key of many caches."""
        return hash((self.id, self.version))
