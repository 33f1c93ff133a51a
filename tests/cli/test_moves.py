from __future__ import annotations

import json

import pytest
from tests.cli.running import damero

from damero.domain.catalogue import GAMES


def test_the_moves_of_the_start_come_sorted_one_per_line() -> None:
    assert damero("moves", "drafti").lines == ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"]


@pytest.mark.parametrize("game_id", [game.info.id for game in GAMES])
def test_every_game_lists_the_moves_of_its_start(game_id: str) -> None:
    ran = damero("moves", game_id)
    assert ran.code == 0
    assert ran.lines == sorted(ran.lines)
    assert len(set(ran.lines)) == len(ran.lines) > 0


def test_the_moves_of_a_position() -> None:
    assert damero("moves", "spanish", "--position", "W:W22,31:B18").out == "22x15\n"


def test_a_position_without_moves_gives_no_line() -> None:
    ran = damero("moves", "spanish", "--position", "W:W:B18")
    assert (ran.code, ran.out) == (0, "")


def test_json_names_the_side_to_move() -> None:
    ran = damero("moves", "spanish", "--position", "W:W22,31:B18", "--json")
    assert ran.json == {"game": "spanish", "position": "W:W22,31:B18", "to_move": "white", "moves": ["22x15"]}


def test_a_dash_answers_every_line_of_standard_input() -> None:
    ran = damero("moves", "spanish", "--position", "-", typed="W:W22:B18\nW:W22:B1\n")
    assert (ran.code, ran.lines) == (0, ["22x15", "22-17 22-18"])


def test_a_last_line_without_a_line_break_is_answered() -> None:
    assert damero("moves", "spanish", "--position", "-", typed="W:W22:B18").lines == ["22x15"]


def test_lines_may_end_with_a_carriage_return() -> None:
    assert damero("moves", "spanish", "--position", "-", typed="W:W22:B18\r\nW:W22:B18\r\n").lines == ["22x15"] * 2


def test_empty_input_gives_empty_output() -> None:
    ran = damero("moves", "spanish", "--position", "-")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_a_bad_line_is_answered_with_its_error_and_the_others_are_answered() -> None:
    ran = damero("moves", "spanish", "--position", "-", typed="W:W22:B18\nX:W22:B18\n\nW:W:B1\nW:W22:B1\n")
    assert ran.lines[0] == "22x15"
    assert ran.lines[1].startswith("error: BAD_TEXT line 1, column 1:")
    assert ran.lines[2].startswith("error: BAD_TEXT ")
    assert ran.lines[3:] == ["", "22-17 22-18"]
    assert ran.code == 1
    assert ran.err == "error: 2 of 5 positions were refused.\n"


def test_invalid_utf_8_is_a_bad_line() -> None:
    ran = damero("moves", "spanish", "--position", "-", typed=b"\xff\xfe\x00\nW:W22:B18\n")
    assert ran.lines[0].startswith("error: BAD_TEXT ")
    assert ran.lines[1] == "22x15"


def test_with_json_every_line_is_answered_with_an_object() -> None:
    ran = damero("moves", "spanish", "--position", "-", "--json", typed="W:W22:B18\nW:W22:B99\n")
    good, bad = map(json.loads, ran.lines)
    assert good["moves"] == ["22x15"]
    assert bad["error"] == "OFF_BOARD"
    assert "99" in bad["sentence"]


def test_a_stream_longer_than_one_read_loses_nothing() -> None:
    count = 20_000
    ran = damero("moves", "english", "--position", "-", typed="error\n" * count)
    assert len(ran.lines) == count
    assert ran.err == f"error: {count} of {count} positions were refused.\n"


def test_an_unknown_game_suggests_the_nearest() -> None:
    ran = damero("moves", "spansh")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: UNKNOWN_GAME There is no game 'spansh'. Did you mean spanish")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "BAD_TEXT"),
        ("W", "BAD_TEXT"),
        ("W:W22:B18:B19", "BAD_TEXT"),
        ("W:W22,x:B18", "BAD_TEXT"),
        ("W:W22,22:B18", "SQUARE_TAKEN_TWICE"),
        ("W:W1:B18", "MAN_ON_CROWN_ROW"),
        ("W:W22:B33", "OFF_BOARD"),
        ("W:W9-32:B1", "TOO_MANY_PIECES"),
    ],
)
def test_a_broken_position_is_refused_with_a_sentence(text: str, code: str) -> None:
    ran = damero("moves", "spanish", "--position", text)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"error: {code} ")
    assert len(ran.err.splitlines()) == 1


def test_moves_can_be_listed_in_letters() -> None:
    assert damero("moves", "russian").lines[0] == "21-17"
    assert damero("moves", "russian", "--notation", "letters").lines[0] == "a3-b4"
