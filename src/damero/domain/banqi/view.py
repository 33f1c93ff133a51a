"""What everyone may know: everything except the face-down pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from damero.domain.banqi.board import FACE_DOWN, KINDS, NAMES, Cells, Colour, Covered, Kind
from damero.domain.banqi.info import describe
from damero.domain.banqi.moves import Action, legal_actions
from damero.domain.banqi.notation import Layout, missing_kinds, write_position
from damero.domain.banqi.rules import FIRST, SECOND, Rules
from damero.domain.drawing import DrawnView
from damero.domain.game import GameInfo, Outcome, Ply, Seat, Shown

Seen: TypeAlias = tuple[Cells, Colour | None]
"""An earlier board, with the colour that was to move."""


@cache
def _piece(square: str, kind: str, *marks: str) -> Shown:
    return Shown(square, kind, marks)


@dataclass(frozen=True, slots=True, repr=False)
class View(DrawnView):
    """The board as a seat sees it. All seats know the same; only the legal moves differ.

    A face-down piece has no id but its square. `deal`, the face-down pieces in index order, is None until the game
    is over.
    """

    rules: Rules
    seat: Seat | None
    cells: Cells
    current_turn: Colour | None
    first_colour: Colour | None
    captured: tuple[Kind, ...]
    quiet_plies: int
    seen: tuple[Seen, ...]
    plies: tuple[Ply, ...]
    outcome: Outcome | None
    deal: tuple[Kind, ...] | None

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else seat_to_move(self.current_turn, self.first_colour)

    @property
    def pieces(self) -> tuple[Shown, ...]:
        return tuple(self._shown())

    def _shown(self) -> Iterator[Shown]:
        opened = iter(self.deal or ())
        for name, cell in zip(NAMES, self.cells, strict=True):
            if cell is None:
                continue
            if cell is not FACE_DOWN:
                yield _piece(name, cell.id)
            elif self.deal:
                yield _piece(name, next(opened).id, Covered.FACE_DOWN.value)
            else:
                yield _piece(name, Covered.FACE_DOWN.value)

    @property
    def taken(self) -> tuple[str, ...]:
        return tuple(kind.id for kind in self.captured)

    @property
    def hidden(self) -> tuple[tuple[str, int], ...]:
        if self.deal:
            return ()
        counts = Counter(kind.id for kind in self.hidden_kinds)
        return tuple(counts.items())

    @property
    def hidden_kinds(self) -> tuple[Kind, ...]:
        """The face-down pieces, in the order of their kinds. Where each of them is remains unknown."""
        missing = missing_kinds(self.cells, self.captured)
        return tuple(kind for kind in KINDS for _ in range(missing[kind]))

    @property
    def text(self) -> str:
        return write_position(Layout(self.cells, self.current_turn, self.captured, self.deal))

    def colour_of(self, seat: Seat) -> Colour | None:
        """The colour of a seat; None before the first flip."""
        return colour_of(seat, self.first_colour)

    def legal_moves(self) -> tuple[Action, ...]:
        if self.seat is None or self.seat != self.to_move:
            return ()
        return tuple(legal_actions(self.cells, self.current_turn))


def seat_to_move(turn: Colour | None, first_colour: Colour | None) -> Seat:
    """The first seat before the first flip, then the seat of the colour to move."""
    return FIRST if turn is first_colour else SECOND


def colour_of(seat: Seat, first_colour: Colour | None) -> Colour | None:
    if first_colour is None or seat == FIRST:
        return first_colour
    return first_colour.opponent
