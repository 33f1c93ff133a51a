"""The results of games as PDN writes them, and the words that people write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping

from damero.domain.draughts.rules import Rules
from damero.domain.game import Seat
from damero.domain.game_tree import DOUBLE_FORFEIT, DRAW

OPEN = "*"
FIRST_WINS, SECOND_WINS, DRAWN = ("1-0", "2-0"), ("0-1", "0-2"), ("1/2-1/2", "1-1")
_WORDS: Mapping[str, tuple[str, ...]] = {
    "white": (
        "white wins",
        "white won",
        "black resigns",
        "black resigned",
        "bianco vince",
        "vince il bianco",
        "il bianco vince",
        "wit wint",
        "blancas ganan",
        "ganan blancas",
        "brancas vencem",
        "les blancs gagnent",
        "белые выиграли",
        "bílý vyhrál",
    ),
    "black": (
        "black wins",
        "black won",
        "red wins",
        "white resigns",
        "white resigned",
        "nero vince",
        "vince il nero",
        "il nero vince",
        "zwart wint",
        "negras ganan",
        "ganan negras",
        "pretas vencem",
        "les noirs gagnent",
        "чёрные выиграли",
        "черные выиграли",
        "černý vyhrál",
    ),
    DRAW: (
        "draw",
        "drawn",
        "draw agreed",
        "patta",
        "parità",
        "remise",
        "tablas",
        "empate",
        "nulle",
        "partie nulle",
        "ничья",
        "remíza",
    ),
}
_BY_WORDS = {words: result for result, phrases in _WORDS.items() for words in phrases}
_OTHER_SCORES = re.compile(r"[-+]?[0-9][0-9.,/ ]*[-+]?\s*-\s*[-+]?[0-9][0-9.,/ ]*[-+]?")


def result_in_words(words: str) -> str | None:
    """A seat or "draw", if these words name a result."""
    return _BY_WORDS.get(" ".join(words.lower().split()))


def plain_result(text: str) -> str | None:
    """A result in one of the usual forms: a score, a seat, "draw" or "*". None if the text is no result at all."""
    squeezed = "".join(text.split()).replace("½", "1/2").replace("\u2013", "-")
    if squeezed in (*FIRST_WINS, *SECOND_WINS, *DRAWN, "0-0", OPEN):
        return squeezed
    if squeezed in ("1/2", "0.5-0.5"):
        return "1/2-1/2"
    if squeezed in ("", "?", "-"):
        return OPEN
    return result_in_words(text) or (text if _OTHER_SCORES.fullmatch(text.strip()) else None)


def winner(result: str, rules: Rules) -> Seat | str | None:
    """What a result means as the result of a game tree. The first number belongs to the side that moves first."""
    if result in FIRST_WINS:
        return rules.first.value
    if result in SECOND_WINS:
        return rules.first.opponent.value
    if result in DRAWN:
        return DRAW
    if result == "0-0":
        return DOUBLE_FORFEIT
    return result if result in _WORDS else None


def written_result(result: Seat | str | None, rules: Rules) -> str:
    """How PDN writes the result of a game tree."""
    if result is None:
        return OPEN
    if result == DOUBLE_FORFEIT:
        return "0-0"
    win = rules.pdn_win
    if result == DRAW:
        return "1/2-1/2" if win == 1 else "1-1"
    return f"{win}-0" if result == rules.first.value else f"0-{win}"
