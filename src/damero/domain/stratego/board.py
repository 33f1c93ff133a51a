"""The board: squares by row and column, by index and by name, the lakes, and the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.rules import Rank, Rules, Side

SIZE = 10
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Square(NamedTuple):
    """A square by row and column; (0, 0) is the top left."""

    row: int
    col: int

    @property
    def is_on_board(self) -> bool:
        return 0 <= self.row < SIZE and 0 <= self.col < SIZE

    @property
    def cell(self) -> int:
        return self.row * SIZE + self.col

    @property
    def name(self) -> str:
        """The file a–j and the rank 10–1 from the top: (6, 4) is e4."""
        return _NAMES.get(self) or f"({self.row}, {self.col})"


SQUARES = tuple(Square(row, col) for row in range(SIZE) for col in range(SIZE))
NAMES = tuple(f"{'abcdefghij'[square.col]}{SIZE - square.row}" for square in SQUARES)
_NAMES = dict(zip(SQUARES, NAMES, strict=True))
INDEX = {name: index for index, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece whose rank is known."""

    rank: Rank
    side: Side
    revealed: bool = False
    """Both sides know its rank: it has fought, or has moved as only a scout can."""
    moved: bool = False
    letter: str = field(init=False, repr=False, compare=False)
    """What stands for it in the text of a position."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", LETTERS[self.side, self.rank])

    @property
    def kind(self) -> str:
        return kind_of(self.side, self.rank)


@dataclass(frozen=True, slots=True)
class UnknownPiece:
    """A piece whose rank the viewer does not know."""

    side: Side
    moved: bool = False

    @property
    def kind(self) -> str:
        return f"{self.side}-unknown"


Occupant: TypeAlias = Piece | UnknownPiece
Cells: TypeAlias = tuple[Occupant | None, ...]
"""The contents of the hundred squares, by index."""


@cache
def kind_of(side: Side, rank: Rank) -> str:
    return f"{side}-{rank.name.lower()}"


def _neighbours(square: Square) -> tuple[Square, ...]:
    around = (Square(square.row + down, square.col + right) for down, right in DIRECTIONS)
    return tuple(near for near in around if near.is_on_board)


NEIGHBOURS = tuple(tuple(near.cell for near in _neighbours(square)) for square in SQUARES)
"""By index: the two to four adjacent squares, lakes included."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Where a piece can go from each square of an empty board."""

    steps: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """For each square, the lines that a scout may follow up to a lake or the edge, nearest square first."""


@cache
def paths(lakes: frozenset[tuple[int, int]]) -> Paths:
    rays = tuple(tuple(filter(None, (_ray(start, way, lakes) for way in DIRECTIONS))) for start in SQUARES)
    return Paths(steps=tuple(tuple(ray[0] for ray in lines) for lines in rays), rays=rays)


def _ray(start: Square, way: tuple[int, int], lakes: frozenset[tuple[int, int]]) -> tuple[int, ...]:
    squares: list[int] = []
    here = Square(start.row + way[0], start.col + way[1])
    while here.is_on_board and here not in lakes and start not in lakes:
        squares.append(here.cell)
        here = Square(here.row + way[0], here.col + way[1])
    return tuple(squares)


@dataclass(frozen=True, slots=True)
class Board:
    """Pieces on squares: `cells[row * 10 + col]`."""

    cells: tuple[Piece | None, ...]
    rules: Rules

    @staticmethod
    def create_empty(rules: Rules) -> Board:
        return Board((None,) * SIZE * SIZE, rules)

    def is_lake(self, square: Square) -> bool:
        return square in self.rules.lakes

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """The two to four adjacent squares, lakes included."""
        return _neighbours(square)

    def is_in_setup_zone(self, square: Square, side: Side) -> bool:
        return square.is_on_board and square.row in zone_rows(self.rules, side)

    def piece_at(self, square: Square) -> Piece | None:
        return self.cells[square.cell] if square.is_on_board else None

    def place(self, square: Square, piece: Piece | None) -> Board:
        """A new board with this piece, or nothing, on a square."""
        cell = square.cell
        return Board((*self.cells[:cell], piece, *self.cells[cell + 1 :]), self.rules)

    def pieces_of(self, side: Side) -> Iterator[tuple[Square, Piece]]:
        for square, piece in zip(SQUARES, self.cells, strict=True):
            if piece is not None and piece.side is side:
                yield square, piece


def zone_rows(rules: Rules, side: Side) -> range:
    return range(rules.zone_rows) if side is Side.BLUE else range(SIZE - rules.zone_rows, SIZE)
