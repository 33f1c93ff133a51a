"""What each unknown piece of a view may be, as the analysis shows it."""

from __future__ import annotations

from damero.domain.analysis import Odds
from damero.domain.stratego.board import NAMES, kind_of
from damero.domain.stratego.view import View
from damero.engines.stratego.belief import Belief

LEAST = 0.005
"""Ranks that are less likely than this are left out."""


def rank_odds(view: View, belief: Belief) -> tuple[Odds, ...]:
    """For each unidentified piece of the enemy, its ranks with their probabilities, the likeliest first."""
    assert view.seat is not None
    enemy = view.seat.opponent
    return tuple(
        Odds(
            (NAMES[cell],),
            tuple(
                (kind_of(enemy, rank), round(probability, 3))
                for rank, probability in sorted(belief.at(cell).items(), key=lambda found: -found[1])
                if probability >= LEAST
            ),
        )
        for cell in belief.cells
    )
