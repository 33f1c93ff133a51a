"""Earlier positions of a game, so that taking moves back does not replay the game from its start.

After n plies the position after ply p is kept if p = 0 or n - p is at most twice the largest power of two that divides
p. That keeps about log2(n) positions, the recent ones closer together, and from one of them to the position d plies ago
it takes fewer than 2 * d moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from damero.domain.game import Position
from damero.domain.sealing import Trail


class Checkpoint(NamedTuple):
    """The position after this many plies."""

    ply: int
    position: Position
    trail: Trail | None


def thinned(checkpoints: Iterable[Checkpoint], plies: int) -> tuple[Checkpoint, ...]:
    """Those to keep in a game that has this many plies."""
    return tuple([one for one in checkpoints if (ply := one.ply) == 0 or plies - ply <= 2 * (ply & -ply)])


def up_to(checkpoints: Iterable[Checkpoint], ply: int) -> tuple[Checkpoint, ...]:
    """Those after at most this many plies."""
    return tuple(one for one in checkpoints if one.ply <= ply)
