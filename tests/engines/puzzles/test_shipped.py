"""The puzzles that come with Damero. `damero puzzles check` proves all of them; here it is a sample."""

from __future__ import annotations

from random import Random

import pytest

from damero.domain.catalogue import game
from damero.engines.puzzles.check import check, legality_fault
from damero.engines.puzzles.shipped import FOLDER, games_with_puzzles, paths_of, puzzles_of, read_path

MOST_BYTES = 1_500_000
SAMPLE = 20

GAMES = games_with_puzzles()
LEAST = dict.fromkeys(
    (
        *("spanish", "spanish-federation", "checkers", "drafti", "drafti-federation"),
        *("russian", "english", "international"),
    ),
    500,
) | {"banqi": 300}
"""What is promised."""


def test_all_files_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


@pytest.mark.parametrize("game_id", GAMES)
def test_every_solution_is_legal_and_every_puzzle_is_there_once(game_id: str) -> None:
    puzzles = puzzles_of(game_id)
    assert {puzzle.id: fault for puzzle in puzzles if (fault := legality_fault(puzzle))} == {}
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) > 0


def test_there_are_enough_for_many_evenings() -> None:
    assert {game_id: count for game_id, least in LEAST.items() if (count := len(puzzles_of(game_id))) < least} == {}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_files_are_of_the_current_rules(game_id: str) -> None:
    files = [read_path(path) for path in paths_of(game_id)]
    assert {(file.game, file.rules) for file in files} == {(game_id, game(game_id).info.version)}
    assert not files[0].source.count("--theme"), "the file of all themes comes first"
    assert sum(len(file.puzzles) for file in files) == len(puzzles_of(game_id)), "no file repeats another's"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_sample_of_the_solutions_is_proved_again(game_id: str) -> None:
    puzzles = puzzles_of(game_id)
    sample = Random(game_id).sample(puzzles, min(SAMPLE, len(puzzles)))
    assert {checked.puzzle.start: checked.fault for checked in check(sample) if checked.fault} == {}
