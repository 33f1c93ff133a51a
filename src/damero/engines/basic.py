"""Level 1 of every game: a random legal move, and among captures a longest one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from damero.domain.game import Move, View


@dataclass(frozen=True, slots=True)
class BasicEngine:
    """Knows no game: it sees a view and its legal moves, nothing else."""

    random: Random

    def choose(self, view: View, /) -> Move:
        moves = view.legal_moves()
        longest = max(len(move.taken) for move in moves)
        return self.random.choice([move for move in moves if len(move.taken) == longest])
