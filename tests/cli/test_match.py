from __future__ import annotations

import json
from pathlib import Path

from tests.cli.pseudo_terminal import pseudo_terminal
from tests.cli.running import damero


def test_a_match_prints_its_score_and_the_elo_difference() -> None:
    ran = damero("match", "english", "depth=2", "1", "--games", "2", "--processes", "1")
    assert ran.code == 0
    assert ran.lines[0] == "english: depth=2 against 1, 2 games"
    assert ran.lines[2].startswith("Elo ")


def test_a_match_prints_json_and_a_sequential_test() -> None:
    asked = ("match", "english", "1", "1", "--games", "2", "--processes", "1")
    facts = json.loads(damero(*asked, "--json").out)
    assert facts["wins"] + facts["draws"] + facts["losses"] == facts["games"] == 2
    assert "not yet decided" in damero(*asked, "--sprt", "0", "50").out


def test_an_unknown_engine_is_refused() -> None:
    ran = damero("match", "english", "strong", "1")
    assert (ran.code, "names no player" in ran.err) == (1, True)


def test_an_interrupted_match_ends_without_a_traceback() -> None:
    with pseudo_terminal("match", "international", "6", "6", environment={}) as terminal:
        for _ in range(10):  # until the worker processes are starting
            terminal.wait_for("0/100")
        terminal.interrupt()
        assert terminal.exit_code() == 130
        assert "Traceback" not in terminal.shown


def test_a_match_goes_on_from_its_file_and_other_places_are_refused(tmp_path: Path) -> None:
    asked = ("match", "english", "1", "1", "--processes", "1", "--out", str(tmp_path / "match"), "--games")
    damero(*asked, "2")
    assert ", 4 games" in damero(*asked, "4").lines[0]
    assert len((tmp_path / "match").read_bytes().splitlines()) == 3
    assert "OTHER_MATCH" in damero(*asked, "4", "--seed", "2").err
    refused = damero("match", "english", "1", "1", "--on", "ray://")
    assert (refused.code, "is not local, ray or ray://HOST:PORT" in refused.err) == (2, True)
