"""Sort human set-ups into clusters, so that a few known pieces tell more about the others.

    python -m damero.engines.stratego.train.cluster_setups armies.txt --clusters 128 --seed 1 \\
        --source "set-ups from …" --licence MIT --output human_setups.json

Needs the packages of `damero[train]`. Each line of the file is an army as Damero writes it, front row first; slashes
between rows may be left out. One table of where ranks stand cannot express that certain bombs go with certain flags; a
table for each cluster can. Clusters are found by expectation maximisation: every set-up belongs to each cluster, or to
its mirror image, as much as the cluster's table makes it likely, and tables are made from the set-ups that belong to
them. The output holds counts alone.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.notation import RANKS
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.setup_priors import AVERAGE_SETUPS
from damero.engines.stratego.tables import FORMAT, SetupCluster, SetupClusters, by_rank
from damero.engines.stratego.train.armies import checked_armies
from damero.engines.stratego.train.options import (
    add_output,
    add_seed,
    at_least,
    check_output,
    errors_in_a_sentence,
    lines_of,
    parser_of,
    save,
    stratego_game,
)

ROUNDS = 60
TINY = 1e-9
DESCRIPTION = (
    "Clusters of set-ups: how many set-ups each has, and how many of them have each rank on each square; row 0 is the "
    "owner's back row. A mirror image belongs to the same cluster. Written by "
    "python -m damero.engines.stratego.train.cluster_setups."
)

Table: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Armies: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
"""By army, then by home square: the rank."""


@dataclass(frozen=True, slots=True)
class Cluster:
    armies: float
    counts: Table
    """By home square, then by rank."""


def read_armies(rules: StrategoGame, lines: Iterable[str]) -> Armies:
    texts = checked_armies(rules, lines)
    return np.array([[RANKS[letter] for row in reversed(text.split("/")) for letter in row] for text in texts])


def cluster(armies: Armies, number: int, seed: int) -> list[Cluster]:
    """This many clusters, the largest first."""
    if not 1 <= number <= len(armies):
        raise ValueError(f"{len(armies)} armies cannot form {number} clusters.")
    indicators = _indicators(np.concatenate([armies, mirrored(armies)]))
    average = indicators.mean(axis=0)
    first = np.random.default_rng(seed).choice(len(armies), number, replace=False)
    tables, shares = (average + indicators[first]) / 2, np.full(number, 1 / number)
    for _ in range(ROUNDS):
        membership = _membership(indicators, tables, shares)
        counts, sizes = membership.T @ indicators, membership.sum(axis=0)
        shares = (sizes + 1) / (sizes + 1).sum()
        tables = (counts + AVERAGE_SETUPS * average) / (sizes + AVERAGE_SETUPS)[:, None]
    squares = armies.shape[1]
    clusters = [Cluster(float(size), table.reshape(squares, -1)) for size, table in zip(sizes, counts, strict=True)]
    return sorted(clusters, key=lambda cluster: -cluster.armies)


def mirrored(armies: Armies) -> Armies:
    rows = armies.reshape(len(armies), -1, SIZE)
    return rows[:, :, ::-1].reshape(armies.shape)


def _indicators(armies: Armies) -> Table:
    """One-hot vectors: a one for each rank on its square."""
    indicators: Table = np.eye(len(Rank))[armies].reshape(len(armies), -1)
    return indicators


def _membership(indicators: Table, tables: Table, shares: Table) -> Table:
    """How much each army and each mirror image belongs to each cluster; an army and its image add up to one."""
    logs = indicators @ np.log(tables + TINY).T + np.log(shares)
    both = np.concatenate(np.split(logs, 2), axis=1)
    likelihoods = np.exp(both - both.max(axis=1, keepdims=True))
    likelihoods /= likelihoods.sum(axis=1, keepdims=True)
    return np.concatenate(np.split(likelihoods, 2, axis=1))


def table_of(clusters: Sequence[Cluster], source: str, licence: str) -> SetupClusters:
    return SetupClusters(FORMAT, source, licence, DESCRIPTION, tuple(map(_entry, clusters)))


def _entry(cluster: Cluster) -> SetupCluster:
    counts = [np.rint(cluster.counts[:, rank]).astype(int).reshape(-1, SIZE).tolist() for rank in Rank]
    return SetupCluster(round(cluster.armies), by_rank(tuple(map(tuple, rows)) for rows in counts))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = parser_of(__doc__)
    parser.add_argument("armies", type=Path)
    parser.add_argument("--game", default="stratego", help="the id of a Stratego game (default: %(default)s)")
    parser.add_argument("--clusters", type=at_least(1), default=128, help="default: %(default)s")
    add_seed(parser)
    parser.add_argument("--source", required=True, help="where the armies come from")
    parser.add_argument("--licence", required=True, help="the licence of the armies")
    add_output(parser)
    options = parser.parse_args(arguments)
    with errors_in_a_sentence(parser):
        _run(options)


def _run(options: Namespace) -> None:
    check_output(options.output, overwrite=options.overwrite)
    rules = stratego_game(options.game)
    try:
        armies = read_armies(rules, lines_of(options.armies))
    except ValueError as error:
        raise ValueError(f"{options.armies}: {error}") from error
    clusters = cluster(armies, options.clusters, options.seed)
    save(options.output, table_of(clusters, options.source, options.licence))


if __name__ == "__main__":
    main()
