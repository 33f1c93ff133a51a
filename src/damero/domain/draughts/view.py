"""What a seat may know of a draughts position: everything, and its own legal moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from damero.domain.draughts.moves import Move
from damero.domain.draughts.numbering import numbering_of
from damero.domain.drawing import DrawnView
from damero.domain.game import GameInfo, Outcome, Ply, Seat, Shown

if TYPE_CHECKING:
    from damero.domain.draughts.position import Position


@cache
def _shown(square: str, kind: str) -> Shown:
    return Shown(square, kind)


@dataclass(frozen=True, slots=True, repr=False)
class View(DrawnView):
    """Draughts has no secrets: the position itself is what everyone knows."""

    position: Position
    seat: Seat | None

    @property
    def info(self) -> GameInfo:
        return self.position.info

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def pieces(self) -> tuple[Shown, ...]:
        names, cells = numbering_of(self.position.rules).names, enumerate(self.position.board.cells)
        return tuple([_shown(names[square], piece.kind) for square, piece in cells if piece is not None])

    @property
    def taken(self) -> tuple[str, ...]:
        return self.position.taken

    @property
    def hidden(self) -> tuple[tuple[str, int], ...]:
        return ()

    @property
    def plies(self) -> tuple[Ply, ...]:
        return self.position.plies

    @property
    def text(self) -> str:
        return self.position.text

    def legal_moves(self) -> tuple[Move, ...]:
        return self.position.legal_moves() if self.seat is not None and self.seat == self.to_move else ()

    def colour_of(self, seat: Seat, /) -> str:
        return seat

    def __repr__(self) -> str:
        return f"{self.position!r}.view({self.seat!r})"
