from __future__ import annotations

import json

import pytest
from tests.cli.running import damero, damero_process


def test_bestmove_prints_move_score_depth_and_line() -> None:
    ran = damero("bestmove", "russian", "--nodes", "2000", "--seed", "1")
    words = ran.out.split()
    assert ran.code == 0
    assert words[1::2][:3] == ["score", "depth", "nodes"]
    assert words[words.index("line") + 1] == words[0]


def test_a_seed_gives_the_same_choice_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_bestmove_refuses_invalid_limits(arguments: tuple[str, str]) -> None:
    assert damero("bestmove", "russian", *arguments).code == 2


def test_bestmove_refuses_a_finished_game_and_an_unknown_level() -> None:
    over = damero("bestmove", "russian", "--position", "W:W:B1")
    assert (over.code, "no move to choose" in over.err) == (1, True)
    assert damero("bestmove", "russian", "--level", "9").code == 1


@pytest.mark.parametrize("level", ["1", "5"])
def test_every_level_refuses_a_finished_position_and_goes_on_with_the_next(level: str) -> None:
    typed = "W:W:B1\nW:W22:B18\n"
    ran = damero("bestmove", "spanish", "--level", level, "--depth", "2", "--position", "-", typed=typed)
    assert ran.code == 1
    assert [line.split()[0] for line in ran.lines] == ["error:", "22x15"]
    assert "no move to choose" in ran.lines[0]


def test_bestmove_plays_banqi_from_a_view() -> None:
    ran = damero("bestmove", "banqi", "--nodes", "500", "--position", "????????/???R????/????????/???????? r -")
    assert (ran.code, ran.lines[0][2]) == (0, "?")
