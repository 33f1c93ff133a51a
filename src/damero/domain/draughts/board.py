"""The board: squares by number and by row and column, the pieces, and the diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, lru_cache
from typing import TypeAlias

from damero.domain.draughts.rules import Force, Player
from damero.domain.errors import BadPosition

Ray: TypeAlias = tuple[int, ...]
"""The squares in one direction from a square, nearest first."""

UP = ((-1, -1), (-1, 1))
DOWN = ((1, -1), (1, 1))
DIRECTIONS = UP + DOWN


class PieceType(StrEnum):
    MAN = "man"
    KING = "king"


@dataclass(frozen=True, slots=True)
class Piece:
    owner: Player
    type: PieceType
    is_king: bool = field(init=False, repr=False, compare=False)
    kind: str = field(init=False, repr=False, compare=False)
    """What user interfaces call it: `white-man`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_king", self.type is PieceType.KING)
        object.__setattr__(self, "kind", f"{self.owner.value}-{self.type.value}")

    def crowned(self) -> Piece:
        return king(self.owner)


@cache
def man(owner: Player) -> Piece:
    """Made once, as kings are, so that boards are compared quickly."""
    return Piece(owner, PieceType.MAN)


@cache
def king(owner: Player) -> Piece:
    return Piece(owner, PieceType.KING)


@dataclass(frozen=True, slots=True)
class Geometry:
    """The numbering of a board, and its diagonals. Square n is at `places[n]`; index 0 is unused."""

    size: int
    places: tuple[tuple[int, int], ...]
    rays: tuple[tuple[Ray, ...], ...]
    """The four rays of each square (up left, up right, down left, down right) …"""
    steps: tuple[tuple[Ray, ...], ...]
    """… cut off after one square …"""
    jumps: tuple[tuple[Ray, ...], ...]
    """… and after two squares."""
    hops: tuple[tuple[Ray, ...], ...]
    """Those of the last that have two squares: one to jump over and one to land on."""
    crown_rows: Mapping[Player, frozenset[int]]

    @property
    def squares(self) -> range:
        return range(1, len(self.places))

    def number(self, row: int, column: int) -> int:
        """The number of the square at this place. Raises `BadPosition` if there is none."""
        if not (0 <= row < self.size and 0 <= column < self.size):
            raise BadPosition("draughts.off_board", code="OFF_BOARD", row=row, column=column, size=self.size)
        if not is_playable(row, column):
            raise BadPosition("draughts.light_square", code="LIGHT_SQUARE", row=row, column=column)
        return row * self.size // 2 + column // 2 + 1


def is_playable(row: int, column: int) -> bool:
    return (row + column) % 2 == 1


@lru_cache
def geometry(size: int) -> Geometry:
    dark = [(row, column) for row in range(size) for column in range(size) if is_playable(row, column)]
    numbers = {place: number for number, place in enumerate(dark, start=1)}
    per_row = size // 2
    top, bottom = range(1, per_row + 1), range(len(dark) - per_row + 1, len(dark) + 1)
    rays = (((),) * 4, *(tuple(_ray(numbers, place, step) for step in DIRECTIONS) for place in dark))
    return Geometry(
        size,
        places=((-1, -1), *dark),
        rays=rays,
        steps=tuple(tuple(ray[:1] for ray in around) for around in rays),
        jumps=tuple(tuple(ray[:2] for ray in around) for around in rays),
        hops=tuple(tuple(ray[:2] for ray in around if len(ray) > 1) for around in rays),
        crown_rows={Player.WHITE: frozenset(top), Player.BLACK: frozenset(bottom)},
    )


def _ray(numbers: Mapping[tuple[int, int], int], place: tuple[int, int], step: tuple[int, int]) -> Ray:
    squares = []
    row, column = place[0] + step[0], place[1] + step[1]
    while (row, column) in numbers:
        squares.append(numbers[row, column])
        row, column = row + step[0], column + step[1]
    return tuple(squares)


@dataclass(frozen=True, slots=True)
class Board:
    """Pieces on squares. `cells[n]` belongs to square n; `cells[0]` is always empty."""

    size: int
    cells: tuple[Piece | None, ...]

    @staticmethod
    def create_empty(size: int = 8) -> Board:
        return Board(size, (None,) * (size * size // 2 + 1))

    @staticmethod
    def create_initial(size: int = 8, men_rows: int = 3) -> Board:
        """Black on the top rows, White on the bottom rows."""
        men = men_rows * size // 2
        gap = size * size // 2 - 2 * men
        return Board(size, (None, *[man(Player.BLACK)] * men, *[None] * gap, *[man(Player.WHITE)] * men))

    def get(self, row: int, column: int) -> Piece | None:
        """The piece at (row, column). A light square is always empty."""
        if not is_playable(row, column) and 0 <= row < self.size and 0 <= column < self.size:
            return None
        return self.cells[geometry(self.size).number(row, column)]

    def set(self, row: int, column: int, piece: Piece | None) -> Board:
        """A new board with this piece, or nothing, at (row, column)."""
        return self.place(geometry(self.size).number(row, column), piece)

    def at(self, square: int) -> Piece | None:
        if not 1 <= square < len(self.cells):
            name, last = str(square), len(self.cells) - 1
            raise BadPosition("draughts.no_such_square", code="OFF_BOARD", squares=(name,), square=name, last=last)
        return self.cells[square]

    def place(self, square: int, piece: Piece | None) -> Board:
        """A new board with this piece, or nothing, on a square."""
        self.at(square)
        return Board(self.size, (*self.cells[:square], piece, *self.cells[square + 1 :]))

    def pieces_of(self, player: Player) -> Iterator[tuple[int, Piece]]:
        for square, piece in enumerate(self.cells):
            if piece is not None and piece.owner is player:
                yield square, piece

    def force(self, player: Player) -> Force:
        kings = [piece.is_king for _, piece in self.pieces_of(player)]
        return Force(men=kings.count(False), kings=kings.count(True))
