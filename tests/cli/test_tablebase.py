from __future__ import annotations

import json

from tests.cli.running import damero


def test_tables_are_built_checked_and_queried() -> None:
    assert "up to 3 pieces" in damero("tablebase", "build", "english", "--pieces", "3").out
    assert damero("tablebase", "ask", "english", "--position", "W:WK1,K2:BK32").lines[0].split()[0] == "win"
    checked = damero("tablebase", "check", "english")
    assert "3 pieces: 198,768 entries, 0 faults" in checked.lines
    assert "the checksums match" in checked.lines[-1]
    assert any("KK v K" in line for line in damero("tablebase", "info", "english").lines)
    assert json.loads(damero("tablebase", "info", "english", "--json").out)["0m1k-0m1k"] == [230, 108, 654, 11]


def test_the_list_shows_the_tables_of_each_game() -> None:
    damero("tablebase", "build", "italian", "--pieces", "2")
    listed = {each["game"]: each for each in json.loads(damero("tablebase", "list", "--json").out)}
    assert listed["italian"]["pieces"] >= 2
    assert listed["italian"]["bytes"] > 1000
    assert "international" in listed
    assert any(line.startswith("italian") and "up to" in line for line in damero("tablebase", "list").lines)
    assert "NO_GAME" in damero("tablebase", "info").err


def test_unsupported_games_and_positions_are_refused() -> None:
    assert damero("tablebase", "build", "english", "--threads", "0").code == 2
    assert "2 to 4 pieces" in damero("tablebase", "build", "international", "--pieces", "5").err
    assert "NO_TABLEBASE" in damero("tablebase", "ask", "banqi").err
    assert "TOO_MANY_PIECES" in damero("tablebase", "ask", "english").err
