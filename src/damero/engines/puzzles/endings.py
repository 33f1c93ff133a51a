"""What a family of games needs in order to have endings to practise."""

from __future__ import annotations

from random import Random
from typing import Protocol

from damero.domain.game import Game, Position
from damero.domain.puzzle import Goal
from damero.engines.puzzles.exact import Ranked


class Endings(Protocol):
    """Solved endings of a family."""

    materials: tuple[str, ...]
    """The pieces of the side to move and of its opponent, by letters, such as `KK-K`."""

    def covers(self, played: Game, /) -> bool:
        """Whether there are solved endings of this game."""

    def place(self, played: Game, material: str, random: Random, /) -> Position:
        """A random position of this material, which need not be fit for an exercise."""

    def rank(self, position: Position, /) -> list[Ranked]:
        """Every move, the best first; nothing if the position is not among the solved ones."""

    def is_exercise(self, position: Position, goal: Goal, /) -> bool:
        """Whether the goal can be reached, but not without care."""

    def plies_left(self, position: Position, /) -> int:
        """Within how many plies something irreversible must happen, or the rules make it a draw."""
