from __future__ import annotations

import json

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
