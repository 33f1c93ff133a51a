"""Level 1 of every game: a random legal move, and among captures one of the longest."""

from __future__ import annotations

from damero.domain.drawing import DrawnView
from damero.domain.errors import IllegalMove
from damero.domain.game import View, longest_captures
from damero.engines.engine import Choice, Engine, Limits, NamedByLevel, own_view


class RandomEngine(NamedByLevel, Engine):
    """Knows no game: it reads the legal moves of a view and nothing else."""

    level = 1

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        own_view(view, DrawnView)
        moves = view.legal_moves()
        if not moves:
            raise IllegalMove("engine.no_move")
        move = str(limits.random_source().choice(longest_captures(moves)))
        return Choice(move, line=(move,))
