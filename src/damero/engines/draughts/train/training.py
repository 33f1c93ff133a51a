"""Rounds of training: self-play, a fit to all games so far, and a match that the new weights must win to be kept."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from damero.domain.draughts.rules import Rules
from damero.engines.data_file import LICENCE
from damero.engines.draughts import trained_weights
from damero.engines.draughts.evaluate import Evaluation, blocks_of
from damero.engines.draughts.tablebase.tables import common_oracle
from damero.engines.draughts.train.arena import Arena
from damero.engines.draughts.train.regression import SAMPLE, Fit, Positions, read_samples
from damero.engines.draughts.trained_weights import TrainedWeights, digest_of, read, traits_of, write
from damero.engines.draughts.weights import hand_made
from damero.engines.engine import HAND_MADE
from damero.engines.tournament import Pairing, Score, compete

OPENINGS = range(4, 11)
"""Random plies before a game of self-play begins."""
WILD = 30
"""Random moves in a thousand, so that games see more than the best lines."""
MATCH_OPENINGS = 6
BATCH = 50
"""Games or pairs that are played in a row from one seed, by whichever thread is free."""

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Plan:
    rules: Rules
    rounds: int
    games: int
    """In each round."""
    nodes: int
    threads: int
    pairs: int
    timed_pairs: int
    seconds: float
    seed: int
    folder: Path
    """Where the rounds are kept."""
    out: Path
    """Where the weights are written at last."""
    start: Path | None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Half points of the first player in pairs of games."""

    pairs: tuple[int, ...]

    @property
    def share(self) -> float:
        return sum(self.pairs) / (4 * len(self.pairs))

    @property
    def error(self) -> float:
        """The standard error of the share, by pairs."""
        spread = sum((points / 4 - self.share) ** 2 for points in self.pairs) / len(self.pairs)
        return math.sqrt(spread / len(self.pairs))

    @property
    def elo(self) -> float:
        share = min(max(self.share, 0.001), 0.999)
        return -400 * math.log10(1 / share - 1)

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {1.96 * self.error:.1%} of {2 * len(self.pairs)} games, {self.elo:+.0f} Elo"


def play_games(plan: Plan, weights: array[int], number: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.float32]]:
    """A round of self-play: quiet positions and their games' results for White (0, ½, 1)."""
    evaluation = Evaluation(plan.rules, weights)

    def batch(at: int) -> list[tuple[bytes, int]]:
        field = _arena(plan, (evaluation, evaluation), ("games", number, at))
        games = range(at, min(at + BATCH, plan.games))
        return [field.game(OPENINGS[game % len(OPENINGS)], WILD) for game in games]

    batches = _in_threads(plan, batch, range(0, plan.games, BATCH))
    played = [game for games in _shown(f"round {number}", plan.games, batches) for game in games]
    samples = [np.frombuffer(positions, SAMPLE) for positions, _ in played]
    results = [
        np.full(len(part), (1 + result) / 2, np.float32) for part, (_, result) in zip(samples, played, strict=True)
    ]
    return np.concatenate(samples), np.concatenate(results)


def match(plan: Plan, first: array[int], second: array[int], number: int) -> MatchScore:
    """Paired games at equal nodes."""
    players = (Evaluation(plan.rules, first), Evaluation(plan.rules, second))

    def batch(at: int) -> list[int]:
        field = _arena(plan, players, ("match", number, at))
        return [field.pair(MATCH_OPENINGS) for _ in range(at, min(at + BATCH, plan.pairs))]

    batches = _in_threads(plan, batch, range(0, plan.pairs, BATCH))
    return MatchScore(tuple(points for batch_points in batches for points in batch_points))


def _arena(plan: Plan, players: tuple[Evaluation, Evaluation], seed: tuple[str, int, int]) -> Arena:
    return Arena(plan.rules, players, nodes=plan.nodes, seed=(plan.seed, *seed), oracle=common_oracle(plan.rules))


def _in_threads(plan: Plan, work: Callable[[int], Answer], parts: Iterable[int]) -> Iterator[Answer]:
    """The answers in the order of the parts, which no number of threads changes."""
    with ThreadPoolExecutor(plan.threads) as pool:
        yield from pool.map(work, parts)


