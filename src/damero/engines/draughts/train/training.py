"""Rounds of training: self-play, a fit to all games so far, and a match that the new weights must win to be kept."""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from damero.domain.draughts.rules import Rules
from damero.engines.bulk import Bulk, OneByOne, in_threads, open_bulk
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
from damero.places import LOCAL

OPENINGS = range(4, 11)
"""Random plies before a game of self-play begins."""
WILD = 30
"""Random moves in a thousand, so that games see more than the best lines."""
MATCH_OPENINGS = 6
BATCH = 50
"""Games or pairs that are played in a row from one seed, by whichever thread is free."""


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
    on: str = LOCAL
    """Where games are played."""

    def bulk(self) -> AbstractContextManager[Bulk]:
        return in_threads(self.threads) if self.on == LOCAL else open_bulk(self.on, self.threads)


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


@dataclass(frozen=True, slots=True)
class ArenaPart:
    """Games or pairs in a row from one seed: what a worker needs to play them."""

    rules: Rules
    nodes: int
    seed: tuple[int, str, int, int]
    players: tuple[bytes, bytes]
    """Their weights."""
    numbers: range

    def arena(self) -> Arena:
        first, second = (Evaluation(self.rules, array("h", numbers)) for numbers in self.players)
        return Arena(self.rules, (first, second), nodes=self.nodes, seed=self.seed, oracle=common_oracle(self.rules))


def games_of(part: ArenaPart) -> list[tuple[bytes, int]]:
    """Games of self-play: quiet positions, and the result for White."""
    arena = part.arena()
    return [arena.game(OPENINGS[game % len(OPENINGS)], WILD) for game in part.numbers]


def pairs_of(part: ArenaPart) -> list[int]:
    """The first player's half points in each pair of games."""
    arena = part.arena()
    return [arena.pair(MATCH_OPENINGS) for _ in part.numbers]


def _parts(plan: Plan, kind: str, number: int, count: int, first: array[int], second: array[int]) -> list[ArenaPart]:
    players = first.tobytes(), second.tobytes()
    return [
        ArenaPart(plan.rules, plan.nodes, (plan.seed, kind, number, at), players, range(at, min(at + BATCH, count)))
        for at in range(0, count, BATCH)
    ]


def play_games(plan: Plan, weights: array[int], number: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.float32]]:
    """A round of self-play: quiet positions and their games' results for White (0, ½, 1)."""
    parts = _parts(plan, "games", number, plan.games, weights, weights)
    with plan.bulk() as bulk:
        played = [game for games in _shown(f"round {number}", plan.games, bulk.map(games_of, parts)) for game in games]
    samples = [np.frombuffer(positions, SAMPLE) for positions, _ in played]
    results = [
        np.full(len(part), (1 + result) / 2, np.float32) for part, (_, result) in zip(samples, played, strict=True)
    ]
    return np.concatenate(samples), np.concatenate(results)


def match(plan: Plan, first: array[int], second: array[int], number: int) -> MatchScore:
    """Paired games at equal nodes."""
    parts = _parts(plan, "match", number, plan.pairs, first, second)
    with plan.bulk() as bulk:
        return MatchScore(tuple(points for batch in bulk.map(pairs_of, parts) for points in batch))


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
    for score in compete(pairing, plan.timed_pairs, OneByOne(), plan.seed, enough=lambda _score: False):
        show(f"at equal time: {score.games} of {2 * plan.timed_pairs} games, {score.share:.1%}")
    return f"{score.share:.1%} ± {score.error:.1%} of {score.games} games, {score.elo[0]:+.0f} Elo"
