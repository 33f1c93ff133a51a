"""The Banqi player: a search behind a view, as strong as its level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from damero.domain.analysis import Analysis, Line, Odds
from damero.domain.banqi.board import FACE_DOWN, NAMES
from damero.domain.banqi.view import View as BanqiView
from damero.domain.errors import IllegalMove, check_positive
from damero.domain.game import Move, View
from damero.engines import engine
from damero.engines.banqi.encoding import encode, squares_of
from damero.engines.banqi.search import Searcher
from damero.engines.budget import Budget
from damero.engines.engine import NO_LIMITS, Choice, Engine, Limits, NamedByLevel, RatesMoves, limited, own_view
from damero.engines.random_engine import RandomEngine
from damero.engines.stop_signal import stopped_by

Ranked: TypeAlias = list[tuple[int, list[tuple[int, int]]]]
"""Scores, best first, each with its actions as origin and destination."""


@dataclass(frozen=True, slots=True)
class Strength(engine.Strength):
    """How well a level plays. Weak ones search less deep and accept worse moves."""

    variety: int = 3
    """By how much an action may be worse than the best and still be played; a pawn is worth about 40."""
    knows_endings: bool = True
    carelessness: float = 0.0
    """The share of its moves that it makes without thinking, as level 1 does: captures first, otherwise at random."""


STRENGTHS: Mapping[int, Strength] = {
    2: Strength(Limits(depth=1), variety=125, knows_endings=False, carelessness=0.22),
    3: Strength(Limits(depth=1), variety=90, knows_endings=False, carelessness=0.17),
    4: Strength(Limits(depth=1), variety=60, knows_endings=False, carelessness=0.12),
    5: Strength(Limits(nodes=700), variety=15, knows_endings=False),
    6: Strength(Limits(nodes=2_000), variety=8),
    7: Strength(Limits(nodes=10_000), variety=5),
    8: Strength(Limits(seconds=1.4)),
}

RATED_EXACTLY = 10
"""Actions that are worse than the best by more than this get only an upper bound."""
ANALYSED_EXACTLY = 150
"""The same for an analysis of several lines."""
DEEPEST = 30
"""Plies after which an analysis ends."""


class BanqiPlayer(NamedByLevel, Engine, RatesMoves):
    def __init__(self, strength: Strength) -> None:
        self._strength, self.level = strength, strength.level

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        view = own_view(view, BanqiView)
        legal = {move.squares: move for move in view.legal_moves()}
        if not legal:
            raise IllegalMove("engine.no_move")
        return _choose(view, legal, limited(self._strength, limits), limits.random_source())

    def analyse(self, view: View, /, lines: int = 1, limits: Limits = NO_LIMITS) -> Iterator[Analysis]:
        """With the odds of a flip, which are the same on every square."""
        check_positive(lines=lines)
        view = own_view(view, BanqiView)
        legal, odds, budget = {move.squares: str(move) for move in view.legal_moves()}, _flip_odds(view), Budget(limits)
        if not legal:
            raise IllegalMove("engine.no_move")
        if view.current_turn is None:
            yield Analysis(0, 0, tuple(Line((move,), 0) for move in legal.values())[:lines], odds, is_final=True)
            return
        searcher, variety = Searcher(), 0 if lines == 1 else ANALYSED_EXACTLY
        for depth in range(1, min(budget.deepest or DEEPEST, DEEPEST) + 1):
            ranked, reached, nodes = search(searcher, view, Strength(budget.limits(depth), variety=variety))
            budget.spend(nodes)
            if reached < depth and budget.is_spent and depth > 1:
                return
            found = tuple(Line((legal[squares_of(*alike[0])],), score) for score, alike in ranked[:lines])
            is_final = depth == DEEPEST or (reached < depth and not budget.is_spent)
            yield Analysis(reached, budget.nodes_used, found, odds, is_final=is_final)
            if is_final or budget.is_spent:
                return

    def rate(self, view: View, limits: Limits = Limits(), /) -> dict[str, int]:  # noqa: B008 (a frozen value)
        """The expected score of each legal action, before chance decides."""
        view = own_view(view, BanqiView)
        if view.current_turn is None:
            return {str(move): 0 for move in view.legal_moves()}
        strength = replace(limited(self._strength, limits), variety=RATED_EXACTLY)
        ranked, _, _ = search(Searcher(), view, strength)
        scores = {squares_of(*action): score for score, alike in ranked for action in alike}
        return {str(move): scores[move.squares] for move in view.legal_moves()}


def search(searcher: Searcher, view: BanqiView, strength: Strength) -> tuple[Ranked, int, int]:
    """The expected score of every action, the depth reached and the nodes searched."""
    board = encode(view)
    with stopped_by(strength.limits.stop, searcher):
        return searcher.choose(
            board.cells,
            board.captured,
            board.turn,
            board.quiet,
            board.past,
            view.rules.no_progress,
            strength.limits.depth or 0,
            strength.limits.nodes or 0,
            strength.limits.seconds or 0.0,
            strength.knows_endings,
            strength.variety,
        )


def _flip_odds(view: BanqiView) -> tuple[Odds, ...]:
    """What a flip may uncover."""
    squares = tuple(name for name, cell in zip(NAMES, view.cells, strict=True) if cell is FACE_DOWN)
    total = sum(count for _, count in view.hidden)
    kinds = sorted(view.hidden, key=lambda kind: -kind[1])
    return (
        (Odds(squares, tuple((kind, round(count / total, 3)) for kind, count in kinds)),) if squares and total else ()
    )


def player_of(level: int) -> BanqiPlayer:
    return BanqiPlayer(replace(STRENGTHS[level], level=level))


def _choose(view: BanqiView, legal: Mapping[tuple[str, ...], Move], strength: Strength, random: Random) -> Choice:
    if view.current_turn is None:
        # Before the first flip all squares are alike.
        return _choice(random.choice(list(legal.values())), 0, 0, 0)
    if strength.carelessness and random.random() < strength.carelessness:
        return RandomEngine().choose(view, Limits(seed=random.getrandbits(32)))
    ranked, depth, nodes = search(Searcher(), view, strength)
    near = [found for found in ranked if found[0] >= ranked[0][0] - strength.variety]
    score, alike = random.choice(near)
    return _choice(legal[squares_of(*random.choice(alike))], score, depth, nodes)


def _choice(move: Move, score: int, depth: int, nodes: int) -> Choice:
    return Choice(str(move), score, depth, nodes, line=(str(move),))
