"""Set-up priors: where ranks start, and which kind of set-up an opponent seems to use.

Home squares count from the owner's back row: row 0, then row 1 … Every prior has its mirror image. A preference says
how much more often a rank starts on a square than an average piece does.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from math import exp, log
from operator import mul
from typing import TypeAlias

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.formations import formations
from damero.domain.stratego.notation import RANKS as LETTERS
from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego.balance import weighted_mean
from damero.engines.stratego.tables import ByRank, SquareCounts, ataraxos_setups, engine_setups, human_setups

HUMAN = "human"
PRIOR_PROBABILITIES = {"uniform": 0.2, "ataraxos": 0.25, HUMAN: 0.3, "library": 0.25, "engine": 0.45}
"""How likely an opponent uses each kind of set-up, before any of its pieces is known."""
REMAINING_DOUBT = 0.03
"""The share of the prior probabilities that remains, whatever the known pieces say."""
UNIFORM_SHARE = 0.1
"""Mixed into priors that are based on few set-ups."""
UNSEEN_PREFERENCE = 0.02
"""Added to every preference, so that a set-up never seen before is not impossible."""
AVERAGE_SETUPS = 15.0
"""This many average set-ups are added to each cluster of human set-ups."""
NEGLIGIBLE = 0.0005
"""Priors with a lower probability are left out."""
MOVABLE = len(Rank)
"""Takes the place of a rank for a piece that is only known to be movable."""

Preferences: TypeAlias = tuple[tuple[float, ...], ...]
"""By home square, then by rank."""
Counts: TypeAlias = Sequence[Sequence[float]]
"""By rank, then by home square: how many set-ups have the rank there."""


@dataclass(frozen=True, slots=True)
class SetupPrior:
    """A kind of set-up."""

    name: str
    probability: float
    """Before any piece is known."""
    preferences: Preferences


@cache
def setup_priors(rules: Rules) -> tuple[SetupPrior, ...]:
    """Uniform, that of the agent Ataraxos, clusters of human set-ups, and every second formation of the library.

    The other formations are kept for measuring. Set-ups that fill their zone say nothing about smaller armies, which
    have a prior of the engine's own set-ups instead.
    """
    squares = rules.zone_rows * SIZE
    known: dict[str, list[tuple[float, Preferences]]] = {"uniform": [(1.0, uniform_preferences(rules))]}
    if rules.army_size == squares:
        known["ataraxos"] = [(1.0, _preferences(rules, _flat(rules, ataraxos_setups().counts)))]
        known[HUMAN] = _human_clusters(rules)
    else:
        known["engine"] = [(1.0, _softened(_preferences(rules, _flat(rules, engine_setups().counts))))]
    if formations(rules):
        counts = _counted([formation.army for formation in formations(rules)[::2]])
        known["library"] = [(1.0, _softened(_preferences(rules, _blurred(counts, 0.3, 2.0))))]
    total = sum(PRIOR_PROBABILITIES[name] for name in known)
    return tuple(
        SetupPrior(name, PRIOR_PROBABILITIES[name] / total * share, preferences)
        for name, parts in known.items()
        for share, preferences in parts
    )


def uniform_preferences(rules: Rules) -> Preferences:
    return ((1.0,) * len(Rank),) * (rules.zone_rows * SIZE)


def _human_clusters(rules: Rules) -> list[tuple[float, Preferences]]:
    """The clusters of human set-ups, each as it is and mirrored, with their shares of all set-ups."""
    clusters = human_setups().clusters
    total = sum(cluster.armies for cluster in clusters)
    tables = [_flat(rules, cluster.counts) for cluster in clusters]
    average = [
        [AVERAGE_SETUPS / total * sum(counts) for counts in zip(*lines, strict=True)]
        for lines in zip(*tables, strict=True)
    ]
    shares = [cluster.armies / total / 2 for cluster in clusters]
    found = [_preferences(rules, _added(table, average)) for table in tables]
    return [*zip(shares, found, strict=True), *zip(shares, map(_mirrored, found), strict=True)]


def prior_probabilities(
    rules: Rules, known: Iterable[tuple[int, Rank]] = (), moved: Iterable[int] = ()
) -> tuple[float, ...]:
    """The probability of each prior, given known ranks on home squares and home squares of pieces that have moved."""
    priors = setup_priors(rules)
    columns = [_log_prior_probabilities(rules)]
    columns += [_log_preferences(rules, square, rank) for square, rank in known]
    columns += [_log_preferences(rules, square, MOVABLE) for square in moved]
    return posterior(
        list(map(sum, zip(*columns, strict=True))), [prior.probability for prior in priors], REMAINING_DOUBT
    )


@cache
def _log_prior_probabilities(rules: Rules) -> tuple[float, ...]:
    return tuple(log(prior.probability) for prior in setup_priors(rules))


@cache
def _log_preferences(rules: Rules, square: int, rank: int) -> tuple[float, ...]:
    """For each prior the logarithm of its preference for a rank on a square, or for any movable rank."""
    rows = (prior.preferences[square] for prior in setup_priors(rules))
    if rank == MOVABLE:
        shares = [rules.count(rank) / rules.army_size if rank.is_movable else 0.0 for rank in Rank]
        return tuple(log(sum(map(mul, shares, row)) + UNSEEN_PREFERENCE) for row in rows)
    return tuple(log(row[rank] + UNSEEN_PREFERENCE) for row in rows)


def posterior(logs: Sequence[float], before: Sequence[float], doubt: float) -> tuple[float, ...]:
    """Probabilities from their logarithms up to a constant; a share of `doubt` stays as it was before."""
    best = max(logs)
    likelihoods = [exp(one - best) for one in logs]
    total = sum(likelihoods)
    return tuple(
        (1 - doubt) * likelihood / total + doubt * prior for likelihood, prior in zip(likelihoods, before, strict=True)
    )


@lru_cache(maxsize=256)
def expected_preferences(rules: Rules, probabilities: tuple[float, ...]) -> Preferences:
    """The mean of all priors' preferences, weighted by their probabilities."""
    kept = [
        (table, probability)
        for table, probability in zip(_preference_tables(rules), probabilities, strict=True)
        if probability > NEGLIGIBLE
    ]
    mean = weighted_mean([table for table, _ in kept], [probability for _, probability in kept])
    return tuple(tuple(mean[start : start + len(Rank)]) for start in range(0, len(mean), len(Rank)))


