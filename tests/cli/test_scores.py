from __future__ import annotations

import pytest

from damero.cli.scores import result_text, score_text
from damero.cli.speech import choose_language
from damero.domain.analysis import KnownResult


@pytest.fixture(autouse=True)
def english() -> None:
    choose_language(["--language", "en"])


def test_a_sure_result_is_told_with_its_distance() -> None:
    assert result_text(KnownResult("white", 7)) == "White wins, 7 plies to the next conversion"
    assert result_text(KnownResult("black")) == "Black wins"
    assert result_text(KnownResult(None)) == "drawn"


def test_a_score_is_told_in_men_or_as_decided() -> None:
    assert score_text(125) == "+1.25"
    assert score_text(-7) == "-0.07"
    assert score_text(29_990) == "won"
    assert score_text(-20_000) == "lost"
