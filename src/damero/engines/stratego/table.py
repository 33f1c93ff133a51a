"""A view laid out for the kernel: our pieces first, then theirs, the unknown ones with the chances of their ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.domain.stratego.board import Piece
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import PlayerSide, Rank
from damero.domain.stratego.view import View
from damero.engines.stratego.belief import NOTHING, Belief

NO_WAY = (-1, -1, -1, 0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on the board."""

    cell: int
    rank: Rank | None
    moved: bool
    revealed: bool
    """Its enemy knows its rank."""
    chances: tuple[float, ...] = ()
    """Of its rank, as those think who do not know it."""


@dataclass(frozen=True, slots=True)
class Table:
    pieces: tuple[Standing, ...]
    ours: int
    """The pieces before this number are ours."""
    lakes: frozenset[int]
    forward: int
    """The step from a row to the next towards the enemy: 10 or -10 squares."""
    two_square_moves: int
    last: tuple[tuple[int, int, int, int], tuple[int, int, int, int]]
    """For each side the piece that it moved last, from where to where, and how often to and fro by now."""


def table_of(view: View, belief: Belief, suspicion: Belief = NOTHING) -> Table:
    """What we believe of their pieces, and what they may believe of ours."""
    assert view.seat is not None
    ours = tuple(_standing(view, view.seat, suspicion))
    theirs = tuple(_standing(view, view.seat.opponent, belief))
    pieces = (*ours, *theirs)
    steps = [ply.step for ply in view.plies]
    own_last, enemy_last = (steps[-2::-2], steps[-1::-2])
    if view.side is not view.seat:
        own_last, enemy_last = enemy_last, own_last
    return Table(
        pieces=pieces,
        ours=len(ours),
        lakes=frozenset(row * 10 + column for row, column in view.rules.lakes),
        forward=-10 if view.seat is PlayerSide.RED else 10,
        two_square_moves=view.rules.two_square_moves,
        last=(_last(pieces, own_last), _last(pieces, enemy_last)),
    )


def _standing(view: View, side: PlayerSide, belief: Belief) -> list[Standing]:
    moved, revealed = frozenset(view.moved), frozenset(view.revealed)
    chances = dict(zip(belief.cells, belief.chances, strict=True))
    return [
        Standing(
            cell,
            piece.rank if isinstance(piece, Piece) else None,
            cell in moved,
            cell in revealed,
            chances.get(cell, ()),
        )
        for cell, piece in enumerate(view.cells)
        if piece is not None and piece.side is side
    ]


def _last(pieces: Sequence[Standing], steps: Sequence[Step]) -> tuple[int, int, int, int]:
    """The last way of a side, given its moves from the last to the first."""
    if not steps:
        return NO_WAY
    last = steps[0]
    piece = next((number for number, piece in enumerate(pieces) if piece.cell == last.target), None)
    if piece is None:
        return NO_WAY
    repeats, way = 1, (last.target, last.origin)
    for step in steps[1:10]:
        if (step.origin, step.target) != way:
            break
        repeats, way = repeats + 1, (step.target, step.origin)
    return piece, last.origin, last.target, repeats
