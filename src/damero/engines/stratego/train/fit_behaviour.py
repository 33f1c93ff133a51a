"""Fit from games what behaviour says about ranks, and measure how good a belief is.

    python -m damero.engines.stratego.train.fit_behaviour --games 240 --seed 1 --output engine_behaviour.json
    python -m damero.engines.stratego.train.fit_behaviour --games 500 --seed 1 --game barrage --output small.json
    python -m damero.engines.stratego.train.fit_behaviour --games 40 --seed 2000
    python -m damero.engines.stratego.train.fit_behaviour --records games.jsonl --game stratego-federation \\
        --output other_program_behaviour.json

Needs the packages of `damero[train]`. With `--output` the engine plays games against itself and a table for the game's
army size is fitted; the other sizes keep theirs. These players do not use the tables, so the same command gives the
same table whatever was fitted before. Without `--output` the belief is measured on games with library formations that
are never used for fitting. With `--records` the games are those against another program, as
`benchmarks/stratego_contest.py --keep` writes them. This is the one place where the engine's package sees hidden ranks:
after a game, to learn from it.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from random import Random
from typing import TypeAlias

import msgspec
import numpy as np

from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.position import Position
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import shuffled
from damero.domain.stratego.view import View
from damero.engines.engine import Limits
from damero.engines.stratego import tables
from damero.engines.stratego.behaviour_features import FEATURES
from damero.engines.stratego.belief import Belief, belief_of, counting_belief
from damero.engines.stratego.observations import observe
from damero.engines.stratego.player import StrategoPlayer, Strength
from damero.engines.stratego.setup import army
from damero.engines.stratego.tables import BehaviourTables, BehaviourWeights
from damero.engines.stratego.train.armies import mirrored_at_random
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

INTERVAL, SMALL_ARMY_INTERVAL = 23, 7
"""Plies between two observed positions of a game; odd, so that both sides are observed."""
RECORD_INTERVAL = 11
"""The viewer's moves between two observed positions of a recorded game."""
MIN_OBSERVATIONS = 40
"""Features that were seen less often get no weights."""
REGULARISATION, STEPS, RATE, BALANCING_ROUNDS = 0.002, 100, 0.05, 2
TINY = 1e-12

STRENGTHS = (
    Strength(Limits(depth=1), mistake_rate=0.65, mistake_size=120),
    Strength(Limits(depth=1), mistake_rate=0.3),
    Strength(Limits(nodes=600), mistake_rate=0.12),
)
"""The players of the games, independent of the levels."""

ArmySource: TypeAlias = Callable[[StrategoGame, Random], str]
Matrix: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Sizes: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Sample:
    """What a side saw at one moment, and the true ranks of what it had not identified."""

    view: View
    truth: dict[int, Rank]


def play_games(
    rules: StrategoGame, number: int, seed: int, players: Sequence[StrategoPlayer], source: ArmySource
) -> Iterator[list[Sample]]:
    """The samples of each game of these players against each other."""
    is_full = rules.rules.army_size == rules.rules.zone_rows * SIZE
    random, interval = Random(seed), INTERVAL if is_full else SMALL_ARMY_INTERVAL
    for _ in range(number):
        state = rules.place({seat: source(rules, random) for seat in rules.info.seats})
        seated, samples = {seat: random.choice(players) for seat in rules.info.seats}, []
        while state.outcome is None:
            view = state.view(state.side)
            if state.turn_number % interval == interval - 1:
                samples.append(sample_of(state, view))
            state = state.play(seated[state.side].choose(view, Limits(seed=random.getrandbits(30))).move)
        yield samples


def army_to_learn_from(rules: StrategoGame, random: Random) -> str:
    """An army of the engine, a shuffled one, or a library formation with or without exchanges: not all are sound."""
    kind = random.random()
    own = army(rules, rules.info.seats[0], random)
    if kind < 0.4:
        return own
    if kind < 0.55:
        return shuffled(own, lambda items: random.sample(items, len(items)))
    formation = mirrored_at_random(rules, random.choice(rules.library[::2]).army, random)
    return formation if kind < 0.8 else _with_exchanges(formation, random.choice((2, 4, 8)), random)


def army_to_measure_by(rules: StrategoGame, random: Random) -> str:
    """A library formation that is never used for fitting."""
    return mirrored_at_random(rules, random.choice(rules.library[1::2]).army, random)


