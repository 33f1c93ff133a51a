"""`damero puzzles`."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.running import damero


def test_puzzles_are_mined_checked_and_shown(tmp_path: Path) -> None:
    path = str(tmp_path / "some.txt")
    assert "2 puzzles from" in damero("puzzles", "mine", "pool", "--count", "2", "--seed", "3", "--out", path).out
    assert damero("puzzles", "check", "--file", path).lines == ["pool: 2 of 2 puzzles proved"]
    shown = damero("puzzles", "show", "--file", path)
    assert "solution: " in shown.out
    assert "a b c d e f g h" in shown.out
    [puzzle] = damero("puzzles", "show", "--file", path, "--json").json
    assert puzzle["game"] == "pool"


def test_the_side_to_move_in_banqi_is_named_by_its_colour() -> None:
    shown = damero("puzzles", "show", "banqi", "--count", "3")
    assert re.findall("(Red|Black) to move", shown.out)
    assert "First" not in shown.out


def test_a_false_solution_is_reported_and_fails(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    damero("puzzles", "mine", "pool", "--count", "1", "--seed", "3", "--out", str(path))
    *header, line = path.read_text().splitlines()
    start, _, *rest = line.split("\t")
    path.write_text("\n".join([*header, "\t".join([start, "1-32", *rest]), ""]))
    ran = damero("puzzles", "check", "--file", str(path))
    assert ran.code == 1
    assert "FAULTY_PUZZLES" in ran.err


def test_bad_requests_are_refused(tmp_path: Path) -> None:
    assert "NO_FILE" in damero("puzzles", "mine", "pool").err
    assert damero("puzzles", "check", "--file", str(tmp_path / "missing.txt")).code == 1
    assert damero("puzzles", "show", "no-such-game").code == 1
