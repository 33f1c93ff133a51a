"""Trains an evaluation by self-play: `python -m damero.engines.draughts.train GAME`.

Each round plays games with the best weights so far, fits new weights to all games, and keeps them only if they win a
paired match against the old ones. Every round is saved: the same command goes on where the last one ended. Nothing
depends on time, so that the same command comes to the same weights.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_path

from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import VARIANTS
from damero.engines.draughts.arena import Arena
from damero.engines.draughts.evaluate import Evaluation, blocks_of
from damero.engines.draughts.probe import Probe
from damero.engines.draughts.regression import SAMPLE, Fit, Positions, read_samples
from damero.engines.draughts.tablebase import ALWAYS_THERE, covers, tablebase
from damero.engines.draughts.weights import FOLDER, hand_made, read, write
from damero.engines.tournament import Pairing, Score, compete

OPENINGS = range(4, 11)
"""Random plies before a game of self-play begins."""
WILD = 30
"""Random moves in a thousand, so that games see more than the best lines."""
MATCH_OPENINGS = 6
BATCH = 50
"""Games or pairs that are played in a row from one seed, by whichever thread is free."""
TIMED = "seconds={seconds}"
UNTRAINED = TIMED + ",weights=hand-made"

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
    start: str | None


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
    return Arena(plan.rules, players, nodes=plan.nodes, seed=(plan.seed, *seed), oracle=_oracle(plan.rules))


def _oracle(rules: Rules) -> Probe | None:
    """The tables that everybody has: more would make other games of the same command."""
    if not covers(rules):
        return None
    probe = tablebase(rules).for_search()
    probe.pieces = ALWAYS_THERE
    return probe


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
    return read(FOLDER / f"{plan.start}.bin.gz") if plan.start else hand_made(plan.rules)


def publish(plan: Plan, weights: array[int], command: str) -> None:
    """Writes the weights beside the engine, with where they come from and what they are worth."""
    at_equal_nodes = match(plan, weights, hand_made(plan.rules), 0)
    write(FOLDER / f"{plan.rules.id}.bin.gz", weights)
    origin = {
        "version": 1,
        "rules": plan.rules.id,
        "command": command,
        "rounds": plan.rounds,
        "nodes a move": plan.nodes,
        "positions": sum(len(np.load(path)["results"]) for path in plan.folder.glob("games-*.npz")),
        f"against hand-made weights at {plan.nodes} nodes a move": str(at_equal_nodes),
    }
    if plan.timed_pairs:
        origin[f"against hand-made weights at {plan.seconds:g} seconds a move"] = at_equal_time(plan)
    text = json.dumps(origin, indent=2, ensure_ascii=False) + "\n"
    (FOLDER / f"{plan.rules.id}.json").write_text(text, encoding="utf-8")
    show(text, end="\n")


def at_equal_time(plan: Plan) -> str:
    """What `damero match` says of the published weights against those made by hand, by one process."""
    first, second = (name.format(seconds=f"{plan.seconds:g}") for name in (TIMED, UNTRAINED))
    pairing, score = Pairing(plan.rules.id, first, second, MATCH_OPENINGS), Score()
    for score in compete(pairing, plan.timed_pairs, processes=1, seed=plan.seed, enough=lambda _score: False):
        show(f"at equal time: {score.games} of {2 * plan.timed_pairs} games, {score.share:.1%}")
    return f"{score.share:.1%} ± {score.error:.1%} of {score.games} games, {score.elo[0]:+.0f} Elo"


def read_arguments(arguments: Sequence[str]) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m damero.engines.draughts.train", description=__doc__)
    parser.add_argument("game", choices=[rules.id for rules in VARIANTS], metavar="GAME")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--games", type=int, default=8000, help="of self-play, in each round")
    parser.add_argument("--nodes", type=int, default=2000, help="a move")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=400, help="of games in the match that each round must win")
    parser.add_argument(
        "--timed-pairs", type=int, default=200, help="of games against hand-made weights at equal time, at last"
    )
    parser.add_argument("--seconds", type=float, default=0.02, help="a move at equal time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where rounds are kept; by default in the cache folder")
    parser.add_argument("--start", metavar="NAME", help="the weights to begin with; by default those made by hand")
    given = vars(parser.parse_args(arguments))
    chosen = given.pop("game")
    rules = next(rules for rules in VARIANTS if rules.id == chosen)
    folder = given.pop("folder") or user_cache_path("damero") / "training" / rules.id
    return Plan(rules=rules, folder=folder, **given)


def main(arguments: Sequence[str]) -> None:
    plan = read_arguments(arguments)
    publish(plan, train(plan), " ".join(["python -m damero.engines.draughts.train", *arguments]))


if __name__ == "__main__":
    main(sys.argv[1:])
