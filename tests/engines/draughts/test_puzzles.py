"""Draughts puzzles: which positions are worth a search, and what a solution is about."""

from __future__ import annotations

import pytest

from damero.domain.catalogue import game
from damero.domain.draughts import DraughtsGame, Position
from damero.domain.puzzle import Puzzle, Theme
from damero.domain.puzzle_file import read_puzzle
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.puzzles.candidates import Candidate
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
