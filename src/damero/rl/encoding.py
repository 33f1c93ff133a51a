"""Views as arrays and moves as numbers: one encoding for every environment.

**Actions.** A whole turn is one action, also a capture of many pieces. With `n` squares on the board and `r` routes for
a pair of squares, the move from square `a` to square `b` by route `k` is number `(a * n + b) * r + k`. Squares count in
the order of `info.board.squares`. A move that touches one square only, such as a flip, goes from the square to itself.
In draughts, a piece can go from `a` to `b` by capturing different pieces: those moves are routes 0, 1, 2 …, ordered by
the captured squares read as a binary number (square 0 is the lowest bit).

**Observations.** Planes of the size of the board, as small integers:

1. for each kind of piece in `info.pieces`: 1 where the viewer sees it;
2. for each mark of the family, such as "moved": 1 where a piece bears it;
3. for each colour: 1 everywhere if the viewer plays it;
4. 1 everywhere if it is the viewer's turn, or the first seat's if the view is a spectator's;
5. in games with chance or secrets, for each kind of piece: everywhere the number of pieces not seen yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from damero.domain.game import GameInfo, Move, View

Int8Array = npt.NDArray[np.int8]

ROUTES: Mapping[str, int] = {"draughts": 4}
"""How many moves between the same two squares have a number. Of more, which is rare, the further ones have none."""
MARKS: Mapping[str, tuple[str, ...]] = {"stratego": ("moved", "revealed")}


class Encoding:
    """The encoding of one game."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.routes = ROUTES.get(info.family, 1)
        self.marks = MARKS.get(info.family, ())
        self.squares = {square.name: number for number, square in enumerate(info.board.squares)}
        self.kinds = {kind.id: number for number, kind in enumerate(info.pieces)}
        self.colours = tuple(dict.fromkeys(str(kind.colour) for kind in info.pieces if kind.colour is not None))
        self._places = {square.name: (square.row, square.column) for square in info.board.squares}

    @property
    def action_count(self) -> int:
        return len(self.squares) ** 2 * self.routes

    @property
    def plane_count(self) -> int:
        counted = len(self.kinds) if self.info.hidden or self.info.chance else 0
        return len(self.kinds) + len(self.marks) + len(self.colours) + 1 + counted

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return self.plane_count, self.info.board.rows, self.info.board.columns

    def moves(self, view: View) -> dict[int, Move]:
        """The viewer's legal moves by their actions, in ascending order."""
        by_pair: dict[int, list[Move]] = {}
        for move in view.legal_moves():
            by_pair.setdefault(self._pair(move), []).append(move)
        return {
            pair * self.routes + route: move
            for pair, moves in sorted(by_pair.items())
            for route, move in enumerate(sorted(moves, key=self._captures)[: self.routes])
        }

    def mask(self, actions: Iterable[int]) -> Int8Array:
        """1 for each of these actions."""
        mask = np.zeros(self.action_count, np.int8)
        mask[list(actions)] = 1
        return mask

    def observe(self, view: View) -> Int8Array:
        """The planes of a view."""
        planes = np.zeros(self.shape, np.int8)
        colours = len(self.kinds) + len(self.marks)
        turn = colours + len(self.colours)
        for piece in view.pieces:
            place = self._places[piece.square]
            planes[(self.kinds[piece.kind], *place)] = 1
            for plane, mark in enumerate(self.marks, start=len(self.kinds)):
                planes[(plane, *place)] = mark in piece.marks
        own = view.colour_of(view.seat) if view.seat is not None else None
        if own is not None:
            planes[colours + self.colours.index(str(own))] = 1
        planes[turn] = view.to_move == (view.seat or self.info.seats[0])
        for kind, count in view.hidden:
            planes[turn + 1 + self.kinds[kind]] = count
        return planes

    def _pair(self, move: Move) -> int:
        first, last = self.squares[move.squares[0]], self.squares[move.squares[-1]]
        return first * len(self.squares) + last

    def _captures(self, move: Move) -> int:
        return sum(1 << self.squares[square] for square in move.taken)


@lru_cache
def encoding_of(info: GameInfo) -> Encoding:
    return Encoding(info)
