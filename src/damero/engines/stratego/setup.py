"""Set-ups for the engine: sound, varied, in several styles.

The flag's square is drawn first. A full army is then modelled on a cluster of human set-ups with the flag there, and
every other piece is placed at random by its preferences. Finally pieces exchange squares at random (Metropolis
algorithm), so that a set-up appears about as often as its score says. The score adds up where its ranks usually stand,
the weights fitted from games and the wishes of its style, less the faults that any player would see. No set-up can be
lost to the first move of a scout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from math import exp, inf, log
from operator import mul
from random import Random
from typing import TypeAlias

from damero.domain.game import Game, Seat
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.domain.stratego.setup import write_army
from damero.engines.stratego.deadline import NO_DEADLINE, Deadline, OutOfTime, deadline_in
from damero.engines.stratego.setup_features import (
    OFFICERS,
    Feature,
    Placement,
    distance,
    flag_of,
    is_in_sight,
    joint_features,
    lake_columns,
    neighbours,
    setup_weights,
    square_features,
    unguarded_raids,
)
from damero.engines.stratego.setup_priors import HUMAN, Preferences, SetupPrior, setup_priors, uniform_preferences
from damero.engines.stratego.table_loading import TABLES, TableLoader

EXCHANGES = 5
"""Exchanges tried for each square of the zone."""
BLOCKED_LANE, ENCLOSED = 1.5, 3.0
"""The cost of a bomb in front of a lane, and of a piece with only bombs and edges around it."""
RAID = 3.0
"""The cost of each square from which a scout could capture the flag in its second move."""
RARE = 0.01
"""Added to every preference, so that squares never seen before are possible."""
Weights: TypeAlias = Mapping[str, float]
"""By set-up feature, what it adds to the logarithm of a set-up's odds."""
SquareScores: TypeAlias = Mapping[Rank, list[float]]
"""By rank, then by home square: what it adds to a set-up's score."""


@dataclass(frozen=True, slots=True)
class Style:
    """What a set-up is made for: wishes that count besides the fitted weights."""

    name: str
    wishes: Mapping[str, float] = field(default_factory=dict, hash=False)
    """By set-up feature, what is added to its fitted weight."""
    wing: float = 0.0
    """How much officers prefer one half of the board."""
    decoy: float = 0.0
    """How much bombs prefer the squares around an empty hiding place for the flag on the back row."""


def _officers(place: str, wish: float) -> dict[str, float]:
    return {f"{group} {place}": wish for group in ("marshal", "general", "officer")}


def _bombs(wish: float) -> dict[str, float]:
    return {"bomb beside the flag": wish, "bomb before the flag": wish}


STYLES = (
    Style("fortress", _bombs(1.0) | _officers("in row 3", -0.25)),
    Style(
        "blitz",
        _bombs(0.6) | _officers("in row 2", 0.25) | _officers("in row 3", 0.4) | _officers("in row 0", -0.25),
        wing=2.4,
    ),
    Style("balanced", _bombs(0.6)),
    Style("bluff", _bombs(0.1), decoy=6.0),
)


def army(
    game: Game,
    seat: Seat,  # noqa: ARG001 (an army's text serves both seats)
    random: Random,
    within: float | None = None,
    tables: TableLoader = TABLES,
) -> str:
    """The text of an army for a seat, in a random style.

    If its tables cannot be loaded within this many seconds, it is a formation of the game's library.
    """
    assert isinstance(game, StrategoGame)
    deadline = deadline_in(within)
    try:
        tables.load_by(game.rules, deadline)
    except OutOfTime:
        formation = random.choice(game.library).army
        return random.choice([formation, game.mirror_army(formation)])
    return styled_army(game.rules, random.choice(STYLES), random, deadline=deadline)


