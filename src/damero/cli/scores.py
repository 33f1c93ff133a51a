"""Scores and known results in words."""

from __future__ import annotations

from damero.cli.speech import say
from damero.domain.analysis import CERTAIN, KnownResult


def score_text(score: int) -> str:
    """`+1.25`, or `won` and `lost` for a decided game."""
    if abs(score) < CERTAIN:
        return say("cli.analyse.score", score=f"{score / 100:+.2f}")
    return say("cli.analyse.won" if score > 0 else "cli.analyse.lost")


def result_text(known: KnownResult) -> str:
    """`White wins, 7 plies to the next conversion`, or `drawn`."""
    if known.winner is None:
        return say("cli.analyse.drawn")
    if not known.plies:
        return say("cli.analyse.wins", seat=known.winner)
    return say("cli.analyse.wins_in", seat=known.winner, plies=known.plies)
