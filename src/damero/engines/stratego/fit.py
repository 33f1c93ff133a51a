"""Learn from games what behaviour says of ranks, and measure what a belief is worth.

    python -m damero.engines.stratego.fit --games 240 --seed 1 --write
    python -m damero.engines.stratego.fit --games 500 --seed 1 --write --game barrage
    python -m damero.engines.stratego.fit --games 40 --seed 2000
    python -m damero.engines.stratego.fit --records games.jsonl --write --game stratego-federation

Needs the packages of `damero[train]`. The first two play games of the engine against itself and write the tables of
`behaviour.json`, each for armies of one size: there it judges by counting alone, so that the same command gives the
same table whatever was learnt before. The third measures the belief on games with armies of the library that are never
learnt from, where the engine judges as it always does. The fourth learns how another program behaves from games with
it, as `benchmarks/stratego_contest.py --keep` writes them, into `outsiders.json`; without `--write` it measures the
belief on them. This is the one place where the engine's package sees hidden ranks: after a game, to learn from it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.stratego import GameState, StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import shuffled
from damero.domain.stratego.view import View
from damero.engines.engine import Limits
from damero.engines.stratego.belief import Belief, belief_of, counting, read_table
from damero.engines.stratego.player import StrategoPlayer, Strength
from damero.engines.stratego.setup import army
from damero.engines.stratego.traces import past_of

EVERY, EVERY_OF_FEW = 23, 7
"""Plies between two looks at a game, and at one of small armies, which is short; odd: both sides are looked at."""
LOOKS = 11
"""Moves of a viewer between two looks at a recorded game."""
LEAST = 40
"""How often an event must have been seen for its figures to count."""
PULL, STEPS, RATE, ROUNDS = 0.002, 100, 0.05, 2
TINY = 1e-12

STRENGTHS = (Strength(depth=1, slips=0.65, care=120), Strength(depth=1, slips=0.3), Strength(nodes=600, slips=0.12))
"""Who plays the games: from careless to fair players, whatever the levels are."""

Muster: TypeAlias = Callable[[StrategoGame, Random], str]
Matrix: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Sizes: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a side saw at one moment, and what was true."""

    view: View
    truth: dict[int, Rank]


def play_games(
    rules: StrategoGame, number: int, seed: int, players: Sequence[StrategoPlayer], muster: Muster
) -> Iterator[list[Sight]]:
    """Games of these players against each other, looked at now and then."""
    random, every = Random(seed), EVERY if rules.rules.army_size == rules.rules.zone_rows * SIZE else EVERY_OF_FEW
    for _ in range(number):
        state = rules.place({seat: muster(rules, random) for seat in rules.info.seats})
        seated, sights = {seat: random.choice(players) for seat in rules.info.seats}, []
        while state.outcome is None:
            view = state.view(state.side)
            if state.turn_number % every == every - 1:
                sights.append(sight_of(state, view))
            state = state.play(seated[state.side].choose(view, Limits(seed=random.getrandbits(30))).move)
        yield sights


def army_to_learn_from(rules: StrategoGame, random: Random) -> str:
    """Of the engine, of the library, of the library with some pieces exchanged, by lot: not all set up with care."""
    kind = random.random()
    own = army(rules, rules.info.seats[0], random)
    if kind < 0.4:
        return own
    if kind < 0.55:
        return shuffled(own, lambda items: random.sample(items, len(items)))
    formation = _mirrored(rules, random.choice(rules.library[::2]).army, random)
    return formation if kind < 0.8 else _exchanged(formation, random.choice((2, 4, 8)), random)


def army_to_measure_by(rules: StrategoGame, random: Random) -> str:
    """Those of the library that are never learnt from."""
    return _mirrored(rules, random.choice(rules.library[1::2]).army, random)


def _mirrored(rules: StrategoGame, text: str, random: Random) -> str:
    return rules.mirror_army(text) if random.random() < 0.5 else text


def _exchanged(text: str, times: int, random: Random) -> str:
    rows = text.split("/")
    squares, width = list("".join(rows)), len(rows[0])
    for _ in range(times):
        one, two = random.sample(range(len(squares)), 2)
        squares[one], squares[two] = squares[two], squares[one]
    return "/".join("".join(squares[first : first + width]) for first in range(0, len(squares), width))


def players(*, judge_behaviour: bool) -> list[StrategoPlayer]:
    """If they judge by counting alone, what was learnt before has no part in what they do."""
    return [StrategoPlayer(replace(strength, judges_behaviour=judge_behaviour)) for strength in STRENGTHS]


def sight_of(state: GameState, view: View) -> Sight:
    unknown = (cell for cell, piece in enumerate(view.cells) if piece and piece.kind.endswith("unknown"))
    pieces = ((cell, state.board.cells[cell]) for cell in unknown)
    return Sight(view, {cell: piece.rank for cell, piece in pieces if piece is not None})


