"""What a family of games needs in order to have puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from damero.domain.game import Game
from damero.domain.puzzle import Puzzle


class PuzzleMaker(Protocol):
    """Finds puzzles of a game, and proves them again."""

    def find(self, played: Game, seed: int, /) -> Iterator[Puzzle]:
        """The puzzles of one batch of games. The same seed finds the same puzzles."""

    def fault_of(self, puzzle: Puzzle, /) -> str | None:
        """What is wrong with a puzzle's solution, as a search or tables see it; None if it is proved."""
