"""PDN files as game trees."""

from __future__ import annotations

from pathlib import Path

import pytest

import damero
from damero.domain.errors import DameroError

GAME = '[Event "Test"]\n[GameType "21"]\n1. 11-15 {Old Faithful} 23-19 (22-18! 15x22 2. 25x18 (2. 26x17)) 2. 8-11 *\n'


def test_comments_variations_and_glyphs_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME + GAME.replace("Test", "Second"))
    first, second = damero.read_pdn(file)
    assert (first.header("Event"), second.header("Event")) == ("Test", "Second")
    assert first.at(("11-15",)).comment == "Old Faithful"
    assert first.at(("11-15", "22-18")).symbols == "!"
    assert [ply.text for ply in first.position(("11-15", "22-18", "15x22", "25x18")).plies][-1] == "25x18"
    assert len(list(first.positions())) == 4


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    file, again = tmp_path / "games.pdn", tmp_path / "again.pdn"
    file.write_text(GAME)
    (tree,) = damero.read_pdn(file)
    again.write_text(damero.write_pdn(tree))
    assert list(damero.read_pdn(again)) == [tree]


def test_a_mistake_is_told_and_the_other_games_are_read(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(GAME.replace("8-11", "8-12") + GAME)
    with pytest.warns(UserWarning, match="Game 1: line 3"):
        first, second = damero.read_pdn(file)
    assert len(first.moves) == 2
    assert len(second.moves) == 3


def test_what_was_guessed_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(2 * '[Event "Test"]\n1. 11-15 23-19 2. 8-11 22-17 *\n')
    with pytest.warns(UserWarning, match="Game 1: Nothing names the game") as told:
        first, second = damero.read_pdn(file)
    assert len(told) == 1
    assert first.start.info == second.start.info


def test_a_missing_file_is_told() -> None:
    with pytest.raises(DameroError, match="NO_SUCH_FILE"):
        list(damero.read_pdn("missing.pdn"))
