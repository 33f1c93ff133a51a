"""Draughts puzzles: which positions are worth a search, and what a solution is about."""

from __future__ import annotations

import pytest

from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame, Position
from damero.domain.puzzle import Puzzle, Theme
from damero.domain.puzzle_file import read_puzzle
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.puzzles.candidates import Candidate
from damero.engines.draughts.puzzles.endings import passed, rank, wins_by_opposition
from damero.engines.draughts.puzzles.examiner import examiner_of
from damero.engines.draughts.puzzles.maker import DraughtsPuzzles, is_promising

SHOT = "B:W19,20,21,22,23,27:B6,11,12,13,14,16\t13-17 22x13 14-18 23x14 16x23x32\twin\tshot\t17\t1263"


def puzzle(line: str) -> Puzzle:
    return read_puzzle("drafti", line)


def candidate(text: str) -> tuple[DraughtsGame, Candidate]:
    played = game("drafti")
    assert isinstance(played, DraughtsGame)
    position = played.read_position(text)
    assert isinstance(position, Position)
    return played, Candidate(pieces_of(position.board), position.turn == "black")


@pytest.mark.parametrize(("text", "promising"), [("W:W32:B1", False), (SHOT.split("\t")[0], True)])
def test_a_position_without_a_choice_is_not_searched(text: str, *, promising: bool) -> None:
    played, found = candidate(text)
    assert is_promising(examiner_of(played.rules), found) is promising
    assert found.position(played.rules) == played.read_position(text)


def test_a_solution_that_stops_before_the_best_reply_is_found_out() -> None:
    maker = DraughtsPuzzles()
    assert maker.fault_of(puzzle(SHOT)) is None
    assert "ply 1" in str(maker.fault_of(puzzle(SHOT.replace("13-17 22x13 14-18 23x14 16x23x32", "6-10"))))


def test_found_puzzles_name_what_happens_in_them() -> None:
    found = [each for seed in range(2) for each in DraughtsPuzzles().find(game("drafti"), seed)]
    shots = [each for each in found if Theme.SHOT in each.themes]
    assert all(each.start_position().after(each.solution[0][0], each.solution[1][0]).plies[-1].taken for each in shots)
    assert all(each.themes for each in found)
    assert found


OPPOSITION = "W:WK2,K26:BK4,K31"
"""White wins by 26-23 alone, and only because Black must then move."""


def test_an_ending_is_won_by_the_opposition_if_the_opponent_could_hold_it_by_passing() -> None:
    start = game("english").read_position(OPPOSITION)
    assert isinstance(start, Position)
    assert wins_by_opposition(start)
    after = start.play("26-23")
    assert isinstance(after, Position)
    waiting = passed(after)
    assert waiting is not None
    assert rank(waiting)[0].result == 0, "with White to move it is a draw"
    assert not wins_by_opposition(after)


def test_puzzles_of_one_theme_are_looked_for() -> None:
    batches = (DraughtsPuzzles().find(game("english"), seed, Theme.OPPOSITION) for seed in range(1_000_000, 1_000_050))
    found = next(puzzle for batch in batches for puzzle in batch)
    assert Theme.OPPOSITION in found.themes
    assert DraughtsPuzzles().fault_of(found) is None