@cache
def _preference_tables(rules: Rules) -> tuple[array[float], ...]:
    """The preferences of each prior, all squares in one row."""
    return tuple(array("d", chain.from_iterable(prior.preferences)) for prior in setup_priors(rules))


def _flat(rules: Rules, counts: ByRank[SquareCounts]) -> Counts:
    return [[count for row in table[: rules.zone_rows] for count in row] for table in counts.in_order]


def _counted(armies: Sequence[str]) -> Counts:
    """The counts of these set-ups, each with its mirror image."""
    rows = [army.split("/")[::-1] for army in armies]
    texts = ["".join(one) for one in rows] + ["".join(row[::-1] for row in one) for one in rows]
    return [
        [sum(LETTERS.get(text[square]) is rank for text in texts) for square in range(len(texts[0]))] for rank in Rank
    ]


def _added(one: Counts, two: Counts) -> Counts:
    return [[a + b for a, b in zip(*lines, strict=True)] for lines in zip(one, two, strict=True)]


def _mirrored(preferences: Preferences) -> Preferences:
    return tuple(preferences[square - square % SIZE + SIZE - 1 - square % SIZE] for square in range(len(preferences)))


def _blurred(counts: Counts, rows: float, columns: float) -> Counts:
    """Counts spread over nearby squares: a few set-ups say little about a single square."""
    squares = range(len(counts[0]))
    shares = [[exp(-_rows(one, two) / rows - _columns(one, two) / columns) for two in squares] for one in squares]
    totals = [sum(line) for line in shares]
    return [
        [
            sum(share * count for share, count in zip(shares[square], line, strict=True)) / totals[square]
            for square in squares
        ]
        for line in counts
    ]


def _preferences(rules: Rules, counts: Counts) -> Preferences:
    """The share of a rank on each square, relative to the share of all ranks together."""
    shares = [[count / max(1, sum(line)) for count in line] for line in counts]
    army = [rules.count(rank) / rules.army_size for rank in Rank]
    squares = range(len(counts[0]))
    average = [sum(part * shares[rank][square] for rank, part in zip(Rank, army, strict=True)) for square in squares]
    return tuple(
        tuple(shares[rank][square] / average[square] if average[square] else 1.0 for rank in Rank) for square in squares
    )


def _softened(preferences: Preferences) -> Preferences:
    return tuple(tuple((1 - UNIFORM_SHARE) * preference + UNIFORM_SHARE for preference in row) for row in preferences)


def _rows(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE)


def _columns(one: int, two: int) -> int:
    return abs(one % SIZE - two % SIZE)
