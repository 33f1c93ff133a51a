"""Trains an evaluation by self-play: `python -m damero.engines.draughts.train GAME --minutes N`.

Each round plays games with the best weights so far, fits new weights to all games, and keeps them only if they win a
paired match against the old ones. Every round is saved: the same command goes on where the last one ended.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import VARIANTS
from damero.engines.draughts.arena import Arena
from damero.engines.draughts.evaluate import Evaluation, blocks_of
from damero.engines.draughts.regression import SAMPLE, Fit, Positions, read_samples
from damero.engines.draughts.weights import FOLDER, hand_made, read, write

OPENINGS = range(4, 11)
"""Random plies before a game of self-play begins."""
WILD = 30
"""Random moves in a thousand, so that games see more than the best lines."""
MATCH_OPENINGS = 6


@dataclass(frozen=True, slots=True)
class Plan:
    rules: Rules
    minutes: float
    rounds: int
    nodes: int
    threads: int
    pairs: int
    folder: Path
    start: str | None

    @property
    def seconds_a_round(self) -> float:
        return self.minutes * 60 / self.rounds


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


def play_games(plan: Plan, weights: array[int], seed: int) -> tuple[npt.NDArray[np.void], npt.NDArray[np.float32]]:
    """Self-play until the round's time is over: quiet positions and their games' results for White (0, ½, 1)."""
    evaluation = Evaluation(plan.rules, weights)
    ends = time.process_time() + plan.seconds_a_round * 0.8

    def games(thread: int) -> Iterator[tuple[bytes, int]]:
        arena = Arena(plan.rules, (evaluation, evaluation), nodes=plan.nodes, seed=(seed, thread))
        number = 0
        while time.process_time() < ends:
            yield arena.game(OPENINGS[number % len(OPENINGS)], WILD)
            number += 1
            if thread == 0 and number % 50 == 0:
                show(f"round {seed}: {number * plan.threads} games, {max(0, ends - time.process_time()):.0f} s left")

    with ThreadPoolExecutor(plan.threads) as pool:
        played = [game for part in pool.map(lambda thread: list(games(thread)), range(plan.threads)) for game in part]
    samples = [np.frombuffer(positions, SAMPLE) for positions, _ in played]
    results = [
        np.full(len(part), (1 + result) / 2, np.float32) for part, (_, result) in zip(samples, played, strict=True)
    ]
    return np.concatenate(samples), np.concatenate(results)


def match(plan: Plan, first: array[int], second: array[int], seed: int) -> MatchScore:
    """Paired games at equal nodes."""
    players = (Evaluation(plan.rules, first), Evaluation(plan.rules, second))
    each = plan.pairs // plan.threads

    def part(thread: int) -> list[int]:
        arena = Arena(plan.rules, players, nodes=plan.nodes, seed=("match", seed, thread))
        return [arena.pair(MATCH_OPENINGS) for _ in range(each)]

    with ThreadPoolExecutor(plan.threads) as pool:
        return MatchScore(tuple(points for points_of in pool.map(part, range(plan.threads)) for points in points_of))


def show(line: str, *, end: str = "\r") -> None:
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
    return read(FOLDER / f"{plan.start}.bin.gz") if plan.start else hand_made(plan.rules)


def publish(plan: Plan, weights: array[int], command: str) -> None:
    """Writes the weights beside the engine, with where they come from and what they are worth."""
    score = match(plan, weights, hand_made(plan.rules), seed=0)
    write(FOLDER / f"{plan.rules.id}.bin.gz", weights)
    origin = {
        "version": 1,
        "rules": plan.rules.id,
        "command": command,
        "rounds": plan.rounds,
        "nodes a move": plan.nodes,
        "positions": sum(len(np.load(path)["results"]) for path in plan.folder.glob("games-*.npz")),
        "against hand-made weights at equal nodes": str(score),
    }
    text = json.dumps(origin, indent=2, ensure_ascii=False) + "\n"
    (FOLDER / f"{plan.rules.id}.json").write_text(text, encoding="utf-8")
    show(f"{plan.rules.id}: against hand-made weights {score}", end="\n")


def read_arguments(arguments: Sequence[str]) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m damero.engines.draughts.train", description=__doc__)
    parser.add_argument("game", choices=[rules.id for rules in VARIANTS], metavar="GAME")
    parser.add_argument("--minutes", type=float, default=120, help="of processor time, for all rounds together")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=3000, help="a move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=200, help="of games in the match that each round must win")
    parser.add_argument("--folder", type=Path, help="where rounds are kept; by default in the cache folder")
    parser.add_argument("--start", metavar="NAME", help="the weights to begin with; by default those made by hand")
    given = parser.parse_args(arguments)
    rules = next(rules for rules in VARIANTS if rules.id == given.game)
    folder = given.folder or user_cache_path("damero") / "training" / rules.id
    return Plan(rules, given.minutes, given.rounds, given.nodes, given.threads, given.pairs, folder, given.start)


def main(arguments: Sequence[str]) -> None:
    plan = read_arguments(arguments)
    publish(plan, train(plan), " ".join(["python -m damero.engines.draughts.train", *arguments]))


if __name__ == "__main__":
    main(sys.argv[1:])