def _with_exchanges(text: str, times: int, random: Random) -> str:
    rows = text.split("/")
    squares, width = list("".join(rows)), len(rows[0])
    for _ in range(times):
        one, two = random.sample(range(len(squares)), 2)
        squares[one], squares[two] = squares[two], squares[one]
    return "/".join("".join(squares[first : first + width]) for first in range(0, len(squares), width))


def players(*, judge_behaviour: bool) -> list[StrategoPlayer]:
    """If they do not judge behaviour, tables fitted before have no influence on their games."""
    return [
        StrategoPlayer(replace(strength, judges_behaviour=judge_behaviour, ignores_tables=not judge_behaviour))
        for strength in STRENGTHS
    ]


def sample_of(state: Position, view: View) -> Sample:
    unknown = (cell for cell, piece in enumerate(view.cells) if piece and piece.kind.endswith("unknown"))
    pieces = ((cell, state.board.cells[cell]) for cell in unknown)
    return Sample(view, {cell: piece.rank for cell, piece in pieces if piece is not None})


def recorded_samples(rules: StrategoGame, lines: Iterable[str]) -> Iterator[Sample]:
    """What was seen of a program in recorded games, one JSON object a line: its seat, both armies and the moves."""
    for number, line in enumerate(lines, 1):
        try:
            yield from _samples_of_record(rules, json.loads(line))
        except (ValueError, KeyError, TypeError, DameroError) as error:
            raise ValueError(f"line {number} is not a recorded game of {rules.info.id}: {error}") from error


def _samples_of_record(rules: StrategoGame, record: dict[str, object]) -> Iterator[Sample]:
    game = msgspec.convert(record, RecordedGame)
    state = rules.place(game.armies)
    for move in game.moves:
        if state.side != game.seat and state.turn_number // 2 % RECORD_INTERVAL == RECORD_INTERVAL - 1:
            yield sample_of(state, state.view(state.side))
        state = state.play(move)


class RecordedGame(msgspec.Struct, frozen=True):
    """A game against another program."""

    seat: str
    armies: dict[str, str]
    moves: list[str]


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """A sample as numbers, with a row for each unidentified piece."""

    features: tuple[frozenset[str], ...]
    weights: Matrix
    """From the rules and the set-up priors alone, times the numbers of unidentified pieces."""
    unseen: Matrix
    truth: tuple[Rank, ...]


def training_sample(sample: Sample) -> TrainingSample:
    observations = observe(sample.view)
    belief = belief_of(sample.view, observations, evidence={})
    pieces = {piece.cell: piece for piece in observations.pieces}
    return TrainingSample(
        tuple(frozenset(pieces[cell].features) for cell in belief.cells),
        np.array(belief.weights) * np.array(belief.unseen),
        np.array(belief.unseen, dtype=np.float64),
        tuple(sample.truth[cell] for cell in belief.cells),
    )


def fit(samples: Sequence[Sample]) -> dict[str, list[float]]:
    """What each feature adds to the logarithm of each rank's weight.

    Logistic regression on top of the rules and the set-up priors, with matrix balancing in every step, so that features
    which occur together share their evidence. Regularisation keeps the weights of rare features small.
    """
    used = [sample for sample in map(training_sample, samples) if sample.truth]
    if not used:
        raise ValueError("These games show no unidentified piece to learn from.")
    seen = [features for sample in used for features in sample.features]
    frequency = Counter(feature for features in seen for feature in features)
    frequent = [feature for feature in sorted(frequency) if frequency[feature] >= MIN_OBSERVATIONS]
    column = {feature: number for number, feature in enumerate(frequent)}
    inputs = np.zeros((len(seen), len(column)), dtype=np.float32)
    for number, features in enumerate(seen):
        inputs[number, [column[feature] for feature in features if feature in column]] = 1
    weights = _regression(inputs, used)
    return {feature: [round(float(one), 3) for one in weights[number]] for feature, number in column.items()}


