"""Keeps a collection of puzzles varied: none of these kinds may fill more than its share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from damero.domain.puzzle import Goal, Puzzle, Theme

EASY, HARD = 1150, 1650


@dataclass(frozen=True, slots=True)
class Quota:
    applies_to: Callable[[Puzzle], bool]
    share: float


QUOTAS = (
    Quota(lambda puzzle: puzzle.rating < EASY, 0.45),
    Quota(lambda puzzle: puzzle.rating > HARD, 0.45),
    Quota(lambda puzzle: puzzle.themes == (Theme.WIN_MATERIAL,), 0.2),
    Quota(lambda puzzle: puzzle.proof.depth is None and puzzle.goal is Goal.WIN, 0.12),
    Quota(lambda puzzle: puzzle.proof.depth is None and puzzle.goal is Goal.DRAW, 0.08),
)


class Collection:
    """The puzzles kept so far, up to a number of them."""

    def __init__(self, count: int, puzzles: tuple[Puzzle, ...] = (), quotas: tuple[Quota, ...] = QUOTAS) -> None:
        self.count, self.puzzles = count, list(puzzles)
        self._quotas = quotas
        self._starts = {puzzle.start for puzzle in puzzles}

    @property
    def is_complete(self) -> bool:
        return len(self.puzzles) >= self.count

    def add(self, puzzle: Puzzle) -> bool:
        """Keeps a puzzle if it is new and its kind has not filled its share yet."""
        if self.is_complete or puzzle.start in self._starts or self._is_full_for(puzzle):
            return False
        self.puzzles.append(puzzle)
        self._starts.add(puzzle.start)
        return True

    def _is_full_for(self, puzzle: Puzzle) -> bool:
        binding = [quota for quota in self._quotas if quota.applies_to(puzzle)]
        return any(sum(map(quota.applies_to, self.puzzles)) >= quota.share * self.count for quota in binding)
