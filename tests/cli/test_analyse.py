from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import damero
from tests.records import signed_record

from damero.domain.catalogue import game
from damero.domain.record import write_record

PDN = '[GameType "25"]\n1. 22-17 11-16 2. 24-20 16-19 3. 23x16 12x19 *\n'


def test_a_pdn_game_is_judged_and_its_graphs_are_written(tmp_path: Path) -> None:
    file, picture, drawing = tmp_path / "game.pdn", tmp_path / "course.png", tmp_path / "course.svg"
    file.write_text(PDN)
    ran = damero("analyse", str(file), "--nodes", "500", "--png", str(picture), "--svg", str(drawing))
    assert ran.code == 0
    assert ran.lines[0].split()[:3] == ["1.", "White", "22-17"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert drawing.read_text().startswith("<svg")
    assert ran.lines[-2].startswith("White: accuracy ")
    assert "0 blunders" in ran.lines[-2]


def test_the_better_line_is_scored_for_the_side_that_moves_first(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text('[GameType "25"]\n[FEN "W:W21,24,28,32:B9,10,11,12"]\n1. 24-20 11-16 2. 20x11 *\n')
    lines = damero("analyse", str(file), "--nodes", "500").lines
    blundered = next(line for line in lines if "better" in line)
    assert blundered.split()[1] == "Black"
    assert float(blundered.split("(")[1].split(")")[0]) < 0 < float(blundered.split()[3])


def test_a_record_of_a_game_with_hidden_pieces_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(signed_record(game("banqi"), 3, plies=400)))
    judged = json.loads(damero("analyse", str(file), "--nodes", "50", "--json").out)["moves"]
    assert [judgement["ply"] for judgement in judged] == list(range(1, len(judged) + 1))
    assert any(judgement["luck"] for judgement in judged)


@pytest.mark.parametrize(
    ("content", "number", "sentence"),
    [(PDN, 2, "There is no game 2"), ('[White "Ana"] *', 1, "rules"), ("[GameType", 1, "line 1")],
)
def test_a_game_that_cannot_be_judged_is_refused(tmp_path: Path, content: str, number: int, sentence: str) -> None:
    file = tmp_path / "game.pdn"
    file.write_text(content)
    ran = damero("analyse", str(file), "--number", str(number))
    assert ran.code == 1
    assert sentence in ran.err


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path: Path) -> None:
    assert "NO_SUCH_FILE" in damero("analyse", str(tmp_path / "none.pdn")).err
    file = tmp_path / "game.pdn"
    file.write_text(PDN)
    ran = damero("analyse", str(file), "--nodes", "100", "--svg", str(tmp_path / "no" / "course.svg"))
    assert (ran.code, "CANNOT_WRITE" in ran.err) == (1, True)


def test_an_ending_is_judged_by_the_tables(tmp_path: Path) -> None:
    file = tmp_path / "ending.pdn"
    file.write_text('[GameType "21"]\n[SetUp "1"]\n[FEN "W:WK6,K9:BK1"]\n1. 9-13 1x10 *\n')
    ran = damero("analyse", str(file), "--nodes", "100")
    assert "9-13??" in ran.lines[0]
    assert "The ending 2 × king v king is won by the tables; this move only draws." in ran.lines[0]
    assert "drawn" in ran.lines[0]
    judged = json.loads(damero("analyse", str(file), "--nodes", "100", "--json").out)["moves"]
    assert judged[0]["known_before"] == {"winner": "white", "plies": 15}
    assert (judged[0]["known"]["winner"], judged[0]["mark"]) == (None, "??")


def test_a_position_is_analysed_ever_deeper() -> None:
    ran = damero("analyse", "--game", "russian", "--lines", "2", "--time", "0.2")
    assert ran.code == 0
    assert ran.lines[0].startswith("depth 1 ")
    assert len([line for line in ran.lines if line.startswith("depth ")]) * 3 == len(ran.lines)


def test_the_analysis_of_a_position_is_printed_as_json() -> None:
    position = "????????/???R????/????????/???????? r -"
    found = [
        json.loads(line)
        for line in damero("analyse", "--game", "banqi", "--position", position, "--time", "0.2", "--json").lines
    ]
    assert found[-1]["lines"]
    assert found[-1]["odds"][0]["kinds"]


def test_there_must_be_something_to_analyse() -> None:
    ran = damero("analyse")
    assert (ran.code, "--game" in ran.err) == (1, True)
