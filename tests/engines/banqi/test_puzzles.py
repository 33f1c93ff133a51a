"""Puzzles of Banqi: endings that are solved exactly."""

from __future__ import annotations

from damero.domain.catalogue import game
from damero.domain.puzzle import Goal, Theme
from damero.engines.banqi.puzzles import BanqiPuzzles


def test_where_won_endings_are_wanted_nothing_else_is_looked_for() -> None:
    maker = BanqiPuzzles()
    found = [
        puzzle for seed in (1_000_003, 1_000_004) for puzzle in maker.find(game("banqi"), seed, Theme.EXACT_ENDING)
    ]
    assert {(puzzle.goal, puzzle.themes, puzzle.proof.depth) for puzzle in found} <= {
        (Goal.WIN, (Theme.EXACT_ENDING,), None)
    }
    assert [maker.fault_of(puzzle) for puzzle in found] == [None] * len(found)