def styled_army(
    rules: Rules, style: Style, random: Random, fitted: Weights | None = None, deadline: Deadline = NO_DEADLINE
) -> str:
    """The text of an army in one style; `fitted` replaces the weights fitted from games."""
    weights = _weights(rules, style, setup_weights(rules).weights if fitted is None else fitted)
    flag, preferences = _draw_flag_and_model(rules, weights, random)
    scores = _square_scores(rules, style, preferences, weights, flag, random)
    placement = _first_placement(rules, scores, flag, random)
    with suppress(OutOfTime):
        _improve(rules, placement, scores, weights, random, deadline)
    rows = range(rules.zone_rows - 1, -1, -1)
    return write_army([placement.get(row * SIZE + column) for row in rows for column in range(SIZE)])


def _weights(rules: Rules, style: Style, fitted: Weights) -> Weights:
    features, exponent = fitted.keys() | style.wishes.keys(), setup_weights(rules).selection_exponent
    return {name: exponent * (fitted.get(name, 0.0) + style.wishes.get(name, 0.0)) for name in features}


def _draw_flag_and_model(rules: Rules, weights: Weights, random: Random) -> tuple[int, Preferences]:
    """A square for the flag and a cluster's preferences with the flag there; good clusters are drawn more often."""
    clusters, exponent = _clusters(rules), setup_weights(rules).flag_exponent
    squares = range((rules.zone_rows - 1) * SIZE)  # Never on the front row.
    factors = [exp(_feature_score(rules, Rank.FLAG, square, square, weights)) for square in squares]
    flags = [
        _flag_odds(odds, cluster.preferences, factors)
        for odds, cluster in zip(_cluster_odds(rules, clusters, weights), clusters, strict=True)
    ]
    flag = random.choices(squares, [sum(odds) ** exponent for odds in zip(*flags, strict=True)])[0]
    cluster = random.choices(clusters, [odds[flag] for odds in flags])[0]
    return flag, cluster.preferences


def _flag_odds(odds: float, preferences: Preferences, factors: Sequence[float]) -> list[float]:
    """The odds of a cluster, divided among the squares of its flag."""
    shares = [(row[Rank.FLAG] + RARE) * factor for row, factor in zip(preferences, factors, strict=False)]
    total = sum(shares)
    return [odds * share / total for share in shares]


def _cluster_odds(rules: Rules, clusters: Sequence[SetupPrior], weights: Weights) -> list[float]:
    """Clusters whose mean set-up has a high score have high odds."""
    flags = [_usual_flag(cluster.preferences) for cluster in clusters]
    by_flag = {flag: _feature_scores(rules, flag, weights) for flag in set(flags)}
    scores = [
        sum(map(mul, by_flag[flag], chain.from_iterable(cluster.preferences)))
        for cluster, flag in zip(clusters, flags, strict=True)
    ]
    best = max(scores)
    return [cluster.probability * exp(score - best) for cluster, score in zip(clusters, scores, strict=True)]


def _usual_flag(preferences: Preferences) -> int:
    return max(range(len(preferences)), key=lambda square: preferences[square][Rank.FLAG])


def _feature_scores(rules: Rules, flag: int, weights: Weights) -> list[float]:
    """By home square and rank: the score of a rank's features there, times its share of the army."""
    counts = [(rank, rules.count(rank) / rules.army_size) for rank in Rank]
    return [
        count * _feature_score(rules, rank, square, flag, weights)
        for square in range(rules.zone_rows * SIZE)
        for rank, count in counts
    ]


@cache
def _clusters(rules: Rules) -> tuple[SetupPrior, ...]:
    """The clusters of human set-ups; for small armies one cluster without preferences."""
    human = tuple(prior for prior in setup_priors(rules) if prior.name == HUMAN)
    return human or (SetupPrior("uniform", 1.0, uniform_preferences(rules)),)


def _square_scores(
    rules: Rules, style: Style, preferences: Preferences, weights: Weights, flag: int, random: Random
) -> SquareScores:
    """The scores of squares, with a random wing and decoy for this set-up."""
    squares = range(rules.zone_rows * SIZE)
    scores = {
        rank: [_square_score(rules, preferences, rank, square, flag, weights) for square in squares]
        for rank, _ in rules.army
    }
    wing = random.choice((0, 1))
    for rank in scores.keys() & set(OFFICERS):
        for square in squares:
            scores[rank][square] += style.wing * (square % SIZE // (SIZE // 2) == wing)
    decoy = random.choice([square for square in squares[:SIZE] if distance(square, flag) > 2])
    for square in neighbours(rules, decoy):
        scores[Rank.BOMB][square] += style.decoy
    return scores


def _square_score(
    rules: Rules, preferences: Preferences, rank: Rank, square: int, flag: int, weights: Weights
) -> float:
    return log(preferences[square][rank] + RARE) + _feature_score(rules, rank, square, flag, weights)


def _feature_score(rules: Rules, rank: Rank, square: int, flag: int, weights: Weights) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in _features(rules, rank, square, flag))


