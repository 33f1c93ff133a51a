"""Terminals get colour, tables and progress bars; files and pipes get plain text."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.pseudo_terminal import pseudo_terminal
from tests.cli.running import damero

IN_COLOUR = {"NO_COLOR": "", "COLUMNS": "120"}
RED_ERROR = "\x1b[1;31merror:\x1b[0m "


def test_an_error_is_red_on_a_terminal() -> None:
    with pseudo_terminal("moves", "spansh", environment=IN_COLOUR) as terminal:
        terminal.wait_for(f"{RED_ERROR}UNKNOWN_GAME There is no game 'spansh'.")
        assert terminal.exit_code() == 1


def test_an_error_has_no_colour_if_the_user_wants_none() -> None:
    with pseudo_terminal("moves", "spansh", environment={"NO_COLOR": "1"}) as terminal:
        assert "\x1b[1;31m" not in terminal.wait_for("UNKNOWN_GAME")


def test_a_long_error_is_one_line_on_a_narrow_terminal() -> None:
    with pseudo_terminal("moves", "spansh", environment={"NO_COLOR": "1", "COLUMNS": "30"}) as terminal:
        terminal.wait_for("There is no game 'spansh'. Did you mean spanish or spanish-federation?\r\n")


def test_the_games_are_a_table_on_a_terminal() -> None:
    with pseudo_terminal("games", environment=IN_COLOUR) as terminal:
        shown = terminal.wait_for("Banqi (Taiwan)")
        assert terminal.exit_code() == 0
    assert "─────" in shown
    assert "\x1b[1mspanish" in shown


def test_a_match_shows_its_progress_on_a_terminal() -> None:
    arguments = ("match", "english", "depth=1", "1", "--games", "2", "--processes", "1")
    with pseudo_terminal(*arguments, environment=IN_COLOUR) as terminal:
        assert "Playing" in terminal.wait_for("2/2")
        terminal.wait_for("english: depth=1 against 1, 2 games\r\n")
        assert terminal.exit_code() == 0


def test_a_match_shows_no_progress_anywhere_else() -> None:
    assert damero("match", "english", "depth=1", "1", "--games", "2", "--processes", "1").err == ""


@pytest.mark.parametrize("arguments", [("games",), ("moves", "spanish"), ("--help",), ("serve", "--help")])
def test_slow_libraries_are_not_loaded_for_plain_output(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "damero", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "damero.cli.main" in loaded
    assert loaded.isdisjoint({"rich", "litestar", "uvicorn", "asyncio", "damero.bootstrap", "damero.engines.levels"})
