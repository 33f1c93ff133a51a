"""The numbers by which the players of a variant name the squares.

Boards, moves and engines count the squares from the top left (`board.Geometry`). Texts use the variant's own numbers;
they are converted here, where texts are read and written, and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from damero.domain.draughts.board import geometry
from damero.domain.draughts.rules import Corner, Rules

Value = TypeVar("Value")
LARGEST_BOARD = 50
"""The squares of the largest board."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """Converts squares of the board to numbers and back. A number that is not on the board stays as it is."""

    numbers: tuple[int, ...] = ()
    """By square; empty if the players count like the board."""
    squares: tuple[int, ...] = ()
    """By number."""
    names: tuple[str, ...] = tuple(map(str, range(LARGEST_BOARD + 1)))
    """The numbers as texts, by square."""

    def number(self, square: int) -> int:
        return self.numbers[square] if 0 < square < len(self.numbers) else square

    def name(self, square: int) -> str:
        return self.names[square] if 0 < square < len(self.names) else str(square)

    def names_of(self, squares: tuple[int, ...]) -> tuple[str, ...]:
        """The names of squares of the board."""
        names = self.names
        return tuple([names[square] for square in squares])

    def in_order(self, by_square: tuple[Value, ...]) -> tuple[Value, ...]:
        """What is listed by the squares of the board, in the order of the numbers."""
        return tuple([by_square[square] for square in self.squares]) if self.squares else by_square

    def square(self, number: int) -> int:
        return self.squares[number] if 0 < number < len(self.squares) else number


FROM_TOP_LEFT = Numbering()


def numbering_of(rules: Rules) -> Numbering:
    return _numbering(rules.size, rules.numbering, rules.mirrored)


@lru_cache
def _numbering(size: int, first: Corner, mirrored: bool) -> Numbering:  # noqa: FBT001 (a key of the cache)
    places = geometry(size).places
    down = 1 if first in (Corner.TOP_LEFT, Corner.TOP_RIGHT) else -1
    right = 1 if first in (Corner.TOP_LEFT, Corner.BOTTOM_LEFT) else -1
    across = -right if mirrored else right
    order = sorted(geometry(size).squares, key=lambda square: (down * places[square][0], across * places[square][1]))
    if order == list(geometry(size).squares):
        return FROM_TOP_LEFT
    numbers = {square: number for number, square in enumerate(order, start=1)}
    by_square = (0, *(numbers[square] for square in geometry(size).squares))
    return Numbering(by_square, (0, *order), tuple(map(str, by_square)))