@cache
def _features(rules: Rules, rank: Rank, square: int, flag: int) -> tuple[Feature, ...]:
    return tuple(square_features(rules, rank, square, flag))


def _first_placement(rules: Rules, scores: SquareScores, flag: int, random: Random) -> dict[int, Rank]:
    """Pieces placed one by one at random by their scores, bombs first; the flag is never in sight of a scout."""
    ranks = [rank for rank, count in rules.army for _ in range(count) if rank is not Rank.FLAG]
    placement, square = {flag: Rank.FLAG}, flag
    for rank in sorted(ranks, reverse=True):
        free = [square for square in range(rules.zone_rows * SIZE) if square not in placement]
        square = random.choices(free, [exp(scores[rank][square]) for square in free])[0]
        placement[square] = rank
    if is_in_sight(rules, placement, flag):
        _exchange(placement, square, flag + SIZE)
    return placement


def _improve(
    rules: Rules,
    placement: dict[int, Rank],
    scores: SquareScores,
    weights: Weights,
    random: Random,
    deadline: Deadline,
) -> None:
    """Let pieces exchange squares at random, better exchanges more often, until the deadline; the flag stays."""
    squares = [square for square in range(rules.zone_rows * SIZE) if placement.get(square) is not Rank.FLAG]
    joint = _joint_score(rules, placement, weights)
    for _ in range(EXCHANGES * len(squares)):
        deadline.check()
        one, two = random.choice([square for square in squares if square in placement]), random.choice(squares)
        gain = _gain(scores, placement.get(one), one, two) + _gain(scores, placement.get(two), two, one)
        _exchange(placement, one, two)
        then = _joint_score(rules, placement, weights)
        if random.random() < exp(min(0.0, gain + then - joint)):
            joint = then
        else:
            _exchange(placement, one, two)


def _gain(scores: SquareScores, rank: Rank | None, origin: int, target: int) -> float:
    return 0.0 if rank is None else scores[rank][target] - scores[rank][origin]


def _exchange(placement: dict[int, Rank], one: int, two: int) -> None:
    here, there = placement.pop(one, None), placement.pop(two, None)
    if here is not None:
        placement[two] = here
    if there is not None:
        placement[one] = there


def _joint_score(rules: Rules, placement: Placement, weights: Weights) -> float:
    """The part of the score that depends on several pieces; a flag in sight of a scout is ruled out."""
    if is_in_sight(rules, placement, flag_of(placement)):
        return -inf
    together = sum(weights.get(name, 0.0) * value for name, value in joint_features(rules, placement))
    return together - faults(rules, placement) - RAID * unguarded_raids(rules, placement)


def faults(rules: Rules, placement: Placement) -> float:
    """The cost of plain mistakes: lanes blocked by own bombs, pieces that cannot get out."""
    bombs = [square for square, rank in placement.items() if rank is Rank.BOMB]
    front, lakes = (rules.zone_rows - 1) * SIZE, lake_columns(rules)
    blocked = sum(bomb >= front and bomb % SIZE not in lakes for bomb in bombs)
    walls = Counter(square for bomb in bombs for square in neighbours(rules, bomb) if square < front)
    enclosed = sum(
        _must_get_out(placement.get(square)) and count == len(neighbours(rules, square))
        for square, count in walls.items()
    )
    return BLOCKED_LANE * blocked + ENCLOSED * enclosed


def _must_get_out(rank: Rank | None) -> bool:
    """Whether a piece is useless while enclosed; scouts and spies may serve as decoys."""
    return rank is not None and rank.is_movable and rank > Rank.SCOUT
