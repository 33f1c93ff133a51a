from __future__ import annotations

import json
import signal

import pytest
from tests.cli.pseudo_terminal import pseudo_terminal
from tests.cli.running import damero

from damero.domain.catalogue import GAMES, game

DRAUGHTS = [each.info.id for each in GAMES if each.info.family == "draughts"]

RUSSIAN_DIVIDE = ["21-17: 47", "22-17: 47", "22-18: 40", "23-18: 40", "23-19: 40", "24-19: 40", "24-20: 48"]


@pytest.mark.parametrize("way", [[], ["--reference"]])
def test_counts_equal_the_published_ones(way: list[str]) -> None:
    assert [damero("perft", "russian", "-d", str(depth), *way).out for depth in range(6)] == [
        "1\n",
        "7\n",
        "49\n",
        "302\n",
        "1469\n",
        "7482\n",
    ]


@pytest.mark.parametrize("game_id", DRAUGHTS)
def test_kernel_and_readable_rules_divide_equally(game_id: str) -> None:
    kernel, rules = (damero("perft", game_id, "-d", "4", "--divide", *way).out for way in ([], ["--reference"]))
    assert kernel == rules
    assert kernel.splitlines()[-1].startswith("total: ")


def test_a_capture_by_several_paths_has_one_text_in_both() -> None:
    position = "W:WK23:B11,K12,K19,20"
    kernel, rules = (
        damero("perft", "italian", "-d", "2", "--divide", "--position", position, *way).out
        for way in ([], ["--reference"])
    )
    assert kernel == rules == "23x14x7x16x23: 0\ntotal: 0\n"


@pytest.mark.parametrize("way", [[], ["--reference"]])
def test_divide_gives_a_count_for_each_first_move(way: list[str]) -> None:
    assert damero("perft", "russian", "-d", "3", "--divide", *way).lines == [*RUSSIAN_DIVIDE, "total: 302"]


def test_there_is_nothing_to_divide_at_depth_zero() -> None:
    assert damero("perft", "russian", "-d", "0", "--divide").lines == ["1"]


@pytest.mark.parametrize("way", [[], ["--reference"]])
def test_draw_rules_are_not_counted(way: list[str]) -> None:
    kings = ("--position", "W:WK32:BK1")
    assert damero("moves", "drafti-federation", *kings).out == ""
    assert damero("perft", "drafti-federation", "-d", "1", *kings, *way).out == "7\n"


def test_json_carries_the_count_and_the_divide() -> None:
    counted = damero("perft", "russian", "-d", "3", "--divide", "--json").json
    assert isinstance(counted, dict)
    assert (counted["game"], counted["depth"], counted["count"]) == ("russian", 3, 302)
    assert counted["divide"]["21-17"] == 47


def test_a_dash_answers_every_line_with_a_number() -> None:
    ran = damero("perft", "spanish", "-d", "1", "--position", "-", typed="W:W22:B18\nfoo\nW:W22:B1\n")
    assert (ran.lines[0], ran.lines[2], ran.code) == ("1", "2", 1)
    assert ran.lines[1].startswith("error: BAD_TEXT ")


def test_a_dash_with_divide_stays_on_one_line() -> None:
    ran = damero("perft", "spanish", "-d", "1", "--divide", "--position", "-", typed="W:W22:B1\n")
    assert ran.lines == ["22-17:1 22-18:1"]


def test_a_dash_with_json_answers_objects() -> None:
    ran = damero("perft", "spanish", "-d", "2", "--json", "--position", "-", typed="W:W22:B9\n")
    assert json.loads(ran.out)["count"] == 4


def test_a_game_without_a_kernel_is_counted_by_its_rules_with_a_note() -> None:
    ran = damero("perft", "banqi", "-d", "1")
    assert (ran.code, ran.out) == (0, "32\n")
    assert ran.err == "note: Banqi has no compiled kernel; counting by the readable rules.\n"


@pytest.mark.parametrize("depth", ["-1", "x", "65", "1.5", "²"])
def test_an_invalid_depth_is_wrong_usage(depth: str) -> None:
    ran = damero("perft", "spanish", "-d", depth)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.err.startswith("usage:")


def test_a_long_count_can_be_interrupted() -> None:
    with pseudo_terminal(
        "perft", "international", "-d", "30", "--divide", "--position", "-", environment={}
    ) as terminal:
        terminal.type("W:W28:B22")
        terminal.wait_for("28x17:0")
        terminal.type(game("international").initial().text)
        terminal.interrupt()
        assert terminal.exit_code() == -signal.SIGINT
        assert "Traceback" not in terminal.shown
