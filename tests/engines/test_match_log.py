"""A match in a file goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from damero.domain.errors import DameroError
from damero.engines.bulk import OneByOne
from damero.engines.match_log import MatchLog
from damero.engines.tournament import Pairing, Score, compete

PAIRING = Pairing("english", "1", "1", opening_plies=4)


def play(log: MatchLog, pairs: int) -> Score:
    score = begun = log.begun()
    for score in compete(PAIRING, pairs, OneByOne(), log.seed, lambda _score: False, begun):
        log.add(score.pairs[-1])
    return score


def test_an_interrupted_match_has_the_same_result_and_the_same_file(tmp_path: Path) -> None:
    whole, parts = (MatchLog(tmp_path / name, PAIRING, 5) for name in ("whole", "parts"))
    play(parts, 2)
    with parts.path.open("ab") as file:
        file.write(b'{"halves":[1,')
    assert play(parts, 4) == play(whole, 4)
    assert parts.path.read_bytes() == whole.path.read_bytes()
    assert play(parts, 4).games == 8


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    play(MatchLog(tmp_path / "some", PAIRING, 5), 1)
    with pytest.raises(DameroError, match="OTHER_MATCH"):
        MatchLog(tmp_path / "some", PAIRING, 6).begun()