def _shown(what: str, games: int, batches: Iterable[list[tuple[bytes, int]]]) -> Iterator[list[tuple[bytes, int]]]:
    for number, batch in enumerate(batches, start=1):
        yield batch
        show(f"{what}: {min(number * BATCH, games)} of {games} games")


def show(line: str, *, end: str = "\r") -> None:
    """Lines that the next one overwrites are for terminals alone."""
    if end == "\r" and not sys.stderr.isatty():
        return
    print(f"{line:<90}", end=end, file=sys.stderr, flush=True)


def all_positions(plan: Plan) -> Positions:
    files = sorted(plan.folder.glob("games-*.npz"))
    loaded = [np.load(path) for path in files]
    samples = np.concatenate([each["samples"] for each in loaded])
    results = np.concatenate([each["results"] for each in loaded])
    return read_samples(plan.rules, samples, results)


def train_round(plan: Plan, number: int, best: array[int]) -> array[int]:
    """One round: the weights to go on with."""
    samples, results = play_games(plan, best, number)
    np.savez_compressed(plan.folder / f"games-{number:02}.npz", samples=samples, results=results)
    show(f"round {number}: {len(samples)} positions, fitting …")
    positions = all_positions(plan)
    fit = Fit(best, len(blocks_of(plan.rules.size)))
    loss = fit.run(positions)
    fitted = fit.numbers()
    score = match(plan, fitted, best, number)
    is_better = score.share > 0.5
    kept = fitted if is_better else best
    verdict = "kept" if is_better else "refused"
    show(
        f"round {number}: {len(positions.worth)} positions, loss {loss:.4f}, against the best {score}: {verdict}",
        end="\n",
    )
    write(plan.folder / f"weights-{number:02}.bin.gz", kept)
    return kept


def train(plan: Plan) -> array[int]:
    plan.folder.mkdir(parents=True, exist_ok=True)
    done = sorted(plan.folder.glob("weights-*.bin.gz"))
    best = read(done[-1]) if done else first_weights(plan)
    for number in range(len(done) + 1, plan.rounds + 1):
        best = train_round(plan, number, best)
    return best


def first_weights(plan: Plan) -> array[int]:
    return read(plan.start) if plan.start else hand_made(plan.rules)


def publish(plan: Plan, numbers: array[int], command: str) -> TrainedWeights:
    """Write the weights to the folder of the plan, with their source and what they are worth."""
    at_equal_nodes = match(plan, numbers, hand_made(plan.rules), 0)
    weights = TrainedWeights(
        format=TrainedWeights.FORMAT,
        source=command,
        licence=LICENCE,
        trained_on=plan.rules.id,
        traits=traits_of(plan.rules),
        sha256=digest_of(numbers),
        rounds=plan.rounds,
        nodes_per_move=plan.nodes,
        positions=sum(len(np.load(path)["results"]) for path in plan.folder.glob("games-*.npz")),
        against_hand_made={f"{plan.nodes} nodes a move": str(at_equal_nodes)},
    )
    trained_weights.publish(weights, numbers, plan.out)
    if plan.timed_pairs:
        weights.against_hand_made[f"{plan.seconds:g} seconds a move"] = at_equal_time(plan)
        trained_weights.publish(weights, numbers, plan.out)
    return weights


def at_equal_time(plan: Plan) -> str:
    """The result of a match between the published weights and hand-made ones, in one process."""
    limit, published = f"seconds={plan.seconds:g},weights=", plan.out / f"{plan.rules.id}.json"
    pairing, score = Pairing(plan.rules.id, f"{limit}{published}", limit + HAND_MADE, MATCH_OPENINGS), Score()
    for score in compete(pairing, plan.timed_pairs, processes=1, seed=plan.seed, enough=lambda _score: False):
        show(f"at equal time: {score.games} of {2 * plan.timed_pairs} games, {score.share:.1%}")
    return f"{score.share:.1%} ± {score.error:.1%} of {score.games} games, {score.elo[0]:+.0f} Elo"
