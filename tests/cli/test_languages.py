"""What the commands for players say in other languages."""

from __future__ import annotations

import pytest
from tests.cli.running import damero

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
