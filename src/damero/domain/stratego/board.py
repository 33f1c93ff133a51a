"""The board: squares by (row, col), by index and by name, the lakes between them, and the pieces on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from damero.domain.stratego.rules import PlayerSide, Rank, Rules
from damero.domain.stratego.variants import STRATEGO

SIZE = 10
DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Position(NamedTuple):
    """A square's place; (0, 0) is the top left."""

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
        return f"{'abcdefghij'[self.col]}{SIZE - self.row}" if self.is_on_board else f"({self.row}, {self.col})"


POSITIONS = tuple(Position(row, col) for row in range(SIZE) for col in range(SIZE))
NAMES = tuple(position.name for position in POSITIONS)
INDEX = {name: index for index, name in enumerate(NAMES)}


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece whose rank is known."""

    rank: Rank
    side: PlayerSide
    revealed: bool = False
    """Its rank is known to both sides: it has fought, or moved as only a scout can."""
    moved: bool = False

    @property
    def kind(self) -> str:
        return kind_of(self.side, self.rank)


@dataclass(frozen=True, slots=True)
class Stranger:
    """A piece whose rank the viewer does not know."""

    side: PlayerSide
    moved: bool = False

    @property
    def kind(self) -> str:
        return f"{self.side}-unknown"


Occupant: TypeAlias = Piece | Stranger
Cells: TypeAlias = tuple[Occupant | None, ...]
"""What stands on each of the hundred squares, by index."""


@cache
def kind_of(side: PlayerSide, rank: Rank) -> str:
    return f"{side}-{rank.name.lower()}"


def _neighbours(position: Position) -> tuple[Position, ...]:
    around = (Position(position.row + down, position.col + right) for down, right in DIRECTIONS)
    return tuple(near for near in around if near.is_on_board)


NEIGHBOURS = tuple(tuple(near.cell for near in _neighbours(position)) for position in POSITIONS)
"""By index: the two to four squares beside a square, lakes included."""


@dataclass(frozen=True, slots=True)
class Paths:
    """Where a piece can go from each square of a board with these lakes, were there no other pieces."""

    steps: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """For each square the lines a scout may follow, nearest square first, as far as a lake or the edge."""


@cache
def paths(lakes: frozenset[tuple[int, int]]) -> Paths:
    rays = tuple(tuple(filter(None, (_ray(start, way, lakes) for way in DIRECTIONS))) for start in POSITIONS)
    return Paths(steps=tuple(tuple(ray[0] for ray in lines) for lines in rays), rays=rays)


def _ray(start: Position, way: tuple[int, int], lakes: frozenset[tuple[int, int]]) -> tuple[int, ...]:
    squares: list[int] = []
    here = Position(start.row + way[0], start.col + way[1])
    while here.is_on_board and here not in lakes and start not in lakes:
        squares.append(here.cell)
        here = Position(here.row + way[0], here.col + way[1])
    return tuple(squares)


@dataclass(frozen=True, slots=True)
class Board:
    """Pieces on squares; `cells[row * 10 + col]` is what stands there."""

    cells: tuple[Piece | None, ...]
    rules: Rules = STRATEGO

    @staticmethod
    def create_empty(rules: Rules = STRATEGO) -> Board:
        return Board((None,) * SIZE * SIZE, rules)

    def is_lake(self, position: Position) -> bool:
        return position in self.rules.lakes

    def neighbours(self, position: Position) -> tuple[Position, ...]:
        """The two to four squares beside this one, lakes included: whether they can be entered is another question."""
        return _neighbours(position)

    def is_in_setup_zone(self, position: Position, side: PlayerSide) -> bool:
        return position.is_on_board and position.row in zone_rows(self.rules, side)

    def piece_at(self, position: Position) -> Piece | None:
        return self.cells[position.cell] if position.is_on_board else None

    def place(self, position: Position, piece: Piece | None) -> Board:
        """A new board with this piece (or nothing) on a square."""
        cell = position.cell
        return Board((*self.cells[:cell], piece, *self.cells[cell + 1 :]), self.rules)

    def pieces_of(self, side: PlayerSide) -> Iterator[tuple[Position, Piece]]:
        for position, piece in zip(POSITIONS, self.cells, strict=True):
            if piece is not None and piece.side is side:
                yield position, piece


def zone_rows(rules: Rules, side: PlayerSide) -> range:
    return range(rules.zone_rows) if side is PlayerSide.BLUE else range(SIZE - rules.zone_rows, SIZE)
