"""Solutions that endgame tables prove: the only move that wins, or the only one that does not lose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from damero.domain.game import Move, Position
from damero.domain.puzzle import Goal, Puzzle, Step

LONGEST = 11
"""Plies of a solution."""
LEAST_STEPS = 3
LEAST_PLIES = 5
"""A win that comes sooner is not a puzzle."""
MOST_ALTERNATIVES = 3
"""This many moves may be right at the last ply."""
WIN, DRAW, LOSS = 1, 0, -1
GOALS = {WIN: Goal.WIN, DRAW: Goal.DRAW}
RESULTS = {goal: result for result, goal in GOALS.items()}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move with its result for the mover."""

    move: Move
    result: int
    plies: int


Rank = Callable[[Position], list[Ranked]]
"""Every legal move, the best first: quick wins before slow ones, slow losses before quick ones."""


@dataclass(frozen=True, slots=True)
class ExactSolution:
    goal: Goal
    steps: tuple[Step, ...]
    positions: tuple[Position, ...]


def find_exact_solution(rank: Rank, start: Position) -> ExactSolution | None:
    ranked = rank(start)
    best = ranked[0]
    right = moves_with(ranked, best.result)
    if best.result not in GOALS or len(right) != 1 or (best.result == WIN and best.plies < LEAST_PLIES):
        return None
    steps: list[Step] = [(str(right[0]),)]
    positions = [start, start.play(right[0])]
    while len(steps) < LONGEST and positions[-1].outcome is None:
        after = positions[-1].play(best_defence(rank, positions[-1]))
        right = moves_with(rank(after), best.result)
        if after.outcome is not None or len(right) > MOST_ALTERNATIVES or _is_repeated(after, positions):
            break
        steps += [(after.plies[-1].text,), tuple(map(str, right))]
        positions += [after, after.play(right[0])]
        if len(right) > 1:
            break
    return ExactSolution(GOALS[best.result], tuple(steps), tuple(positions)) if len(steps) >= LEAST_STEPS else None


def _is_repeated(position: Position, earlier: list[Position]) -> bool:
    return any(position.text == before.text for before in earlier)


def moves_with(ranked: list[Ranked], result: int) -> list[Move]:
    return [each.move for each in ranked if each.result == result]


def best_defence(rank: Rank, position: Position) -> Move:
    """Of the moves with the best result and the slowest loss, one that leaves fewest right answers."""
    ranked = rank(position)
    best = [each.move for each in ranked if (each.result, each.plies) == (ranked[0].result, ranked[0].plies)]
    return min(best, key=lambda move: _right_answers(rank, position.play(move)))


def _right_answers(rank: Rank, position: Position) -> int:
    ranked = rank(position)
    return len(moves_with(ranked, ranked[0].result)) if ranked else 0


def exact_fault(rank: Rank, puzzle: Puzzle, positions: tuple[Position, ...]) -> str | None:
    """Where the tables know other right moves than the solution."""
    for ply in range(0, len(puzzle.solution), 2):
        right = {str(move) for move in moves_with(rank(positions[ply]), RESULTS[puzzle.goal])}
        if right != set(puzzle.solution[ply]):
            return f"ply {ply + 1}: the tables say {', '.join(sorted(right)) or 'none'}"
    return None