def recorded_sights(rules: StrategoGame, lines: Iterable[str]) -> Iterator[Sight]:
    """What was seen of a program in recorded games, a line of JSON each: its seat, both armies, and the moves."""
    for line in lines:
        told = json.loads(line)
        state = rules.place(told["armies"])
        for move in told["moves"]:
            if state.side != told["seat"] and state.turn_number // 2 % LOOKS == LOOKS - 1:
                yield sight_of(state, state.view(state.side))
            state = state.play(move)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sight as numbers; a row for each unknown piece."""

    events: tuple[frozenset[str], ...]
    weights: Matrix
    """By rules and places alone, times the numbers unseen."""
    unseen: Matrix
    truth: tuple[Rank, ...]


def lesson_of(sight: Sight) -> Lesson:
    past = past_of(sight.view)
    belief = belief_of(sight.view, past, table={})
    strangers = {trace.cell: trace for trace in past.traces}
    return Lesson(
        tuple(frozenset(strangers[cell].events) for cell in belief.cells),
        np.array(belief.weights) * np.array(belief.unseen),
        np.array(belief.unseen, dtype=np.float64),
        tuple(sight.truth[cell] for cell in belief.cells),
    )


def learn(sights: Sequence[Sight]) -> dict[str, list[float]]:
    """For each event what it adds to the logarithm of each rank's weight.

    Logistic regression on top of what rules and places say already, with rows and columns brought to their sums at
    every step, so that events which come together share their evidence. `PULL` keeps the figures of rare events small.
    """
    lessons = [lesson for lesson in map(lesson_of, sights) if lesson.truth]
    seen = [events for lesson in lessons for events in lesson.events]
    often = Counter(event for events in seen for event in events)
    column = {event: number for number, event in enumerate(sorted(often)) if often[event] >= LEAST}
    column = {event: number for number, event in enumerate(column)}
    shown = np.zeros((len(seen), len(column)), dtype=np.float32)
    for number, events in enumerate(seen):
        shown[number, [column[event] for event in events if event in column]] = 1
    lifts = _regression(shown, lessons)
    return {event: [round(float(lift), 3) for lift in lifts[number]] for event, number in column.items()}


def _regression(shown: np.ndarray[tuple[int, ...], np.dtype[np.float32]], lessons: Sequence[Lesson]) -> Matrix:
    """The figures that make the truth most likely (Adam on the cross-entropy)."""
    truth = np.eye(len(Rank))[[rank for lesson in lessons for rank in lesson.truth]]
    weights = np.concatenate([lesson.weights for lesson in lessons])
    unseen = np.array([lesson.unseen for lesson in lessons])
    sizes = np.array([len(lesson.truth) for lesson in lessons])
    scales = np.ones_like(unseen)
    figures, slope, square = (np.zeros((shown.shape[1], len(Rank))) for _ in range(3))
    for step in range(1, STEPS + 1):
        chances = _balanced(weights * np.exp(shown @ figures), unseen, sizes, scales)
        gradient = shown.T @ (chances - truth) / len(truth) + PULL * figures
        slope = 0.9 * slope + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        figures -= RATE * slope / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return figures


def _balanced(weights: Matrix, unseen: Matrix, sizes: Sizes, scales: Matrix) -> Matrix:
    """The weights of all lessons brought to their sums; `scales`, those of the columns, are kept for the next time."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    for _ in range(ROUNDS):
        totals = (weights * np.repeat(scales, sizes, axis=0)).sum(axis=1, keepdims=True)
        sums = np.add.reduceat(weights / np.maximum(totals, TINY), starts)
        scales[:] = np.where(sums > TINY, unseen / np.maximum(sums, TINY), 1.0)
    scaled = weights * np.repeat(scales, sizes, axis=0)
    chances: Matrix = scaled / np.maximum(scaled.sum(axis=1, keepdims=True), TINY)
    return chances


def log_loss(sights: Sequence[Sight], believe: Callable[[View], Belief]) -> float:
    """The mean surprise at a true rank: lower is better."""
    surprises = []
    for sight in sights:
        belief = believe(sight.view)
        for cell, chances in zip(belief.cells, belief.chances, strict=True):
            surprises.append(-log(max(chances[sight.truth[cell]], 1e-6)))
    return sum(surprises) / len(surprises)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="games with another program, instead of games against itself")
    parser.add_argument("--write", action="store_true", help="write a table instead of measuring")
    options = parser.parse_args()
    rules = game(options.game)
    assert isinstance(rules, StrategoGame)
    if options.records:
        try:
            sights = list(recorded_sights(rules, options.records.read_text(encoding="utf-8").splitlines()))
        except (OSError, ValueError, KeyError, TypeError, DameroError) as error:
            parser.error(f"{options.records} holds no games of {options.game}: {error}")
    else:
        muster = army_to_learn_from if options.write else army_to_measure_by
        played = play_games(rules, options.games, options.seed, players(judge_behaviour=not options.write), muster)
        sights = [sight for sights in played for sight in sights]
    if options.write:
        write(rules, learn(sights), "outsiders.json" if options.records else "behaviour.json")
    else:
        report(sights)


def report(sights: Sequence[Sight]) -> None:
    fair, plain = log_loss(sights, belief_of), log_loss(sights, counting)
    print(f"{len(sights)} views: counting {plain:.4f}, belief {fair:.4f}")
    print(f"{100 * (1 - fair / plain):.1f} % better")


def write(rules: StrategoGame, events: dict[str, list[float]], name: str) -> None:
    """Put a table in the place of the one for armies of this size."""
    tables = {**read_table(name), str(rules.rules.army_size): events}
    text = ",\n".join(f" {json.dumps(pieces)}: {{\n{_rows(tables[pieces])}\n }}" for pieces in sorted(tables, key=int))
    Path(__file__).with_name(name).write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


def _rows(events: dict[str, list[float]]) -> str:
    return ",\n".join(f"  {json.dumps(event)}: {json.dumps(lifts)}" for event, lifts in events.items())


if __name__ == "__main__":
    main()
