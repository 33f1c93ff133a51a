"""Proves puzzles again: the referee plays the solution, then a search or tables compare the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle, play_solution
from damero.engines.registry import puzzle_maker


@dataclass(frozen=True, slots=True)
class Checked:
    puzzle: Puzzle
    fault: str | None
    """None for a puzzle that is proved."""


def legality_fault(puzzle: Puzzle) -> str | None:
    """What the referee says against the solution."""
    if len(puzzle.solution) % 2 == 0:
        return "the solution does not end with a move of the solver"
    if any(len(step) > 1 for step in puzzle.solution[:-1]):
        return "only the last move can have alternatives"
    try:
        play_solution(puzzle)
    except DameroError as refusal:
        return str(refusal)
    return None


def check(puzzles: Iterable[Puzzle]) -> Iterator[Checked]:
    for puzzle in puzzles:
        yield Checked(puzzle, legality_fault(puzzle) or puzzle_maker(game(puzzle.game)).fault_of(puzzle))
