"""Perft: leaf counts of the game tree, by the readable rules or by a game's compiled kernel.

Each move counts once, as the rules list it. A side without moves contributes nothing. Draughts is counted without its
draw rules, as published counts are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Protocol

from damero.domain import draughts
from damero.domain.draughts.rules import Draws, Player, Rules
from damero.domain.game import Position

DEEPEST = 64
NEVER_DRAWN = Draws(no_progress=1 << 30, repetition=1 << 30)


class LeafCounter(Protocol):
    def count(self, position: Position, depth: int, /) -> int: ...

    def divide(self, position: Position, depth: int, /) -> Mapping[str, int]:
        """The leaves below each move, by the text of the move; the depth is at least one ply."""


class ByRules:
    """The reference: slow, and correct by definition."""

    def count(self, position: Position, depth: int, /) -> int:
        return _leaves(without_draws(position), depth)

    def divide(self, position: Position, depth: int, /) -> Mapping[str, int]:
        start = without_draws(position)
        return {str(move): _leaves(start.play(move), depth - 1) for move in start.legal_moves()}


def _leaves(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_leaves(position.play(move), depth - 1) for move in moves)


@singledispatch
def without_draws(position: Position) -> Position:
    """The same position in a game without draw rules."""
    return position


@without_draws.register
def _(position: draughts.Position) -> draughts.Position:
    return replace(position, rules=replace(position.rules, draws=NEVER_DRAWN))


@singledispatch
def kernel_counter(_position: Position) -> LeafCounter | None:
    """The compiled counter of this game; None if it has no kernel."""
    return None


@kernel_counter.register
def _(position: draughts.Position) -> LeafCounter:
    return _DraughtsKernel(position.rules)


class _DraughtsKernel:
    def __init__(self, rules: Rules) -> None:
        from damero.engines.draughts.kernel import Kernel
        from damero.engines.draughts.perft import Perft

        self._perft = Perft(Kernel(rules))

    def count(self, position: Position, depth: int, /) -> int:
        from damero.engines.draughts.board import pieces_of

        assert isinstance(position, draughts.Position)
        return self._perft.count(pieces_of(position.board), depth, black=position.turn is Player.BLACK)

    def divide(self, position: Position, depth: int, /) -> Mapping[str, int]:
        """With the texts of the readable rules: the kernel may choose another path for the same move."""
        from damero.engines.draughts.board import pieces_of

        assert isinstance(position, draughts.Position)
        texts = {move: str(move) for move in without_draws(position).legal_moves()}
        counts = self._perft.divide(pieces_of(position.board), depth, black=position.turn is Player.BLACK)
        return {texts[draughts.Move(*written)]: leaves for written, leaves in counts}
