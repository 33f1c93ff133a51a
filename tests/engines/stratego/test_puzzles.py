"""Stratego puzzles: fights at the odds that counting gives, proved without knowing what is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.domain.stratego.positions import text_of

from damero.domain.catalogue import game
from damero.domain.puzzle import Puzzle, Theme, judge_moves
from damero.domain.puzzle_file import read_puzzle
from damero.domain.stratego import View
from damero.engines.puzzles.shipped import puzzles_of
from damero.engines.stratego.puzzles import StrategoPuzzles, counted_odds, fights

MAKER = StrategoPuzzles()
ENDING = f"{text_of('r', e4='K', a1='M', e5='@', j10='@', i10='@')} moved:e5 fallen:POWXQ"


def view_of(position: str) -> View:
    view = game("barrage").read_view(position)
    assert isinstance(view, View)
    return view


def a_puzzle() -> Puzzle:
    return next(puzzle for puzzle in puzzles_of("barrage") if Theme.FIGHT in puzzle.themes)


def test_odds_are_counted_from_what_has_moved_and_what_has_fallen() -> None:
    """Left are the flag, a bomb and a scout; the piece that has moved is the scout."""
    view = view_of(ENDING)
    odds = {odds.squares: dict(odds.kinds) for odds in counted_odds(view)}
    unmoved = dict(view.hidden)
    assert sum(unmoved.values()) == 3, unmoved
    moved = odds[("e5",)]
    assert moved == {"blue-scout": 1.0}
    assert odds[("i10", "j10")]["blue-flag"] == pytest.approx(0.5, abs=0.002)


def test_an_attack_is_won_drawn_or_lost_by_these_odds() -> None:
    view = view_of(ENDING)
    assert fights(view)["e4xe5"].wins == 1.0


@pytest.mark.parametrize("game_id", ["barrage", "stratego"])
def test_mined_puzzles_are_proved_and_ask_about_a_fight(game_id: str) -> None:
    found = next(puzzle for seed in range(9) for puzzle in MAKER.find(game(game_id), seed))
    assert MAKER.fault_of(found) is None
    assert set(found.themes) <= {Theme.FIGHT, Theme.NO_FIGHT}
    others = [str(move) for move in found.start_position().legal_moves() if (str(move),) not in found.solution]
    assert MAKER.fault_of(replace(found, solution=((others[0],),)))


def test_judging_a_try_does_not_tell_what_nobody_knows() -> None:
    puzzle = a_puzzle()
    fight = puzzle.solution[0][0]
    assert "x" in fight
    judged = judge_moves(puzzle, [fight])
    assert judged.is_solved
    assert judged.move == fight, "without the ranks of the pieces"


def test_a_text_without_the_moved_pieces_has_other_odds() -> None:
    puzzle = a_puzzle()
    plain = " ".join(puzzle.start.split(" ")[:2])
    assert counted_odds(view_of(puzzle.start)) != counted_odds(view_of(plain))
    line = "\t".join((plain, puzzle.solution[0][0], "odds", "fight", "6", "1000"))
    assert read_puzzle("barrage", line).start == plain
