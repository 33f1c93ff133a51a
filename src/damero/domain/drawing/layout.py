"""Where the squares of a board are drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from damero.domain.game import BoardShape, GameInfo, Square, View

_LETTERED = re.compile(r"([a-z]+)([0-9]+)", re.ASCII)


@dataclass(frozen=True)
class Layout:
    """A board as it is seen from one side. Without slots, so that the places can be cached."""

    shape: BoardShape
    flip: bool = False
    """Turned by half a circle, as the second player sees it."""

    @cached_property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """The column and row at which each square is drawn, from the top left."""
        return {square.name: self._place(square) for square in self.shape.squares}

    @cached_property
    def grid(self) -> tuple[tuple[str | None, ...], ...]:
        """The rows from the top with the names of their squares; None where there is no square."""
        names = {place: name for name, place in self.places.items()}
        return tuple(
            tuple(names.get((column, row)) for column in range(self.shape.columns)) for row in range(self.shape.rows)
        )

    @property
    def is_chequered(self) -> bool:
        """Whether pieces stand on every other square only."""
        return all((square.row + square.column) % 2 for square in self.shape.squares)

    @property
    def is_numbered(self) -> bool:
        return all(square.name.isdigit() for square in self.shape.squares)

    @cached_property
    def column_labels(self) -> Mapping[int, str]:
        """The letters of the columns; empty if the squares have no letters."""
        return {column: letters for (column, _), (letters, _) in self._lettered().items()}

    @cached_property
    def row_labels(self) -> Mapping[int, str]:
        return {row: number for (_, row), (_, number) in self._lettered().items()}

    def _place(self, square: Square) -> tuple[int, int]:
        mirrored = self.shape.mirrored != self.flip
        column = self.shape.columns - 1 - square.column if mirrored else square.column
        return column, self.shape.rows - 1 - square.row if self.flip else square.row

    def _lettered(self) -> dict[tuple[int, int], tuple[str, str]]:
        found = {square.name: _LETTERED.fullmatch(square.letters or square.name) for square in self.shape.squares}
        return {self.places[name]: (match[1], match[2]) for name, match in found.items() if match}


def is_far_seat(info: GameInfo, seat: str | None) -> bool:
    """Whether a seat's pieces start at the top of the board, so that its player turns it."""
    colours = [kind.colour for kind in info.pieces]
    return seat is not None and seat in colours and seat != colours[0]


def layout_for(view: View, *, flip: bool | None = None) -> Layout:
    """The board as the viewer sees it, or turned or not as asked."""
    return Layout(view.info.board, is_far_seat(view.info, view.seat) if flip is None else flip)
