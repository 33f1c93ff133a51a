"""Material: the value of each rank given what is still alive, and the value of keeping it secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego import tables

HIGHEST_VALUE = 400.0
RANK_STEP, STEP_OF_TWO = 0.5, 0.62
"""A rank's value relative to the next higher rank that is still alive; the second if only two such ranks are left."""
OWN_FLAG = 3000.0
FULL_BOARD = 3400.0
"""The value of both armies together at the start. As they shrink, each piece counts for more."""
MAX_SCALE = 2.2
PATIENCE = 160
"""Plies without a fight after which own secrets no longer count and enemy secrets count most."""


@dataclass(frozen=True, slots=True)
class EvaluationWeights:
    """How much each term of the evaluation counts, fitted for one army size; see `train.fit_weights`."""

    enemy_flag: float
    """The value of capturing the enemy's flag, scaled by its probability; our own flag counts for far more."""
    flag_danger_cost: float
    """The cost of an enemy that nothing can stop on its way to our flag."""
    plans: float
    """Gains that pieces expect later, relative to material."""
    catch_probability: float
    """How likely a movable target is caught."""
    distance_decay: float
    """Each further step reduces a target's value by this factor."""
    officer_risk: float
    """How much more a known officer counts if it is lost to a piece that has never moved, as a share of its value."""
    first_move_cost: float
    """The cost of a first move: a piece that has not moved may be a bomb."""
    own_secrecy: float
    enemy_secrecy: float
    """What learning an enemy rank is worth."""
    value: tuple[float, ...]
    """By rank, a factor on the value from `_values`."""
    secrecy: tuple[float, ...]
    """By rank, the share of its value that lies in the enemy not knowing it."""


@cache
def evaluation_weights(rules: Rules) -> EvaluationWeights:
    """The weights for the army size nearest to that of these rules."""
    table = tables.nearest_size(tables.evaluation_weights().armies, rules)
    return EvaluationWeights(
        enemy_flag=table.enemy_flag,
        flag_danger_cost=table.flag_danger_cost,
        plans=table.plans,
        catch_probability=table.catch_probability,
        distance_decay=table.distance_decay,
        officer_risk=table.officer_risk,
        first_move_cost=table.first_move_cost,
        own_secrecy=table.own_secrecy,
        enemy_secrecy=table.enemy_secrecy,
        value=table.value.in_order,
        secrecy=table.secrecy.in_order,
    )


@dataclass(frozen=True, slots=True)
class Valuation:
    """The values that a search uses: by side (ours, theirs) and rank, and its other terms."""

    value: tuple[tuple[float, ...], tuple[float, ...]]
    secrecy: tuple[tuple[float, ...], tuple[float, ...]]
    first_move_cost: float
    flag_danger_cost: float
    material_lead: float
    """The value of our pieces minus that of theirs, without flags."""
    plans: float
    catch_probability: float
    distance_decay: float
    officer_risk: float


def valuation(weights: EvaluationWeights, ours: Sequence[int], theirs: Sequence[int], quiet_plies: int) -> Valuation:
    """The values for these numbers of living pieces, by rank, and plies since the last fight."""
    raw = (_values(ours, theirs), _values(theirs, ours))
    scale = max(1.0, min(MAX_SCALE, FULL_BOARD / max(_total(raw[0], ours) + _total(raw[1], theirs), 1.0)))
    own, enemy = (
        [value * factor * scale for value, factor in zip(values, weights.value, strict=True)] for values in raw
    )
    material_lead = _total(own, ours) - _total(enemy, theirs)
    own[Rank.FLAG], enemy[Rank.FLAG] = OWN_FLAG, weights.enemy_flag
    urgency = min(1.0, quiet_plies / PATIENCE)
    return Valuation(
        value=(tuple(own), tuple(enemy)),
        secrecy=(
            _secrecy(weights, own, weights.own_secrecy * (1 - urgency)),
            _secrecy(weights, enemy, weights.enemy_secrecy * (1 + 2 * urgency)),
        ),
        first_move_cost=weights.first_move_cost * (1 - urgency),
        flag_danger_cost=weights.flag_danger_cost,
        material_lead=material_lead,
        plans=weights.plans,
        catch_probability=weights.catch_probability,
        distance_decay=weights.distance_decay,
        officer_risk=weights.officer_risk,
    )


def _total(values: Sequence[float], alive: Sequence[int]) -> float:
    return sum(values[rank] * alive[rank] for rank in Rank if rank is not Rank.FLAG)


def _secrecy(weights: EvaluationWeights, values: Sequence[float], factor: float) -> tuple[float, ...]:
    return tuple(share * value * factor for share, value in zip(weights.secrecy, values, strict=True))


def _values(own: Sequence[int], enemy: Sequence[int]) -> list[float]:
    ladder = [rank for rank in reversed(Rank) if Rank.MINER < rank < Rank.BOMB and (own[rank] or enemy[rank])]
    values = [10.0] * len(Rank)
    step = RANK_STEP if len(ladder) > 2 else STEP_OF_TWO
    for place, rank in enumerate(ladder):
        values[rank] = HIGHEST_VALUE * step**place
    marshal = values[Rank.MARSHAL]
    if enemy[Rank.SPY]:
        values[Rank.MARSHAL] *= 0.88
    values[Rank.SPY] = 0.25 * marshal if enemy[Rank.MARSHAL] else 8.0
    values[Rank.SCOUT] = 18.0
    values[Rank.MINER] = _miner(own[Rank.MINER]) if enemy[Rank.BOMB] else 16.0
    values[Rank.BOMB] = 35.0
    return values


def _miner(left: int) -> float:
    """The last miners are worth more: nothing else can open a ring of bombs."""
    return 28.0 + 90.0 / sqrt(max(1, left) ** 3)
