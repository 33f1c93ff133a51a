"""A view as the kernel takes it: our pieces first, then theirs, unidentified ones with their rank distributions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.domain.stratego.board import Piece
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import Rank, Side
from damero.domain.stratego.view import View
from damero.engines.stratego.belief import NO_BELIEF, Belief

NO_MOVE = (-1, -1, -1, 0)


@dataclass(frozen=True, slots=True)
class KernelPiece:
    """A piece on the board."""

    cell: int
    rank: Rank | None
    moved: bool
    revealed: bool
    """Its enemy knows its rank."""
    probabilities: tuple[float, ...] = ()
    """Of its ranks, for the side that has not identified it."""


@dataclass(frozen=True, slots=True)
class KernelPosition:
    pieces: tuple[KernelPiece, ...]
    ours: int
    """The pieces before this index are ours."""
    lakes: frozenset[int]
    two_square_moves: int
    last: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    """For each side the piece it moved last, from where, to where, and how often back and forth so far."""


def kernel_position(view: View, belief: Belief, enemy_belief: Belief = NO_BELIEF) -> KernelPosition:
    """The position with our belief about their pieces and the enemy's belief about ours."""
    assert view.seat is not None
    ours = tuple(_pieces(view, view.seat, enemy_belief))
    theirs = tuple(_pieces(view, view.seat.opponent, belief))
    pieces = (*ours, *theirs)
    steps = [ply.step for ply in view.plies]
    own_moves, enemy_moves = (steps[-2::-2], steps[-1::-2])
    if view.side is not view.seat:
        own_moves, enemy_moves = enemy_moves, own_moves
    return KernelPosition(
        pieces=pieces,
        ours=len(ours),
        lakes=frozenset(row * 10 + column for row, column in view.rules.lakes),
        two_square_moves=view.rules.two_square_moves,
        last=(_last_move(pieces, own_moves), _last_move(pieces, enemy_moves)),
    )


def _pieces(view: View, side: Side, belief: Belief) -> list[KernelPiece]:
    moved, revealed = frozenset(view.moved), frozenset(view.revealed)
    probabilities = dict(zip(belief.cells, belief.probabilities, strict=True))
    return [
        KernelPiece(
            cell,
            piece.rank if isinstance(piece, Piece) else None,
            cell in moved,
            cell in revealed,
            probabilities.get(cell, ()),
        )
        for cell, piece in enumerate(view.cells)
        if piece is not None and piece.side is side
    ]


def _last_move(pieces: Sequence[KernelPiece], steps: Sequence[Step]) -> tuple[int, int, int, int]:
    """The last move of a side, given its moves from the last to the first."""
    if not steps:
        return NO_MOVE
    last = steps[0]
    piece = next((number for number, piece in enumerate(pieces) if piece.cell == last.target), None)
    if piece is None:
        return NO_MOVE
    repeats, back = 1, (last.target, last.origin)
    for step in steps[1:10]:
        if (step.origin, step.target) != back:
            break
        repeats, back = repeats + 1, (step.target, step.origin)
    return piece, last.origin, last.target, repeats
