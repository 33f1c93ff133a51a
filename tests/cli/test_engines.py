"""`damero bestmove`, `match`, `analyse` and `tablebase`, asked as people ask them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import damero, damero_process
from tests.records import record_of_random_game

from damero.domain.catalogue import game
from damero.domain.record import write_record

PDN = '[GameType "25"]\n1. 22-17 11-16 2. 24-20 16-19 3. 23x16 12x19 *\n'


@pytest.fixture(autouse=True)
def tables_of_their_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAMERO_TABLEBASES", str(tmp_path_factory.getbasetemp() / "tables"))


def test_bestmove_says_move_score_depth_and_line() -> None:
    ran = damero("bestmove", "russian", "--nodes", "2000", "--seed", "1")
    words = ran.out.split()
    assert ran.code == 0
    assert words[1::2][:3] == ["score", "depth", "nodes"]
    assert words[words.index("line") + 1] == words[0]


def test_a_seed_decides_the_same_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = set()
    for hash_seed in ("1", "2", "3"):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        answers.add(damero_process("bestmove", "spanish", "--level", "5", "--nodes", "300", "--seed", "5").out)
    assert len(answers) == 1


def test_bestmove_takes_the_only_capture() -> None:
    ran = damero("bestmove", "spanish", "--position", "W:W22:B18", "--depth", "2", "--json")
    answer = json.loads(ran.out)
    assert answer["move"] == "22x15"


def test_bestmove_answers_a_stream_line_by_line() -> None:
    ran = damero("bestmove", "spanish", "--depth", "2", "--position", "-", typed="W:W22:B18\nnonsense\nB:WK1:B12\n")
    assert ran.code == 1
    assert [line.split()[0] for line in ran.lines] == ["22x15", "error:", "12-16"]


@pytest.mark.parametrize("arguments", [("--time", "0"), ("--nodes", "-3"), ("--depth", "x")])
def test_bestmove_refuses_limits_that_are_none(arguments: tuple[str, str]) -> None:
    assert damero("bestmove", "russian", *arguments).code == 2


def test_bestmove_refuses_a_game_that_is_over_and_a_level_that_is_none() -> None:
    over = damero("bestmove", "russian", "--position", "W:W:B1")
    assert (over.code, "no move to choose" in over.err) == (1, True)
    assert damero("bestmove", "russian", "--level", "9").code == 1


def test_bestmove_plays_banqi_from_what_lies_open() -> None:
    ran = damero("bestmove", "banqi", "--nodes", "500", "--position", "????????/???R????/????????/???????? r -")
    assert (ran.code, ran.lines[0][2]) == (0, "?")


def test_a_match_is_told_with_its_error() -> None:
    ran = damero("match", "english", "depth=2", "1", "--games", "2", "--processes", "1")
    assert ran.code == 0
    assert ran.lines[0] == "english: depth=2 against 1, 2 games"
    assert ran.lines[2].startswith("Elo ")


def test_a_match_answers_in_json_and_tests_a_difference() -> None:
    asked = ("match", "english", "1", "1", "--games", "2", "--processes", "1")
    facts = json.loads(damero(*asked, "--json").out)
    assert facts["wins"] + facts["draws"] + facts["losses"] == facts["games"] == 2
    assert "not yet decided" in damero(*asked, "--sprt", "0", "50").out


def test_a_match_of_nobody_is_refused() -> None:
    ran = damero("match", "english", "strong", "1")
    assert (ran.code, "names no player" in ran.err) == (1, True)


def test_a_pdn_game_is_judged_and_drawn(tmp_path: Path) -> None:
    file, picture, drawing = tmp_path / "game.pdn", tmp_path / "course.png", tmp_path / "course.svg"
    file.write_text(PDN)
    ran = damero("analyse", str(file), "--nodes", "500", "--png", str(picture), "--svg", str(drawing))
    assert ran.code == 0
    assert ran.lines[0].split()[:3] == ["1.", "white", "22-17"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert drawing.read_text().startswith("<svg")
    assert ran.lines[-2].startswith("white: 0 blunders")


def test_what_would_have_been_better_is_told_for_the_side_that_moves_first(tmp_path: Path) -> None:
    file = tmp_path / "game.pdn"
    file.write_text('[GameType "25"]\n[FEN "W:W21,24,28,32:B9,10,11,12"]\n1. 24-20 11-16 2. 20x11 *\n')
    lines = damero("analyse", str(file), "--nodes", "500").lines
    blundered = next(line for line in lines if "better" in line)
    assert blundered.split()[1] == "black"
    assert float(blundered.split("(")[1].rstrip(")")) < 0 < float(blundered.split()[3])


def test_a_record_of_a_game_with_secrets_is_judged(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(write_record(record_of_random_game(game("banqi"), 3)))
    judged = json.loads(damero("analyse", str(file), "--nodes", "50", "--json").out)
    assert [judgement["ply"] for judgement in judged] == list(range(1, len(judged) + 1))
    assert any(judgement["luck"] for judgement in judged)


@pytest.mark.parametrize(
    ("content", "sentence"), [(PDN, "There is no game 2"), ("1. 22-18 *", "rules"), ("[GameType", "line 1")]
)
def test_what_cannot_be_judged_is_said(tmp_path: Path, content: str, sentence: str) -> None:
    file = tmp_path / "game.pdn"
    file.write_text(content)
    ran = damero("analyse", str(file), "--number", "2")
    assert ran.code == 1
    assert sentence in ran.err


def test_a_file_that_is_not_there_and_a_place_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    assert "NO_SUCH_FILE" in damero("analyse", str(tmp_path / "none.pdn")).err
    file = tmp_path / "game.pdn"
    file.write_text(PDN)
    ran = damero("analyse", str(file), "--nodes", "100", "--svg", str(tmp_path / "no" / "course.svg"))
    assert (ran.code, "CANNOT_WRITE" in ran.err) == (1, True)


def test_tablebases_are_built_checked_and_asked() -> None:
    assert "up to 3 pieces" in damero("tablebase", "build", "english", "--pieces", "3").out
    assert damero("tablebase", "ask", "english", "--position", "W:WK1,K2:BK32").lines[0].split()[0] == "win"
    checked = damero("tablebase", "check", "english")
    assert "3 pieces: 198,768 entries, 0 faults" in checked.lines
    assert "the checksums match" in checked.lines[-1]
    assert any("KK v K" in line for line in damero("tablebase", "info", "english").lines)
    assert json.loads(damero("tablebase", "info", "english", "--json").out)["0m1k-0m1k"] == [230, 108, 654, 11]


def test_the_list_says_which_tables_are_there() -> None:
    damero("tablebase", "build", "italian", "--pieces", "2")
    listed = {each["game"]: each for each in json.loads(damero("tablebase", "list", "--json").out)}
    assert listed["italian"]["pieces"] >= 2
    assert listed["italian"]["bytes"] > 1000
    assert "international" not in listed
    assert any(line.startswith("italian") and "up to" in line for line in damero("tablebase", "list").lines)
    assert "NO_GAME" in damero("tablebase", "info").err


def test_an_ending_is_judged_by_the_tables(tmp_path: Path) -> None:
    file = tmp_path / "ending.pdn"
    file.write_text('[GameType "21"]\n[SetUp "1"]\n[FEN "W:WK6,K9:BK1"]\n1. 9-13 1x10 *\n')
    ran = damero("analyse", str(file), "--nodes", "100")
    assert "9-13??" in ran.lines[0]
    assert "drawn" in ran.lines[0]
    judged = json.loads(damero("analyse", str(file), "--nodes", "100", "--json").out)
    assert judged[0]["known_before"] == {"winner": "white", "plies": 15}
    assert (judged[0]["known"]["winner"], judged[0]["mark"]) == (None, "??")


def test_tablebases_refuse_what_they_do_not_have() -> None:
    assert damero("tablebase", "build", "english", "--threads", "0").code == 2
    assert "8×8" in damero("tablebase", "build", "international", "--pieces", "3").err
    assert "NO_TABLEBASE" in damero("tablebase", "ask", "banqi").err
    assert "TOO_MANY_PIECES" in damero("tablebase", "ask", "english").err


def test_the_bench_gives_the_same_signature_again() -> None:
    first, again = (json.loads(damero("bench", "english", "--nodes", "1000", "--json").out) for _ in range(2))
    assert first[0]["signature"] == again[0]["signature"]
    assert first[0]["nodes"] >= 1000
    assert "nodes per CPU second" in damero("bench", "banqi", "--nodes", "500").out
