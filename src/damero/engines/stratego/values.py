"""What each rank is worth, by what is still alive on both sides, and what its secret is worth to its owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.kernel import fight_of

TOP = 400.0
STEP_DOWN, STEP_OF_TWO = 0.5, 0.62
"""A rank is worth so much of the next higher one that is still alive anywhere; more where there are no others."""
FLAG = 600.0
"""What the chance to find their flag counts; ours is worth far more to us."""
OWN_FLAG = 3000.0
FULL_BOARD = 3400.0
"""What both armies are worth together at the start: as they shrink, each piece counts for more."""
MOST_SCALE = 2.2
ALARM = 2000.0
PATIENCE = 160
"""Moves without a fight after which secrets no longer count and every unknown piece is worth a look."""

SECRETS = {
    Rank.SPY: 0.6,
    Rank.MINER: 0.2,
    Rank.LIEUTENANT: 0.05,
    Rank.CAPTAIN: 0.1,
    Rank.MAJOR: 0.15,
    Rank.COLONEL: 0.2,
    Rank.GENERAL: 0.25,
    Rank.MARSHAL: 0.25,
    Rank.BOMB: 0.3,
}
"""The part of a rank's worth that lies in the enemy not knowing it."""
STILLNESS = 4.0
"""What it costs a piece of ours to move for the first time: while it stands it may be a bomb."""
DISCRETION = 2.0
"""How much more our own secrets count than what we may learn of theirs."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Tables by side (ours, theirs) and rank."""

    value: tuple[tuple[float, ...], tuple[float, ...]]
    secret: tuple[tuple[float, ...], tuple[float, ...]]
    will: tuple[tuple[float, float], ...]
    """How likely each rank of theirs is to attack a piece of ours that it does not know: unmoved, moved."""
    stillness: float
    """What an unknown piece of ours loses by its first move."""
    alarm: float
    """What it costs that nobody can stop an enemy on its way to our flag."""
    lead: float
    """How much more our pieces are worth than theirs, flags left out."""


def worth_of(ours: Sequence[int], theirs: Sequence[int], hidden: Sequence[int], quiet: int) -> Worth:
    """By the numbers alive of each rank, ours that they have not seen, and the moves since the last fight."""
    raw = (_values(ours, theirs), _values(theirs, ours))
    our_total, their_total = (
        sum(values[rank] * alive[rank] for rank in Rank if rank is not Rank.FLAG)
        for values, alive in zip(raw, (ours, theirs), strict=True)
    )
    scale = max(1.0, min(MOST_SCALE, FULL_BOARD / max(our_total + their_total, 1.0)))
    own, foe = ([value * scale for value in values] for values in raw)
    own[Rank.FLAG], foe[Rank.FLAG] = OWN_FLAG, FLAG
    haste, lead = min(1.0, quiet / PATIENCE), scale * (our_total - their_total)
    secret = tuple(
        tuple(SECRETS.get(rank, 0.0) * values[rank] * factor for rank in Rank)
        for values, factor in ((own, DISCRETION * (1 - haste)), (foe, 1 + 2 * haste))
    )
    return Worth(
        value=(tuple(own), tuple(foe)),
        secret=(secret[0], secret[1]),
        will=_will(own, foe, hidden),
        stillness=STILLNESS * (1 - haste),
        alarm=ALARM,
        lead=lead,
    )


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


def _will(own: Sequence[float], foe: Sequence[float], hidden: Sequence[int]) -> tuple[tuple[float, float], ...]:
    return tuple(
        (_eagerness(rank, own, foe, hidden, moved=False), _eagerness(rank, own, foe, hidden, moved=True))
        for rank in Rank
    )


def _eagerness(rank: Rank, own: Sequence[float], foe: Sequence[float], hidden: Sequence[int], *, moved: bool) -> float:
    """A rank that expects to gain by attacking an unknown piece of ours is likely to do so."""
    pool = [other for other in Rank if hidden[other] and (other.is_movable or not moved)]
    number = sum(hidden[other] for other in pool)
    if not rank.is_movable or not number:
        return 0.0
    gain = sum(hidden[other] * _result(rank, other, own, foe) for other in pool) / number
    return min(0.9, max(0.15, 0.5 + gain / 150))


def _result(attacker: Rank, defender: Rank, own: Sequence[float], foe: Sequence[float]) -> float:
    outcome = fight_of(attacker, defender)
    if outcome > 0:
        return own[defender]
    return own[defender] - foe[attacker] if outcome == 0 else -foe[attacker]
