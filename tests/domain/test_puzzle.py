"""A puzzle, its text, and the referee's judgement of tries."""

from __future__ import annotations

import pytest

from damero.domain.errors import BadText, IllegalMove
from damero.domain.puzzle import Goal, Proof, Puzzle, Theme, judge_moves, play_solution, solver_of
from damero.domain.puzzle_file import PuzzleFile, read_file, write_file

SHOT = Puzzle(
    game="drafti",
    start="B:W19,20,21,22,23,27:B6,11,12,13,14,16",
    solution=(("13-17",), ("22x13",), ("14-18",), ("23x14",), ("16x23x32",)),
    goal=Goal.WIN,
    themes=(Theme.SHOT, Theme.FORCED_CHAIN),
    proof=Proof(17),
    rating=1263,
)
ENDING = Puzzle(
    game="spanish",
    start="B:WK3,25,K28:BK32",
    solution=(("32-18",), ("3-7",), ("18x29",), ("7-11",), ("29x8", "29x4")),
    goal=Goal.DRAW,
    themes=(Theme.HOLD_THE_DRAW,),
    proof=Proof(),
    rating=1800,
)
FILE = PuzzleFile("drafti", 1, "damero puzzles mine drafti --count 1 --seed 1", "MIT", 3, (SHOT,))


def test_a_right_move_is_answered() -> None:
    judged = judge_moves(SHOT, ["13-17"])
    assert judged.is_right
    assert judged.reply == "22x13"
    assert judged.after.to_move == solver_of(SHOT) == "black"


def test_the_last_right_move_solves_the_puzzle() -> None:
    judged = judge_moves(SHOT, ["13-17", "14-18", "16x32"])
    assert judged.is_solved
    assert judged.move == "16x23x32"


def test_a_wrong_move_ends_the_try_in_the_position_after_it() -> None:
    judged = judge_moves(SHOT, ["14-17", "14-18"])
    assert not judged.is_right
    assert judged.move == "14-17"
    assert judged.after.to_move == "white"


def test_an_illegal_move_is_refused_as_in_a_match() -> None:
    with pytest.raises(IllegalMove):
        judge_moves(SHOT, ["16-19"])


@pytest.mark.parametrize("last", ["29x8", "29x4"])
def test_every_alternative_of_the_last_move_solves_the_puzzle(last: str) -> None:
    assert judge_moves(ENDING, ["32-18", "18x29", last]).is_solved


def test_the_solution_is_played_by_the_referee() -> None:
    assert [position.to_move for position in play_solution(ENDING)] == ["black", "white"] * 3


def test_a_file_is_read_as_it_was_written() -> None:
    assert read_file(write_file(FILE)) == FILE


@pytest.mark.parametrize(
    ("damage", "line"),
    [(("damero puzzles 1", "damero puzzles 9"), 1), (("\twin\t", "\tlose\t"), 8), (("\t17\t", "\t"), 8)],
)
def test_a_damaged_file_is_refused_with_its_line(damage: tuple[str, str], line: int) -> None:
    with pytest.raises(BadText) as refusal:
        read_file(write_file(FILE).replace(*damage))
    assert refusal.value.line == line


def test_an_incomplete_header_is_refused() -> None:
    with pytest.raises(BadText, match=r"header of the puzzle file"):
        read_file(write_file(FILE).replace("rules: 1\n", ""))
