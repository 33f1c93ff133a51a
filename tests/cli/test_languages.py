"""What the commands for players say in other languages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.running import Ran, damero
from tests.languages.vocabulary import in_english
from tests.records import signed_record

from damero.domain.catalogue import GAMES, game
from damero.domain.record import write_record
from damero.texts import catalogue, languages


def play(code: str, game_id: str, *typed: str) -> str:
    return damero("--language", code, "play", game_id, typed="\n".join([*typed, ""])).out


@pytest.mark.parametrize("code", languages())
def test_the_kings_of_banqi_are_no_kings_of_draughts(code: str) -> None:
    texts = catalogue(code).texts
    shown = play(code, "banqi", "help", "quit")
    assert f"1 × {texts['piece.banqi.black-king']}" in shown.replace("\n", " ")
    assert f"  {texts['piece.banqi.black-king']}\n" in shown
    assert f"  {texts['piece.black-king']}\n" in play(code, "spanish", "help", "quit")


PDN = '[GameType "25"]\n[FEN "W:W21,24,28,32:B9,10,11,12"]\n1. 24-20 11-16 2. 20x11 1/2-1/2\n'
IDS = sorted((each.info.id for each in GAMES), key=len, reverse=True)
KEPT = re.compile(rf"--[a-z-]+|(moved|known|fallen):\S*|\bdamero [a-z]+|\b[A-Z_]{{3,}}\b|\b({'|'.join(IDS)})\b")
"""Options, commands, codes and ids are the same in every language."""


def spanish(*words: str, typed: str = "") -> Ran:
    return damero("--language", "es", *words, typed=typed)


def left_in_english(ran: Ran) -> set[str]:
    return in_english(map(str.strip, KEPT.sub("", f"{ran.out}\n{ran.err}").splitlines()), "es")


def test_what_the_commands_for_players_say_is_not_in_english(tmp_path: Path) -> None:
    played, record = tmp_path / "game.pdn", tmp_path / "game.json"
    played.write_text(PDN)
    record.write_text(write_record(signed_record(game("banqi"), 3, plies=400)))
    drawing = tmp_path / "course.svg"
    shown = [
        spanish("games"),
        spanish("analyse", str(played), "--nodes", "500", "--svg", str(drawing)),
        spanish("analyse", str(record), "--nodes", "50"),
        spanish("analyse", "--game", "banqi", "--time", "0.2"),
        spanish("analyse"),
        spanish("puzzles", "show", "drafti", "--count", "3"),
        spanish("puzzles", "show", "stratego"),
        spanish("verify", str(played)),
        spanish("verify", str(record)),
        spanish("moves", "spanish", "--position", "nonsense"),
        spanish("play", "spanish", typed="moves\nhint\n22-99\nhelp\ntext\nresign\n"),
        spanish("play", "stratego", "--two", typed="1\n\n2\n\nquit\n"),
    ]
    assert all(ran.out or ran.err for ran in shown)
    assert [left_in_english(ran) for ran in shown] == [set()] * len(shown)
    assert "Damas rusas, 3 jugadas" in drawing.read_text()


EXAMPLE = re.compile(r"^  damero .*?(?=  |$)", re.MULTILINE)
CHOICES = re.compile(r"\{[a-z,]+\}")


@pytest.mark.parametrize("command", ["serve", "games", "moves", "bestmove", "play", "analyse", "verify"])
def test_the_help_of_commands_for_players_is_not_in_english(command: str) -> None:
    shown = spanish(command, "--help")
    assert shown.code == 0
    assert left_in_english(replace(shown, out=CHOICES.sub("", EXAMPLE.sub("", shown.out)))) == set()


def test_a_help_text_in_english_is_found() -> None:
    assert left_in_english(Ran(0, "  --json  print\n  --level N  nivel del motor", "")) == {"print"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play",), "damero play: error: faltan estos argumentos: GAME"),
        (("games", "--colour"), "damero: error: argumentos desconocidos: --colour"),
        (("play", "drafti", "--level", "x"), "damero play: error: argumento --level: valor no válido: 'x'"),
        (("play", "drafti", "--level", "99"), "damero play: error: argumento --level: 99 no es posible"),
        (("play", "drafti", "--seed"), "damero play: error: argumento --seed: necesita un valor"),
        (("analyse", "--time", "0"), "argumento --time: «0» no es un número positivo de segundos"),
        (("analyse", "--lines", "9"), "argumento --lines: «9» no es un número entero de 1 a 5"),
        (("puzzles", "show", "--count", "0"), "argumento --count: «0» no es un número entero de al menos 1"),
    ],
)
def test_wrong_usage_is_told_in_the_language(words: tuple[str, ...], said: str) -> None:
    ran = spanish(*words)
    assert ran.code == 2
    assert said in ran.err


def test_columns_stand_under_each_other_in_chinese() -> None:
    rows = damero("--language", "zh-Hans", "games").out.encode("gbk").splitlines()
    column = rows[1].index("西洋跳棋 ".encode("gbk"), 30)
    assert {bytes(row[column - 2 : column]) for row in rows} == {b"  "}
