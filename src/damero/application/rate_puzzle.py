"""What the first try of a puzzle does to a player's rating: a puzzle is an opponent whose rating is known."""

from __future__ import annotations

from dataclasses import replace

from damero.application.ports.puzzles import Standing
from damero.domain.glicko import Rating, updated
from damero.domain.puzzle import Puzzle

PUZZLE_DEVIATION = 90.0
LEAST_DEVIATION = 60.0
"""A player can always still get better."""


def rated(standing: Standing, puzzle: Puzzle, *, solved: bool) -> Standing:
    after = updated(standing.rating, ((Rating(puzzle.rating, PUZZLE_DEVIATION), float(solved)),))
    return replace(standing, rating=replace(after, deviation=max(after.deviation, LEAST_DEVIATION)))
