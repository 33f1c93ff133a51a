"""Fit from games which features of a set-up win.

    python -m damero.engines.stratego.train.fit_setups play --game barrage --games 4000 --seed 1 > barrage.txt
    python -m damero.engines.stratego.train.fit_setups play --games 6000 --seed 1 --armies armies.txt > stratego.txt
    python -m damero.engines.stratego.train.fit_setups fit barrage.txt stratego.txt --output setup_weights.json
    python -m damero.engines.stratego.train.fit_setups count --game barrage --games 1500 --output engine_setups.json

Needs the packages of `damero[train]`. `play` plays games of the engine against itself in the arena. Half of the armies
are uniformly random and half are usual ones with random wishes; neither uses weights fitted before. With a file of
armies (one a line, as for `cluster_setups`) three of four come from there. `fit` writes the weights that these games
show; army sizes without games keep their weights. `count` sets up armies of the engine and counts where their ranks
stand.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np

from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.engines.stratego import tables
from damero.engines.stratego.material import evaluation_weights
from damero.engines.stratego.setup import Style, army, styled_army
from damero.engines.stratego.setup_features import army_features, placement_of, setup_weights
from damero.engines.stratego.tables import FORMAT, SetupCounts, SetupWeights, SetupWeightTables, by_rank
from damero.engines.stratego.train.arena import Arena
from damero.engines.stratego.train.armies import arena_armies, checked_armies, mirrored_at_random, uniform_army
from damero.engines.stratego.train.options import (
    add_games,
    add_output,
    check_output,
    errors_in_a_sentence,
    lines_of,
    parser_of,
    save,
    stratego_game,
)

NODES = 350
FROM_FILE = 0.75
"""The share of armies that come from a file, if there is one."""
REGULARISATION = 200.0
"""How strongly weights are drawn to zero, in games; chosen on games left out of the fit."""
STEPS = 30
WISH = 0.8
"""The standard deviation of random wishes: two in five change a feature's odds by more than a factor of two."""
MAX_BOMB_WISH = 4.0
"""The strongest wish for bombs around the flag."""

Vector: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The armies of a game, and the first one's share of the point."""

    game_id: str
    first: str
    second: str
    share: float

    def __str__(self) -> str:
        return f"{self.game_id} {self.first} {self.second} {self.share}"


def read_games(path: Path) -> list[PlayedGame]:
    """The games of a file, one a line, as `play` prints them."""
    games = []
    for number, line in enumerate(lines_of(path), 1):
        try:
            games.append(read_game(line))
        except ValueError as error:
            raise ValueError(f"{path}: line {number} is not a game that `play` has printed.") from error
    return games


def read_game(line: str) -> PlayedGame:
    game_id, first, second, share = line.split()
    return PlayedGame(game_id, first, second, float(share))


def play(arena: Arena, rules: StrategoGame, random: Random, armies: Sequence[str] = ()) -> PlayedGame:
    """A game between two armies to learn from."""
    first, second = (_any_army(rules, random, armies) for _ in range(2))
    weights = evaluation_weights(rules.rules)
    half_points = arena.play(arena_armies(rules, first, second), (weights, weights), NODES)
    return PlayedGame(rules.info.id, first, second, half_points / 2)


def _any_army(rules: StrategoGame, random: Random, armies: Sequence[str]) -> str:
    if not armies or random.random() >= FROM_FILE:
        return army_to_learn_from(rules.rules, random)
    return mirrored_at_random(rules, random.choice(armies), random)


def army_to_learn_from(rules: Rules, random: Random) -> str:
    """A uniformly random army, or a usual one with random wishes, so that games show which wishes are good."""
    uniform = uniform_army(rules, random)
    if random.random() < 0.5:
        return uniform
    exponent = setup_weights(rules).selection_exponent
    features = sorted(army_features(rules, placement_of(rules, uniform)))
    wishes = {feature: random.gauss(0.0, WISH) / exponent for feature in features}
    bombs = dict.fromkeys(
        ("bomb before the flag", "bomb beside the flag"), random.uniform(0.0, MAX_BOMB_WISH) / exponent
    )
    return styled_army(rules, Style("trial", wishes=wishes | bombs), random, fitted={})


