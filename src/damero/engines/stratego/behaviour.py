"""Behaviour models: what the observed behaviour of a piece says about its rank.

Some players chase a known piece only with a piece that beats it; others bluff. How honest an opponent is follows from
what its pieces did before their ranks became known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log
from typing import TypeAlias

from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego import tables
from damero.engines.stratego.behaviour_features import ENCOUNTERS, Encounter
from damero.engines.stratego.kernel import fight_result
from damero.engines.stratego.observations import ObservedPiece
from damero.engines.stratego.setup_priors import posterior
from damero.engines.stratego.tables import BehaviourWeights

TRUST = 0.7
"""The power to which the evidence of the engine's own games counts: not every opponent behaves alike."""
MAX_EVIDENCE = 3.0
HONESTY_LEVELS = (0.0, 0.5, 1.0)
"""How much actions near a known piece say about strength. All levels start with the same probability."""
STRENGTH_EVIDENCE = {
    Encounter.SOUGHT: 0.6,
    Encounter.COVERED: 2.0,
    Encounter.BACKED: 1.0,
    Encounter.SPARED: -0.4,
    Encounter.FLED: -0.4,
    Encounter.LEFT: -0.2,
}
"""How much each encounter with a known piece says that the piece beats it."""
SAFETY_EVIDENCE = {Encounter.APPROACHED: 1.0}
"""How much each encounter with a known piece says that the piece has nothing to lose from its attack."""
REMAINING_DOUBT = 0.1
"""The share of the prior probabilities that remains, whatever the known pieces say."""

Evidence: TypeAlias = Mapping[str, Sequence[float]]
"""By behaviour feature, what it adds to the logarithm of each rank's weight."""


@dataclass(frozen=True, slots=True, eq=False)
class BehaviourModel:
    """One way in which an opponent's behaviour may depend on its ranks."""

    evidence: Evidence
    honesty: float = 0.0
    trust: float = TRUST


@cache
def behaviour_models(rules: Rules) -> tuple[BehaviourModel, ...]:
    """Opponents that behave as this engine does, more or less honestly, and those that behave like other programs."""
    own = tuple(BehaviourModel(engine_evidence(rules), honesty) for honesty in HONESTY_LEVELS)
    others = [table for table in tables.other_program_behaviour().armies if table.pieces == rules.army_size]
    return (*own, *(BehaviourModel(_evidence(table), trust=1.0) for table in others))


@cache
def engine_evidence(rules: Rules) -> Evidence:
    """The evidence from the engine's own games with the army size nearest to that of these rules."""
    return _evidence(tables.nearest_size(tables.engine_behaviour().armies, rules))


def _evidence(table: BehaviourWeights) -> Evidence:
    return {feature: weights for feature, weights in table.features.items() if weights is not None}


def model_probabilities(
    rules: Rules, models: Sequence[BehaviourModel], army: Iterable[ObservedPiece]
) -> tuple[float, ...]:
    """The probability of each model, by what the army's known pieces did before they were known."""
    known = [(frozenset(piece.features), piece.rank) for piece in army if piece.rank is not None and piece.features]
    logs = [sum(log(rank_ratios(rules, model, features)[rank]) for features, rank in known) for model in models]
    return posterior(logs, [1 / len(models)] * len(models), REMAINING_DOUBT)


@lru_cache(maxsize=1 << 13)
def rank_ratios(rules: Rules, model: BehaviourModel, features: frozenset[str]) -> list[float]:
    """How much more likely each rank is for a piece with these features than for an average piece."""
    ordered = sorted(features)
    rows = [model.evidence[feature] for feature in ordered if feature in model.evidence]
    encounters = [ENCOUNTERS[feature] for feature in ordered if feature in ENCOUNTERS]
    logs = [
        model.trust * sum(row[rank] for row in rows)
        + model.honesty * sum(_honest_evidence(encounter, rank, other) for encounter, other in encounters)
        for rank in Rank
    ]
    ratios = [exp(max(-MAX_EVIDENCE, min(MAX_EVIDENCE, one))) for one in logs]
    mean = sum(rules.count(rank) * ratio for rank, ratio in zip(Rank, ratios, strict=True)) / rules.army_size
    return [ratio / mean for ratio in ratios]


def _honest_evidence(encounter: Encounter, rank: Rank, other: Rank) -> float:
    """What an encounter with a known piece says for a rank if the player does not bluff."""
    strength = STRENGTH_EVIDENCE.get(encounter, 0.0) * fight_result(rank, other)
    return strength - SAFETY_EVIDENCE.get(encounter, 0.0) * fight_result(other, rank)
