"""The belief: rank distributions of the enemy's unidentified pieces.

Each piece has a weight for every rank: zero where the rules forbid the rank, otherwise how often that rank starts on
such a square (`setup_priors`) times how well it fits the piece's behaviour (`behaviour`). Weights become probabilities
by matrix balancing: each piece has one rank, and each rank has as many pieces as are still unidentified.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from damero.domain.stratego.board import SIZE, Piece, kind_of
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.view import View
from damero.engines.stratego.balance import balanced
from damero.engines.stratego.behaviour import (
    BehaviourModel,
    Evidence,
    behaviour_models,
    model_probabilities,
    rank_ratios,
)
from damero.engines.stratego.deadline import NO_DEADLINE, Deadline
from damero.engines.stratego.observations import Observations, ObservedPiece, home_square, observe
from damero.engines.stratego.setup_priors import Preferences, expected_preferences, prior_probabilities

RANKS = tuple(Rank)
EXCHANGES = 12
"""Exchanges tried for each unidentified piece of a sampled army."""

WeightedModels: TypeAlias = Sequence[tuple[BehaviourModel, float]]


@dataclass(frozen=True, slots=True)
class Belief:
    """The rank distributions of unidentified pieces."""

    cells: tuple[int, ...]
    probabilities: tuple[tuple[float, ...], ...]
    """By piece, then by rank from flag to bomb."""
    weights: tuple[tuple[float, ...], ...]
    """The same before balancing; zero where the rules forbid a rank."""
    unseen: tuple[int, ...]
    """How many pieces of each rank are unidentified."""

    def at(self, cell: int) -> Mapping[Rank, float]:
        return dict(zip(RANKS, self.probabilities[self.cells.index(cell)], strict=True))


NO_BELIEF: Belief = Belief((), (), (), ())


def belief_of(
    view: View,
    observations: Observations | None = None,
    evidence: Evidence | None = None,
    deadline: Deadline = NO_DEADLINE,
) -> Belief:
    """The viewer's belief about the enemy's unidentified pieces; `evidence` replaces the fitted evidence."""
    assert view.seat is not None
    observations = observations or observe(view)
    enemy = view.seat.opponent
    army = [piece for piece in observations.pieces if piece.side is enemy]
    return _belief(view, army, _models(view.rules, evidence), unseen_counts(view, enemy), deadline)


def enemy_belief_of(
    view: View, observations: Observations, evidence: Evidence | None = None, deadline: Deadline = NO_DEADLINE
) -> Belief:
    """The enemy's belief about the viewer's pieces that it has not identified."""
    hidden = Counter(
        piece.rank
        for piece in view.cells
        if isinstance(piece, Piece) and piece.side is view.seat and not piece.revealed
    )
    unseen = [hidden[rank] for rank in RANKS]
    return _belief(view, observations.own, _models(view.rules, evidence), unseen, deadline)


def _models(rules: Rules, evidence: Evidence | None) -> Sequence[BehaviourModel]:
    return behaviour_models(rules) if evidence is None else (BehaviourModel(evidence),)


def _belief(
    view: View,
    army: Sequence[ObservedPiece],
    models: Sequence[BehaviourModel],
    unseen: Sequence[int],
    deadline: Deadline,
) -> Belief:
    """Rank distribution of an army's unidentified pieces; `OutOfTime` if it takes too long."""
    unidentified = {piece.cell: piece for piece in army if piece.cell is not None and piece.rank is None}
    cells, moved = tuple(sorted(unidentified)), frozenset(view.moved)
    preferences = expected_preferences(view.rules, setup_probabilities(view.rules, army))
    weighted = tuple(zip(models, model_probabilities(view.rules, models, army), strict=True))
    weights = []
    for cell in cells:
        deadline.check()
        weights.append(_weights(view.rules, unidentified[cell], weighted, preferences, has_moved=cell in moved))
    return Belief(cells, tuple(balanced(weights, unseen)), tuple(map(tuple, weights)), tuple(unseen))


def counting_belief(view: View) -> Belief:
    """A belief from the rules and the numbers of unidentified pieces alone."""
    assert view.seat is not None
    enemy = view.seat.opponent
    cells = tuple(cell for cell, piece in enumerate(view.cells) if piece and piece.kind == f"{enemy}-unknown")
    return _counted(view, cells, unseen_counts(view, enemy))


