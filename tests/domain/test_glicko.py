"""The rating system, by the example in its paper."""

from __future__ import annotations

import pytest

from damero.domain.glicko import Rating, updated


def test_the_papers_example() -> None:
    opponents = ((Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0))
    after = updated(Rating(1500, 200, 0.06), opponents)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprising_result_counts_more() -> None:
    player = Rating(1500, 80)
    won = [updated(player, ((Rating(rating, 60), 1.0),)).rating for rating in (1100, 1500, 1900)]
    assert 1500 < won[0] < won[1] < won[2]


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_extreme_opponents_leave_a_finite_rating(score: float) -> None:
    after = updated(Rating(), ((Rating(3000, 30), score), (Rating(100, 30), score)))
    assert 0 < after.deviation < 350
    assert -1000 < after.rating < 4000
