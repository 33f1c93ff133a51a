"""How hard a puzzle is: which levels of the engine find its first move, and how long its solution is."""

from __future__ import annotations

from collections.abc import Callable

LADDER = (2, 3, 4, 5, 6, 7)
TRIES = 2
"""Seeds with which each level tries."""
HARDEST, PER_LEVEL, PER_MOVE = 2200, 230, 30


def rating_of(solves: Callable[[int, int], bool], solver_moves: int) -> int:
    """The rating of a puzzle; `solves` says whether a level finds the first move with a seed.

    Where two levels in a row find it every time, the higher ones are taken to find it too.
    """
    shares: list[float] = []
    for level in LADDER:
        is_easy = shares[-2:] == [1.0, 1.0]
        shares.append(1.0 if is_easy else sum(solves(level, seed) for seed in range(TRIES)) / TRIES)
    return round(HARDEST - PER_LEVEL * sum(shares) + PER_MOVE * (solver_moves - 1))
