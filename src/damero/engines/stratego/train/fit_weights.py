"""Find evaluation weights that win more games.

    python -m damero.engines.stratego.train.fit_weights vary --game barrage --games 6000 --seed 1 > games.txt
    python -m damero.engines.stratego.train.fit_weights slopes games.txt
    python -m damero.engines.stratego.train.fit_weights match --game barrage "flag_danger_cost=500, value spy=2"

Needs the packages of `damero[train]`. `vary` plays games of the engine against itself (see `arena`), in pairs with
sides exchanged, in which every weight of either side is multiplied by a random factor. `slopes` prints how many points
of a hundred each weight gains if it is increased by one step (a factor of about 1.5). `match` plays the packaged
weights with some changes against the packaged weights. A change along the slopes is worth keeping if it wins such a
match on other seeds.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np

from damero.domain.stratego import StrategoGame
from damero.domain.stratego.rules import Rank
from damero.engines.stratego.material import EvaluationWeights, evaluation_weights
from damero.engines.stratego.train.arena import Arena
from damero.engines.stratego.train.armies import engine_armies
from damero.engines.stratego.train.options import (
    add_games,
    at_least,
    errors_in_a_sentence,
    lines_of,
    parser_of,
    stratego_game,
)

STEP = 0.4
"""The size of a step, in the logarithm of a weight."""
REGULARISATION = 50.0
"""How strongly slopes are drawn to zero, in games."""
TABLES = ("value", "secrecy")
SHARES = ("catch_probability", "distance_decay")
"""Weights that stay below one."""

Steps: TypeAlias = dict[str, float]
"""By weight, how many steps it is changed."""


def weight_names(rules: StrategoGame) -> list[str]:
    """The weights that matter in a game: those of the ranks it has."""
    plain = [name for name in asdict(evaluation_weights(rules.rules)) if name not in TABLES]
    ranks = [rank.name.lower() for rank in Rank if rank is not Rank.FLAG and rules.rules.count(rank)]
    return plain + [f"{table} {rank}" for table in TABLES for rank in ranks]


def changed(weights: EvaluationWeights, changes: Mapping[str, float]) -> EvaluationWeights:
    """The weights with some of them, by name, replaced."""
    fields = asdict(weights)
    for name, number in changes.items():
        table, _, rank = name.partition(" ")
        if rank:
            row = list(fields[table])
            row[Rank[rank.upper()]] = number
        fields[table] = tuple(row) if rank else number
    return EvaluationWeights(**fields)


def weight(weights: EvaluationWeights, name: str) -> float:
    table, _, rank = name.partition(" ")
    value = asdict(weights)[table]
    return float(value[Rank[rank.upper()]] if rank else value)


def stepped(weights: EvaluationWeights, steps: Mapping[str, float]) -> EvaluationWeights:
    """Every weight increased or decreased by its number of steps."""
    return changed(weights, {name: _stepped(name, weight(weights, name), step) for name, step in steps.items()})


def _stepped(name: str, number: float, step: float) -> float:
    return 1 - (1 - number) * exp(-STEP * step) if name in SHARES else number * exp(STEP * step)


def play_pairs(
    rules: StrategoGame,
    players: Iterator[tuple[EvaluationWeights, EvaluationWeights]],
    games: int,
    nodes: int,
    random: Random,
) -> Iterator[tuple[float, float]]:
    """The first player's points in two games with the same armies, one on each side."""
    arena = Arena(rules.rules, random)
    for _ in range(games // 2):
        armies, (one, two) = engine_armies(rules, random), next(players)
        yield arena.play(armies, (one, two), nodes) / 2, 1 - arena.play(armies, (two, one), nodes) / 2


def play_varied(rules: StrategoGame, games: int, nodes: int, random: Random) -> Iterator[tuple[Steps, float]]:
    """For each game how many steps the first side's weights were ahead, and the points it won."""
    names, weights, drawn = weight_names(rules), evaluation_weights(rules.rules), []

    def players() -> Iterator[tuple[EvaluationWeights, EvaluationWeights]]:
        while True:
            steps = [{name: random.gauss(0.0, 1.0) for name in names} for _ in range(2)]
            drawn.append({name: steps[0][name] - steps[1][name] for name in names})
            yield stepped(weights, steps[0]), stepped(weights, steps[1])

    for points in play_pairs(rules, players(), games, nodes, random):
        yield from ((drawn[-1], won) for won in points)


def slopes(played: Sequence[tuple[Steps, float]]) -> dict[str, tuple[float, float]]:
    """What one step of each weight adds to the share of points, with its 95 % error."""
    names = list(played[0][0])
    steps = np.array([[lead[name] for name in names] for lead, _ in played])
    won = np.array([points for _, points in played]) - 0.5
    covariance = np.linalg.inv(steps.T @ steps + REGULARISATION * np.eye(len(names)))
    errors = 1.96 * np.sqrt(np.diag(covariance)) * won.std()
    found = zip(names, (covariance @ steps.T @ won).tolist(), errors.tolist(), strict=True)
    return {name: (slope, error) for name, slope, error in found}


def read_changes(text: str, names: Sequence[str]) -> Steps:
    """Changes such as `flag_danger_cost=500, value spy=2`."""
    changes = [part.strip().partition("=") for part in text.split(",") if part.strip()]
    unknown = [name for name, _, _ in changes if name not in names]
    if unknown:
        raise ValueError(f"There is no weight {unknown[0]!r}; the weights are {', '.join(names)}.")
    return {name: _number(number) for name, _, number in changes}


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is not a number.") from error


def read_games(path: Path) -> list[tuple[Steps, float]]:
    """The games of a file, one a line, as `vary` prints them."""
    try:
        played = [msgspec.json.decode(line, type=tuple[Steps, float]) for line in lines_of(path)]
    except msgspec.DecodeError as error:
        raise ValueError(f"{path} does not hold games that `vary` has printed: {error}.") from error
    if not played:
        raise ValueError(f"{path} holds no game.")
    if any(steps.keys() != played[0][0].keys() for steps, _ in played):
        raise ValueError(f"{path} holds games with different weights.")
    return played


def match(rules: StrategoGame, changes: Steps, games: int, nodes: int, random: Random) -> list[float]:
    weights = evaluation_weights(rules.rules)
    players = iter(lambda: (changed(weights, changes), weights), None)
    return [won for both in play_pairs(rules, players, games, nodes, random) for won in both]


def _parser() -> ArgumentParser:
    parser = parser_of(__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    varying = steps.add_parser("vary", help="play games with random weights and print them, one a line")
    varying.set_defaults(run=_vary)
    sloping = steps.add_parser("slopes", help="print what each weight gains in games that were played")
    sloping.add_argument("file", type=Path)
    sloping.set_defaults(run=_slopes)
    matching = steps.add_parser("match", help="play changed weights against the packaged ones")
    matching.add_argument("changes", nargs="?", default="", help='such as "flag_danger_cost=500, value spy=2"')
    matching.set_defaults(run=_match)
    for playing in (varying, matching):
        add_games(playing, 1000, least=2)
        playing.add_argument("--nodes", type=at_least(1), default=400, help="for each move (default: %(default)s)")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    with errors_in_a_sentence(parser):
        options.run(options)


def _vary(options: Namespace) -> None:
    rules, random = stratego_game(options.game), Random(options.seed)
    for line in play_varied(rules, options.games, options.nodes, random):
        print(json.dumps(line), flush=True)


def _slopes(options: Namespace) -> None:
    played = read_games(options.file)
    print(f"{len(played)} games")
    for name, (slope, error) in sorted(slopes(played).items(), key=lambda found: -abs(found[1][0])):
        print(f"{name:20} {100 * slope:+.2f} ± {100 * error:.2f}")


def _match(options: Namespace) -> None:
    rules, random = stratego_game(options.game), Random(options.seed)
    changes = read_changes(options.changes, weight_names(rules))
    points = match(rules, changes, options.games, options.nodes, random)
    share = sum(points) / len(points)
    error = 1.96 * sqrt(max(share * (1 - share), 0.01) / len(points))
    won, drawn, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
    print(f"{len(points)} games: {won} won, {drawn} drawn, {lost} lost = {100 * share:.1f} % ± {100 * error:.1f}")


if __name__ == "__main__":
    main()
