"""The Stratego player: belief, valuation and search for a view, with a strength for each level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from damero.domain.analysis import Analysis, Guess, Line, Odds
from damero.domain.errors import IllegalMove, check_positive
from damero.domain.game import Ply, View
from damero.domain.stratego.board import Piece, kind_of
from damero.domain.stratego.moves import Move
from damero.domain.stratego.moves import Ply as StrategoPly
from damero.domain.stratego.rules import Rank, Side
from damero.domain.stratego.view import View as StrategoView
from damero.engines import engine
from damero.engines.budget import Budget
from damero.engines.engine import (
    NO_LIMITS,
    Choice,
    Engine,
    EstimatesSecrets,
    ExplainsSecrets,
    Insight,
    Limits,
    NamedByLevel,
    RatesMoves,
    limited,
    own_view,
)
from damero.engines.stop_signal import stopped_by
from damero.engines.stratego.belief import belief_of, unseen_counts
from damero.engines.stratego.deadline import NO_DEADLINE, Deadline, deadline_in
from damero.engines.stratego.judgement import Judgement, judge
from damero.engines.stratego.kernel import fight_result
from damero.engines.stratego.kernel_position import kernel_position
from damero.engines.stratego.material import Valuation, evaluation_weights, valuation
from damero.engines.stratego.observations import Observations, observe
from damero.engines.stratego.rank_odds import rank_odds
from damero.engines.stratego.search import Searcher

DEEPEST = 12
NO_TIME_LIMIT = 3600.0
VARIETY = 0.5
"""One of the moves that score within this margin of the best is chosen at random."""
RATED_MARGIN = 400.0
"""Moves that are worse by more than this get an upper bound instead of a score."""
FLAG_IN_REACH = 5000
REPORTED_PROBABILITY = 0.05
JUDGING_SHARE = 0.5
"""The share of a time limit that may pass before the search begins."""
REVISIT_COST = 3.0
"""The cost of each earlier visit to a square since the last fight, so that games make progress."""


@dataclass(frozen=True, slots=True)
class Strength(engine.Strength):
    """How well a level plays. Weak levels search less deep, ignore behaviour and make mistakes."""

    mistake_rate: float = 0.0
    """The share of its moves that may be mistakes."""
    mistake_size: float = 60.0
    """How much worse than the best a mistake may be; a scout is worth about 20."""
    plan_weight: float = 1.0
    """How much its long-term plans count."""
    judges_behaviour: bool = True
    ignores_tables: bool = False
    """Whether it plays without the fitted behaviour tables: games to fit them from must not depend on them."""


STRENGTHS: Mapping[int, Strength] = {
    2: Strength(Limits(depth=1), mistake_rate=0.96, mistake_size=680, judges_behaviour=False),
    3: Strength(Limits(depth=1), mistake_rate=0.92, mistake_size=515, judges_behaviour=False),
    4: Strength(Limits(depth=1), mistake_rate=0.86, mistake_size=360, judges_behaviour=False),
    5: Strength(Limits(nodes=300), mistake_rate=1.0, mistake_size=590),
    6: Strength(Limits(nodes=600), mistake_rate=0.94, mistake_size=325),
    7: Strength(Limits(nodes=1_000), mistake_rate=0.54, mistake_size=190),
    8: Strength(Limits(seconds=1.4)),
}


class StrategoPlayer(NamedByLevel, Engine, RatesMoves, ExplainsSecrets, EstimatesSecrets):
    """Plays every variant: the rules come with the view."""

    def __init__(self, strength: Strength) -> None:
        self._strength, self.level = strength, strength.level

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        view = own_view(view, StrategoView)
        strength = limited(self._strength, limits)
        deadline, legal = deadline_in(strength.limits.seconds), _legal_moves(view)
        return think(view, legal, _judge(view, strength), strength, limits.random_source(), deadline)

    def analyse(self, view: View, /, lines: int = 1, limits: Limits = NO_LIMITS) -> Iterator[Analysis]:
        """By what the seat of the view knows, with the odds of each unknown piece."""
        check_positive(lines=lines)
        view = own_view(view, StrategoView)
        legal, budget, judgement = _legal_moves(view), Budget(limits), judge(view)
        odds, margin = rank_odds(view, judgement.belief), VARIETY if lines == 1 else RATED_MARGIN
        for depth in range(1, min(budget.deepest or DEEPEST, DEEPEST) + 1):
            strength = Strength(budget.limits(depth))
            deadline = deadline_in(strength.limits.seconds)
            ranked, reached, nodes = ranked_moves(view, legal, judgement, strength, margin, deadline)
            budget.spend(nodes)
            if reached < depth and budget.is_spent and depth > 1:
                return
            found = tuple(Line((str(legal[number]),), _reported(score)) for score, number in ranked[:lines])
            is_final = depth == DEEPEST or (reached < depth and not budget.is_spent)
            yield Analysis(reached, budget.nodes_used, found, odds, is_final=is_final)
            if is_final or budget.is_spent:
                return

    def rate(self, view: View, limits: Limits = Limits(), /) -> dict[str, int]:  # noqa: B008 (a frozen value)
        """The expected score of each legal move, by what its player knows; an upper bound for bad moves."""
        view = own_view(view, StrategoView)
        strength = replace(limited(self._strength, limits), judges_behaviour=True)
        deadline, legal = deadline_in(strength.limits.seconds), view.legal_moves()
        judgement = _judge(view, strength)
        ranked, _, _ = ranked_moves(view, legal, judgement, strength, RATED_MARGIN, deadline)
        return {str(legal[number]): _reported(score) for score, number in ranked}

    def explain_secret(self, view: View, ply: Ply, /) -> Insight | None:
        """What the mover could expect of a piece before attacking it, and how lucky the fight was."""
        view = own_view(view, StrategoView)
        assert isinstance(ply, StrategoPly)
        step, observations = ply.step, observe(view)
        belief = belief_of(view, observations)
        if step.fight is None or step.target not in belief.cells:
            return None
        ranks, (own, true) = belief.at(step.target), step.fight
        values = valuation_of(view, observations)
        gains = {rank: _gain(own, rank, values) for rank in ranks}
        expected = sum(probability * gains[rank] for rank, probability in ranks.items())
        return Insight(_guess(own, true, ranks, view.seat), round(gains[true] - expected))

    def estimate(self, view: View, /) -> tuple[Odds, ...]:
        """The odds of each unidentified piece of the enemy."""
        view = own_view(view, StrategoView)
        return rank_odds(view, judge(view).belief)


def _guess(own: Rank, true: Rank, ranks: Mapping[Rank, float], seat: Side | None) -> Guess:
    assert seat is not None
    enemy, results = seat.opponent, {rank: fight_result(own, rank) for rank in ranks}
    likely = sorted((rank for rank in ranks if ranks[rank] >= REPORTED_PROBABILITY), key=lambda rank: -ranks[rank])
    return Guess(
        tuple((kind_of(enemy, rank), round(ranks[rank], 3)) for rank in likely),
        kind_of(enemy, true),
        wins=round(sum(ranks[rank] for rank in ranks if results[rank] > 0), 3),
        draws=round(sum(ranks[rank] for rank in ranks if results[rank] == 0), 3),
    )


def _legal_moves(view: StrategoView) -> Sequence[Move]:
    legal = view.legal_moves()
    if not legal:
        raise IllegalMove("engine.no_move")
    return legal


def player_of(level: int) -> StrategoPlayer:
    return StrategoPlayer(replace(STRENGTHS[level], level=level))


def _judge(view: StrategoView, strength: Strength) -> Judgement:
    seconds = strength.limits.seconds
    return judge(
        view,
        by_behaviour=strength.judges_behaviour,
        ignores_tables=strength.ignores_tables,
        deadline=deadline_in(None if seconds is None else JUDGING_SHARE * seconds),
    )


def think(
    view: StrategoView,
    legal: Sequence[Move],
    judgement: Judgement,
    strength: Strength,
    random: Random,
    deadline: Deadline = NO_DEADLINE,
) -> Choice:
    """Choose a move with a given judgement."""
    margin = strength.mistake_size if random.random() < strength.mistake_rate else VARIETY
    ranked, depth, nodes = _search(view, legal, judgement, strength, margin, deadline)
    best = ranked[0][0]
    score, number = random.choice([found for found in ranked if found[0] >= best - margin])
    move = str(legal[number])
    return Choice(move, _reported(score), depth, nodes, line=(move,))


def ranked_moves(
    view: StrategoView,
    legal: Sequence[Move],
    judgement: Judgement,
    strength: Strength,
    margin: float,
    deadline: Deadline = NO_DEADLINE,
) -> tuple[list[tuple[float, int]], int, int]:
    """The moves within a margin of the best, all searched to the same depth, which is told with the nodes."""
    return _search(view, legal, judgement, strength, margin, deadline, same_depth=True)


def _search(
    view: StrategoView,
    legal: Sequence[Move],
    judgement: Judgement,
    strength: Strength,
    margin: float,
    deadline: Deadline,
    *,
    same_depth: bool = False,
) -> tuple[list[tuple[float, int]], int, int]:
    position = kernel_position(view, judgement.belief, judgement.enemy_belief)
    values, moves = valuation_of(view, judgement.observations), _biased(legal, judgement.observations)
    searcher = Searcher()
    with stopped_by(strength.limits.stop, searcher):
        return searcher.choose(
            position,
            values,
            moves,
            plan_weight=strength.plan_weight,
            depth=strength.limits.depth or DEEPEST,
            nodes=strength.limits.nodes or 0,
            seconds=NO_TIME_LIMIT if deadline.is_never else deadline.remaining,
            margin=margin,
            same_depth=same_depth,
        )


def _reported(score: float) -> int:
    """A score for display: a flag in reach is above all material."""
    return round(score if abs(score) < FLAG_IN_REACH else 4 * score)


def _gain(own: Rank, other: Rank, values: Valuation) -> float:
    """The gain of an attack if the other piece has this rank."""
    result = fight_result(own, other)
    return (values.value[1][other] if result >= 0 else 0.0) - (values.value[0][own] if result <= 0 else 0.0)


def valuation_of(view: StrategoView, observations: Observations) -> Valuation:
    """The values in a view, by what is still alive on both sides."""
    assert view.seat is not None
    enemy = view.seat.opponent
    known = [piece for piece in view.cells if isinstance(piece, Piece)]
    ours = Counter(piece.rank for piece in known if piece.side is view.seat)
    theirs = Counter(piece.rank for piece in known if piece.side is enemy)
    unseen = unseen_counts(view, enemy)
    return valuation(
        evaluation_weights(view.rules),
        [ours[rank] for rank in Rank],
        [theirs[rank] + unseen[rank] for rank in Rank],
        observations.quiet_plies,
    )


def _biased(legal: Sequence[Move], observations: Observations) -> list[tuple[int, int, float]]:
    """The legal moves as squares, each with a bias against squares that the piece has visited before."""
    visits = {piece.cell: piece.visits for piece in observations.pieces if piece.cell is not None}
    moves = ((move.origin.cell, move.target.cell, move.attacks) for move in legal)
    return [
        (origin, target, 0.0 if attacks else -REVISIT_COST * visits.get(origin, {}).get(target, 0))
        for origin, target, attacks in moves
    ]