def fit(rules: Rules, games: Sequence[PlayedGame]) -> dict[str, float]:
    """What each feature adds to the logarithm of the odds of winning (logistic regression)."""
    features = [[army_features(rules, placement_of(rules, text)) for text in (one.first, one.second)] for one in games]
    names = sorted({name for pair in features for found in pair for name in found})
    lead = np.array([[ours.get(name, 0.0) - theirs.get(name, 0.0) for name in names] for ours, theirs in features])
    scale = lead.std(axis=0) + 1e-9
    first_move = np.ones((len(games), 1))
    weights = _regression(np.hstack([lead / scale, first_move]), np.array([one.share for one in games]))
    return {name: round(float(weights[number] / scale[number]), 2) for number, name in enumerate(names)}


def _regression(inputs: Vector, shares: Vector) -> Vector:
    """Regularised logistic regression by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    penalty = REGULARISATION * np.eye(len(weights))
    for _ in range(STEPS):
        predicted = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (predicted - shares) + penalty @ weights
        hessian = (inputs * (predicted * (1 - predicted))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(hessian, gradient)
    return weights


def fitted_tables(games: Sequence[PlayedGame]) -> SetupWeightTables:
    """The packaged weights, those of these games' army sizes replaced."""
    packaged = tables.setup_weights()
    armies = {table.pieces: table for table in packaged.armies}
    for game_id in sorted({one.game_id for one in games}):
        rules = stratego_game(game_id).rules
        armies[rules.army_size] = _fitted(rules, [one for one in games if one.game_id == game_id])
    return msgspec.structs.replace(packaged, armies=tuple(armies[pieces] for pieces in sorted(armies)))


def _fitted(rules: Rules, games: Sequence[PlayedGame]) -> SetupWeights:
    """The weights that these games show; the exponents stay."""
    return msgspec.structs.replace(
        setup_weights(rules), pieces=rules.army_size, games=len(games), weights=fit(rules, games)
    )


def counted_setups(rules: StrategoGame, number: int, seed: int) -> SetupCounts:
    """Where the ranks of the engine's own armies stand, as a data table."""
    counts = count_engine_setups(rules, number, Random(seed))
    command = f"python -m damero.engines.stratego.train.fit_setups count --game {rules.info.id}"
    return SetupCounts(
        FORMAT,
        f"{command} --games {number} --seed {seed}",
        "MIT",
        "How many set-ups of this engine, and of their mirror images, have each rank on each square; row 0 is the "
        "owner's back row.",
        by_rank(tuple(map(tuple, counts[rank])) for rank in Rank),
    )


def count_engine_setups(rules: StrategoGame, number: int, random: Random) -> dict[Rank, list[list[int]]]:
    """By rank, row and column: how many set-ups of the engine have it there, each counted with its mirror image."""
    counts = {rank: [[0] * SIZE for _ in range(rules.rules.zone_rows)] for rank in Rank}
    for _ in range(number):
        for square, rank in placement_of(rules.rules, army(rules, rules.info.seats[0], random)).items():
            row, column = divmod(square, SIZE)
            counts[rank][row][column] += 1
            counts[rank][row][SIZE - 1 - column] += 1
    return counts


def _parser() -> ArgumentParser:
    parser = parser_of(__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    playing = steps.add_parser("play", help="play games and print them, one a line")
    add_games(playing, 100)
    playing.add_argument("--armies", type=Path, help="a file of armies to use as well")
    playing.set_defaults(run=_play)
    fitting = steps.add_parser("fit", help="fit weights to games that were played")
    fitting.add_argument("files", type=Path, nargs="+")
    add_output(fitting)
    fitting.set_defaults(run=_fit)
    counting = steps.add_parser("count", help="count where the ranks of the engine's set-ups stand")
    add_games(counting, 1500)
    add_output(counting)
    counting.set_defaults(run=_count)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    with errors_in_a_sentence(parser):
        options.run(options)


def _play(options: Namespace) -> None:
    rules, random = stratego_game(options.game), Random(options.seed)
    armies = checked_armies(rules, lines_of(options.armies)) if options.armies else []
    arena = Arena(rules.rules, random)
    for _ in range(options.games):
        print(play(arena, rules, random, armies), flush=True)


def _fit(options: Namespace) -> None:
    check_output(options.output, overwrite=options.overwrite)
    save(options.output, fitted_tables([one for path in options.files for one in read_games(path)]))


def _count(options: Namespace) -> None:
    check_output(options.output, overwrite=options.overwrite)
    save(options.output, counted_setups(stratego_game(options.game), options.games, options.seed))


if __name__ == "__main__":
    main()
