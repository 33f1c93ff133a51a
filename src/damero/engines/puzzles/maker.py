"""What a family of games needs in order to have puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from damero.domain.analysis import FightOdds, Odds
from damero.domain.game import Game, View
from damero.domain.puzzle import Puzzle, Theme


class PuzzleMaker(Protocol):
    """Finds puzzles of a game, and proves them again."""

    def find(self, played: Game, seed: int, theme: Theme | None = None, /) -> Iterator[Puzzle]:
        """The puzzles of one batch of games. The same seed finds the same puzzles.

        Where a theme is wanted, batches may be made for it; other puzzles are left out later.
        """

    def fault_of(self, puzzle: Puzzle, /) -> str | None:
        """What is wrong with a puzzle's solution, as a search or tables see it; None if it is proved."""

    def odds_of(self, _view: View, /) -> tuple[Odds, ...]:
        """What the unknown pieces of a puzzle may be; none where everything is known."""
        return ()

    def fights_of(self, _view: View, /) -> tuple[FightOdds, ...]:
        """How each attack on an unknown piece may end."""
        return ()