def enemy_counting_belief(view: View) -> Belief:
    """The same of the enemy, about the viewer's pieces that it has not identified."""
    hidden = {
        cell: piece.rank
        for cell, piece in enumerate(view.cells)
        if isinstance(piece, Piece) and piece.side is view.seat and not piece.revealed
    }
    counts = Counter(hidden.values())
    return _counted(view, tuple(hidden), [counts[rank] for rank in RANKS])


def _counted(view: View, cells: tuple[int, ...], unseen: Sequence[int]) -> Belief:
    moved = frozenset(view.moved)
    weights = [[1.0 if rank.is_movable or cell not in moved else 0.0 for rank in RANKS] for cell in cells]
    return Belief(cells, tuple(balanced(weights, unseen)), tuple(map(tuple, weights)), tuple(unseen))


def unseen_counts(view: View, side: Side) -> list[int]:
    hidden = dict(view.hidden)
    return [hidden.get(kind_of(side, rank), 0) for rank in RANKS]


def _weights(
    rules: Rules, piece: ObservedPiece, models: WeightedModels, preferences: Preferences, *, has_moved: bool
) -> list[float]:
    features = frozenset(piece.features)
    ratios = [(probability, rank_ratios(rules, model, features)) for model, probability in models]
    preference = preferences[home_square(piece)] if _is_in_zone(rules, piece) else (1.0,) * len(RANKS)
    return [
        preference[rank] * sum(probability * row[rank] for probability, row in ratios)
        if rank.is_movable or not has_moved
        else 0.0
        for rank in RANKS
    ]


def setup_probabilities(rules: Rules, army: Iterable[ObservedPiece]) -> tuple[float, ...]:
    """The probability of each set-up prior, given the army's pieces that are known or have moved."""
    in_zone = [piece for piece in army if _is_in_zone(rules, piece)]
    known = [(home_square(piece), piece.rank) for piece in in_zone if piece.rank is not None]
    moved = [home_square(piece) for piece in in_zone if piece.rank is None and piece.moves]
    return prior_probabilities(rules, known, moved)


def _is_in_zone(rules: Rules, piece: ObservedPiece) -> bool:
    return home_square(piece) < rules.zone_rows * SIZE


def samples(view: View, random: Random, number: int = 1, belief: Belief | None = None) -> list[dict[int, Rank]]:
    """Random complete armies for the squares of the unidentified pieces.

    Each starts as any legal army. Pairs of pieces then exchange their ranks at random (Metropolis algorithm), so that
    the probability of an army is proportional to the product of its weights.
    """
    belief = belief or belief_of(view)
    return [_sample(belief, random) for _ in range(number)]


def _sample(belief: Belief, random: Random) -> dict[int, Rank]:
    pieces = range(len(belief.cells))
    spare = [rank for rank in RANKS for _ in range(belief.unseen[rank])]
    given = _any_army(belief, spare, random)
    for _ in range(EXCHANGES * len(given)):
        one, two = random.choice(pieces), random.randrange(len(given))
        here, there = given[one], given[two]
        now = belief.weights[one][here] * (belief.weights[two][there] if two in pieces else 1.0)
        then = belief.weights[one][there] * (belief.weights[two][here] if two in pieces else 1.0)
        is_flag_kept = two in pieces or here is not Rank.FLAG
        if is_flag_kept and then > 0 and random.random() * now < then:
            given[one], given[two] = there, here
    return dict(zip(belief.cells, given, strict=False))


def _any_army(belief: Belief, spare: list[Rank], random: Random) -> list[Rank]:
    """Any legal army; ranks without a square come last."""
    random.shuffle(spare)
    free = [piece for piece, row in enumerate(belief.weights) if row[Rank.FLAG] > 0 or row[Rank.BOMB] > 0]
    random.shuffle(free)
    fixed = [rank for rank in spare if not rank.is_movable]
    fixed.sort(key=lambda rank: rank is not Rank.FLAG)
    given: dict[int, Rank] = dict(zip(free, fixed, strict=False))
    left = [rank for rank in spare if rank.is_movable] + fixed[len(free) :]
    for piece in range(len(belief.cells)):
        if piece not in given:
            given[piece] = left.pop(0)
    return [given[piece] for piece in range(len(belief.cells))] + left
