"""What each rank is worth, by what is still alive on both sides, and what its secret is worth to its owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego.places import read_table

TOP = 400.0
STEP_DOWN, STEP_OF_TWO = 0.5, 0.62
"""A rank is worth so much of the next higher one that is still alive anywhere; more where there are no others."""
OWN_FLAG = 3000.0
FULL_BOARD = 3400.0
"""What both armies are worth together at the start: as they shrink, each piece counts for more."""
MOST_SCALE = 2.2
PATIENCE = 160
"""Moves without a fight after which secrets no longer count and every unknown piece is worth a look."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much everything counts beside the rest, as games with armies of one size have taught; see `tune`."""

    flag: float
    """The chance to find their flag; our own counts for far more."""
    alarm: float
    """That nobody can stop an enemy on its way to our flag."""
    plans: float
    """What pieces hope to gain later, beside what is on the board."""
    caught: float
    """How likely a piece that can run away is caught."""
    nearer: float
    """A target one step farther away draws so much of it."""
    stillness: float
    """What it costs a piece of ours to move for the first time: while it stands it may be a bomb."""
    discretion: float
    """Our own secrets."""
    curiosity: float
    """What we may learn of theirs."""
    value: tuple[float, ...]
    """By rank, how much more or less it is worth than by `_values`."""
    secret: tuple[float, ...]
    """By rank, the part of its worth that lies in the enemy not knowing it."""


@cache
def weights_of(rules: Rules) -> Weights:
    """Those of the armies most like these in size."""
    tables = read_table("weights.json")
    table: dict[str, Any] = tables[min(tables, key=lambda pieces: abs(int(pieces) - rules.army_size))]
    return Weights(**table | {"value": _by_rank(table["value"], 1.0), "secret": _by_rank(table["secret"], 0.0)})


def _by_rank(named: Mapping[str, float], otherwise: float) -> tuple[float, ...]:
    return tuple(named.get(rank.name.lower(), otherwise) for rank in Rank)


@dataclass(frozen=True, slots=True)
class Worth:
    """Tables by side (ours, theirs) and rank, and what counts beside them."""

    value: tuple[tuple[float, ...], tuple[float, ...]]
    secret: tuple[tuple[float, ...], tuple[float, ...]]
    stillness: float
    """What an unknown piece of ours loses by its first move."""
    alarm: float
    """What it costs that nobody can stop an enemy on its way to our flag."""
    lead: float
    """How much more our pieces are worth than theirs, flags left out."""
    plans: float
    caught: float
    nearer: float


def worth_of(weights: Weights, ours: Sequence[int], theirs: Sequence[int], quiet: int) -> Worth:
    """By the numbers alive of each rank and the moves since the last fight."""
    raw = (_values(ours, theirs), _values(theirs, ours))
    scale = max(1.0, min(MOST_SCALE, FULL_BOARD / max(_total(raw[0], ours) + _total(raw[1], theirs), 1.0)))
    own, foe = ([value * more * scale for value, more in zip(values, weights.value, strict=True)] for values in raw)
    lead = _total(own, ours) - _total(foe, theirs)
    own[Rank.FLAG], foe[Rank.FLAG] = OWN_FLAG, weights.flag
    haste = min(1.0, quiet / PATIENCE)
    return Worth(
        value=(tuple(own), tuple(foe)),
        secret=(
            _secrets(weights, own, weights.discretion * (1 - haste)),
            _secrets(weights, foe, weights.curiosity * (1 + 2 * haste)),
        ),
        stillness=weights.stillness * (1 - haste),
        alarm=weights.alarm,
        lead=lead,
        plans=weights.plans,
        caught=weights.caught,
        nearer=weights.nearer,
    )


def _total(values: Sequence[float], alive: Sequence[int]) -> float:
    return sum(values[rank] * alive[rank] for rank in Rank if rank is not Rank.FLAG)


def _secrets(weights: Weights, values: Sequence[float], factor: float) -> tuple[float, ...]:
    return tuple(part * value * factor for part, value in zip(weights.secret, values, strict=True))


def _values(own: Sequence[int], enemy: Sequence[int]) -> list[float]:
    ladder = [rank for rank in reversed(Rank) if Rank.MINER < rank < Rank.BOMB and (own[rank] or enemy[rank])]
    values = [10.0] * len(Rank)
    step = STEP_DOWN if len(ladder) > 2 else STEP_OF_TWO
    for place, rank in enumerate(ladder):
        values[rank] = TOP * step**place
    marshal = values[Rank.MARSHAL]
    if enemy[Rank.SPY]:
        values[Rank.MARSHAL] *= 0.88
    values[Rank.SPY] = 0.25 * marshal if enemy[Rank.MARSHAL] else 8.0
    values[Rank.SCOUT] = 18.0
    values[Rank.MINER] = _miner(own[Rank.MINER]) if enemy[Rank.BOMB] else 16.0
    values[Rank.BOMB] = 35.0
    return values


def _miner(left: int) -> float:
    """The last miners are the ones that can still open a ring of bombs."""
    return 28.0 + 90.0 / sqrt(max(1, left) ** 3)
