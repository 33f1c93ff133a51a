"""Finding puzzles: the same seed finds the same, and an unfinished file is continued."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from damero.domain.errors import DameroError
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme
from damero.engines.bulk import OneByOne, open_bulk
from damero.engines.puzzles.check import check
from damero.engines.puzzles.mine import MiningPlan, mine
from damero.engines.puzzles.quota import Collection, Quota
from damero.engines.puzzles.rating import rating_of


def plan(out: Path, count: int = 3) -> MiningPlan:
    return MiningPlan("russian", count, seed=7, out=out)


def show(_done: int, _total: int, _note: str) -> None:
    """No progress is shown."""


def test_an_interrupted_file_is_continued_to_the_same_end(tmp_path: Path) -> None:
    whole = mine(plan(tmp_path / "whole.txt"), OneByOne(), show)

    def interrupt(done: int, total: int, _note: str) -> None:
        if done and done < total:
            raise KeyboardInterrupt

    path = tmp_path / "parts.txt"
    with pytest.raises(KeyboardInterrupt):
        mine(plan(path), OneByOne(), interrupt)
    assert mine(plan(path), OneByOne(), show) == whole
    assert path.read_text() == (tmp_path / "whole.txt").read_text()
    with open_bulk("local", 2) as bulk:
        assert mine(plan(tmp_path / "others.txt"), bulk, show) == whole
    assert [checked.fault for checked in check(whole.puzzles)] == [None] * 3


def test_a_file_of_another_command_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    mine(plan(path, count=1), OneByOne(), show)
    with pytest.raises(DameroError, match=r"OTHER_SOURCE"):
        mine(plan(path, count=2), OneByOne(), show)


def test_a_false_solution_is_not_proved(tmp_path: Path) -> None:
    puzzle = mine(plan(tmp_path / "some.txt", count=1), OneByOne(), show).puzzles[0]
    start = puzzle.start_position()
    others = [str(move) for move in start.legal_moves() if str(move) != puzzle.solution[0][0]]
    false = [replace(puzzle, solution=((other,),)) for other in others]
    assert all(checked.fault for checked in check(false))


def test_an_illegal_solution_is_not_proved() -> None:
    puzzle = Puzzle("drafti", "W:W22:B11", (("22-13",),), Goal.WIN, (Theme.SHOT,), Proof(8), 1000)
    assert all(checked.fault for checked in check([puzzle, replace(puzzle, solution=(("22-18",), ("11-15",)))]))


def test_a_kind_of_puzzle_fills_no_more_than_its_share() -> None:
    puzzles = [
        Puzzle("drafti", f"start {number}", (("22-18",),), Goal.WIN, (Theme.SHOT,), Proof(8), 1000 + 500 * (number % 2))
        for number in range(8)
    ]
    collection = Collection(4, quotas=(Quota(lambda puzzle: puzzle.rating < 1200, 0.5),))
    assert [collection.add(puzzle) for puzzle in puzzles] == [True, True, True, True, False, False, False, False]
    collection = Collection(6, quotas=(Quota(lambda puzzle: puzzle.rating < 1200, 0.5),))
    assert [collection.add(puzzle) for puzzle in puzzles] == [True] * 6 + [False] * 2
    assert not Collection(9, tuple(puzzles)).add(puzzles[0])


def test_a_puzzle_is_as_hard_as_the_levels_that_fail() -> None:
    from_level = [rating_of(lambda level, _seed, least=least: level >= least, 1) for least in (2, 4, 7, 9)]
    assert from_level == sorted(from_level)
    assert rating_of(lambda _level, _seed: False, 3) > rating_of(lambda _level, _seed: False, 1)
