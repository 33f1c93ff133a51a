"""Everything in a position, for viewers from whom nothing is hidden: of a finished game, or one's own position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from damero.domain.game import Position, Seat, Shown
from damero.domain.sealing import DealtPosition


@dataclass(frozen=True, slots=True)
class FullView:
    to_move: Seat | None
    pieces: tuple[Shown, ...]
    taken: tuple[str, ...]
    text: str
    seat: None = None
    hidden: tuple[tuple[str, int], ...] = ()


def full_view(position: Position) -> FullView:
    public = position.view(None)
    known = {piece.square: piece for piece in public.pieces}
    pieces = dict(known)
    for seat in position.info.seats:
        own = position.view(seat).pieces
        pieces |= {piece.square: piece for piece in own if piece.kind != known[piece.square].kind}
    if isinstance(position, DealtPosition):
        pieces |= {piece.square: replace(piece, marks=(known[piece.square].kind,)) for piece in position.face_down}
    return FullView(position.to_move, tuple(pieces.values()), public.taken, position.text)