def _regression(inputs: np.ndarray[tuple[int, ...], np.dtype[np.float32]], samples: Sequence[TrainingSample]) -> Matrix:
    """The weights that make the truth most likely (Adam on the cross-entropy)."""
    truth = np.eye(len(Rank))[[rank for sample in samples for rank in sample.truth]]
    weights = np.concatenate([sample.weights for sample in samples])
    unseen = np.array([sample.unseen for sample in samples])
    sizes = np.array([len(sample.truth) for sample in samples])
    scales = np.ones_like(unseen)
    fitted, mean, variance = (np.zeros((inputs.shape[1], len(Rank))) for _ in range(3))
    for step in range(1, STEPS + 1):
        predicted = _balanced(weights * np.exp(inputs @ fitted), unseen, sizes, scales)
        gradient = inputs.T @ (predicted - truth) / len(truth) + REGULARISATION * fitted
        mean = 0.9 * mean + 0.1 * gradient
        variance = 0.99 * variance + 0.01 * gradient**2
        fitted -= RATE * mean / (1 - 0.9**step) / (np.sqrt(variance / (1 - 0.99**step)) + 1e-8)
    return fitted


def _balanced(weights: Matrix, unseen: Matrix, sizes: Sizes, scales: Matrix) -> Matrix:
    """The balanced weights of all samples; the column scales are kept in `scales` for the next step."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    for _ in range(BALANCING_ROUNDS):
        totals = (weights * np.repeat(scales, sizes, axis=0)).sum(axis=1, keepdims=True)
        sums = np.add.reduceat(weights / np.maximum(totals, TINY), starts)
        scales[:] = np.where(sums > TINY, unseen / np.maximum(sums, TINY), 1.0)
    scaled = weights * np.repeat(scales, sizes, axis=0)
    balanced: Matrix = scaled / np.maximum(scaled.sum(axis=1, keepdims=True), TINY)
    return balanced


def log_loss(samples: Sequence[Sample], believe: Callable[[View], Belief]) -> float:
    """The mean negative logarithm of the probability of a true rank: lower is better."""
    losses = []
    for sample in samples:
        belief = believe(sample.view)
        for cell, probabilities in zip(belief.cells, belief.probabilities, strict=True):
            losses.append(-log(max(probabilities[sample.truth[cell]], 1e-6)))
    return sum(losses) / len(losses)


def fitted_tables(
    packaged: BehaviourTables, rules: StrategoGame, weights: dict[str, list[float]], source: str
) -> BehaviourTables:
    """The packaged tables, that of this game's army size replaced."""
    rows = {feature: tuple(weights[feature]) if feature in weights else None for feature in FEATURES}
    size = rules.rules.army_size
    others = [table for table in packaged.armies if table.pieces != size]
    armies = sorted([*others, BehaviourWeights(size, source, rows)], key=lambda table: table.pieces)
    return msgspec.structs.replace(packaged, armies=tuple(armies))


def _parser() -> ArgumentParser:
    parser = parser_of(__doc__)
    add_games(parser, 20)
    parser.add_argument("--records", type=Path, help="games against another program, instead of games against itself")
    add_output(parser, required=False)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _parser()
    options = parser.parse_args(arguments)
    with errors_in_a_sentence(parser):
        _run(options)


def _run(options: Namespace) -> None:
    rules = stratego_game(options.game)
    if options.output is None:
        report(_samples(rules, options))
        return
    check_output(options.output, overwrite=options.overwrite)
    weights = fit(_samples(rules, options))
    command = "python -m damero.engines.stratego.train.fit_behaviour"
    if options.records:
        packaged, source = tables.other_program_behaviour(), f"{command} --records {options.records.name}"
    else:
        packaged, source = tables.engine_behaviour(), f"{command} --games {options.games} --seed {options.seed}"
    save(options.output, fitted_tables(packaged, rules, weights, f"{source} --game {options.game}"))


def _samples(rules: StrategoGame, options: Namespace) -> list[Sample]:
    if options.records:
        try:
            return list(recorded_samples(rules, lines_of(options.records)))
        except ValueError as error:
            raise ValueError(f"{options.records}: {error}") from error
    is_fitting = options.output is not None
    source = army_to_learn_from if is_fitting else army_to_measure_by
    played = play_games(rules, options.games, options.seed, players(judge_behaviour=not is_fitting), source)
    return [sample for samples in played for sample in samples]


def report(samples: Sequence[Sample]) -> None:
    if not samples:
        raise ValueError("These games show no position to measure by.")
    belief, counting = log_loss(samples, belief_of), log_loss(samples, counting_belief)
    print(f"{len(samples)} views: counting {counting:.4f}, belief {belief:.4f}")
    print(f"{100 * (1 - belief / counting):.1f} % better")


if __name__ == "__main__":
    main()
