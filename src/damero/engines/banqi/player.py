"""The Banqi player: a search behind a view, as strong as its level lets it be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from damero.domain.banqi.view import View as BanqiView
from damero.domain.errors import IllegalMove
from damero.domain.game import Move, View
from damero.engines import engine
from damero.engines.banqi.search import Searcher
from damero.engines.banqi.table import squares_of, table_of
from damero.engines.engine import Choice, Engine, Limits, RatesMoves, limited

Ranked: TypeAlias = list[tuple[int, list[tuple[int, int]]]]
"""Scores, the best first, each with the actions that have it, as origin and destination."""


@dataclass(frozen=True, slots=True)
class Strength(engine.Strength):
    """How well a level plays. Weak ones look less far and do not mind a move that is a little worse."""

    variety: int = 3
    """How much worse than the best an action may be and still be played; a pawn is worth about 40."""
    knows_endings: bool = True


STRENGTHS: Mapping[int, Strength] = {
    2: Strength(depth=1, variety=140, knows_endings=False),
    3: Strength(depth=1, variety=28, knows_endings=False),
    4: Strength(depth=2, variety=24, knows_endings=False),
    5: Strength(nodes=1_000, variety=10, knows_endings=False),
    6: Strength(nodes=2_500, variety=6),
    7: Strength(nodes=12_000, variety=6),
    8: Strength(seconds=1.4),
}

RATED_EXACTLY = 10
"""Actions worse than the best by more than this are only rated as being worse by at least so much."""


class BanqiPlayer(Engine, RatesMoves):
    def __init__(self, strength: Strength) -> None:
        self._strength = strength

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        assert isinstance(view, BanqiView)
        legal = {move.squares: move for move in view.legal_moves()}
        if not legal:
            raise IllegalMove("There is no move to choose: the game is over, or it is not this seat's turn.")
        random = limits.random_source()
        return _choose(view, legal, limited(self._strength, limits), random)

    def rate(self, view: View, limits: Limits = Limits(), /) -> dict[str, int]:  # noqa: B008 (a frozen value)
        """What each legal action may expect to score, before chance has spoken."""
        assert isinstance(view, BanqiView)
        if view.current_turn is None:
            return {str(move): 0 for move in view.legal_moves()}
        strength = replace(limited(self._strength, limits), variety=RATED_EXACTLY)
        ranked, _, _ = search(Searcher(), view, strength)
        scores = {squares_of(*action): score for score, alike in ranked for action in alike}
        return {str(move): scores[move.squares] for move in view.legal_moves()}


def search(searcher: Searcher, view: BanqiView, strength: Strength) -> tuple[Ranked, int, int]:
    """What every action may expect to score, how deep that was looked at, and the nodes it took."""
    table = table_of(view)
    return searcher.choose(
        table.cells,
        table.captured,
        table.turn,
        table.quiet,
        table.past,
        view.rules.no_progress,
        strength.depth,
        strength.nodes,
        strength.seconds,
        strength.knows_endings,
        strength.variety,
    )


def player_of(level: int) -> BanqiPlayer:
    return BanqiPlayer(STRENGTHS[level])


def _choose(view: BanqiView, legal: Mapping[tuple[str, ...], Move], strength: Strength, random: Random) -> Choice:
    if view.current_turn is None:
        # Before the first flip every square is like every other.
        return _choice(random.choice(list(legal.values())), 0, 0, 0)
    ranked, depth, nodes = search(Searcher(), view, strength)
    near = [found for found in ranked if found[0] >= ranked[0][0] - strength.variety]
    score, alike = random.choice(near)
    return _choice(legal[squares_of(*random.choice(alike))], score, depth, nodes)


def _choice(move: Move, score: int, depth: int, nodes: int) -> Choice:
    return Choice(str(move), score, depth, nodes, line=(str(move),))
