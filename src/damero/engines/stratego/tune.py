"""Find weights that win more games.

    python -m damero.engines.stratego.tune vary --game barrage --games 6000 --seed 1 > games.txt
    python -m damero.engines.stratego.tune slopes games.txt
    python -m damero.engines.stratego.tune match --game barrage --games 1000 "alarm=500,value spy=2"

Needs the packages of `damero[train]`. The first plays games of the engine against itself (see `arena`), in pairs with
players exchanged, in which every weight of either side is multiplied by a lot of its own. The second tells how many
points of a hundred each weight brings if it is made greater by such a lot (a factor of about 1.5). The third plays the
weights of `weights.json` with some changes against them as they are. Steps along the slopes are worth keeping if they
win such a match on other seeds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.rules import PlayerSide, Rank
from damero.engines.stratego.arena import Arena
from damero.engines.stratego.setup import army
from damero.engines.stratego.values import Weights, weights_of

STEP = 0.4
"""The width of the lots, in the logarithm of a weight."""
PULL = 50.0
"""How strongly slopes are drawn to zero, in games."""
TABLES = ("value", "secret")
SHARES = ("caught", "nearer")
"""Weights that stay below one."""

Lots: TypeAlias = dict[str, float]
Army: TypeAlias = list[tuple[int, int]]


def names_of(rules: StrategoGame) -> list[str]:
    """The weights that make a difference in a game: those of ranks that it has."""
    plain = [name for name in asdict(weights_of(rules.rules)) if name not in TABLES]
    ranks = [rank.name.lower() for rank in Rank if rank is not Rank.FLAG and rules.rules.count(rank)]
    return plain + [f"{table} {rank}" for table in TABLES for rank in ranks]


def changed(weights: Weights, changes: Mapping[str, float]) -> Weights:
    """Weights of which some, by their names, are others."""
    fields = asdict(weights)
    for name, number in changes.items():
        table, _, rank = name.partition(" ")
        if rank:
            row = list(fields[table])
            row[Rank[rank.upper()]] = number
        fields[table] = tuple(row) if rank else number
    return Weights(**fields)


def number_of(weights: Weights, name: str) -> float:
    table, _, rank = name.partition(" ")
    return float(getattr(weights, table)[Rank[rank.upper()]] if rank else getattr(weights, table))


def by_lot(weights: Weights, lots: Mapping[str, float]) -> Weights:
    """Every weight greater or smaller by its lot."""
    return changed(weights, {name: _moved(name, number_of(weights, name), lot) for name, lot in lots.items()})


def _moved(name: str, number: float, lot: float) -> float:
    return 1 - (1 - number) * exp(-STEP * lot) if name in SHARES else number * exp(STEP * lot)


def armies_of(rules: StrategoGame, random: Random) -> list[Army]:
    first, second = (army(rules, seat, random) for seat in rules.info.seats)
    return laid_out(rules, first, second)


def laid_out(rules: StrategoGame, first: str, second: str) -> list[Army]:
    """Two armies as the arena takes them."""
    state = rules.place(dict(zip(rules.info.seats, (first, second), strict=True)))
    pieces = [(cell, piece) for cell, piece in enumerate(state.board.cells) if piece is not None]
    return [[(cell, int(piece.rank)) for cell, piece in pieces if piece.side is side] for side in PlayerSide]


def pairs(
    rules: StrategoGame, players: Iterator[tuple[Weights, Weights]], games: int, nodes: int, random: Random
) -> Iterator[tuple[float, float]]:
    """What the first player wins in two games with the same armies, once in each seat."""
    arena = Arena(rules.rules, random)
    for _ in range(games // 2):
        armies, (one, two) = armies_of(rules, random), next(players)
        yield arena.play(armies, (one, two), nodes) / 2, 1 - arena.play(armies, (two, one), nodes) / 2


def vary(rules: StrategoGame, games: int, nodes: int, random: Random) -> Iterator[tuple[Lots, float]]:
    """How much more of each lot the first side had, and what it won."""
    names, weights, drawn = names_of(rules), weights_of(rules.rules), []

    def players() -> Iterator[tuple[Weights, Weights]]:
        while True:
            lots = [{name: random.gauss(0.0, 1.0) for name in names} for _ in range(2)]
            drawn.append({name: lots[0][name] - lots[1][name] for name in names})
            yield by_lot(weights, lots[0]), by_lot(weights, lots[1])

    for points in pairs(rules, players(), games, nodes, random):
        yield from ((drawn[-1], won) for won in points)


def slopes(played: Sequence[tuple[Lots, float]]) -> dict[str, tuple[float, float]]:
    """What a lot more of each weight adds to the share of the points, and how uncertain that is (95 %)."""
    names = list(played[0][0])
    lots = np.array([[more[name] for name in names] for more, _ in played])
    won = np.array([points for _, points in played]) - 0.5
    spread = np.linalg.inv(lots.T @ lots + PULL * np.eye(len(names)))
    errors = 1.96 * np.sqrt(np.diag(spread)) * won.std()
    found = zip(names, (spread @ lots.T @ won).tolist(), errors.tolist(), strict=True)
    return {name: (slope, error) for name, slope, error in found}


def read_changes(text: str, names: Sequence[str]) -> Lots:
    """Changes as `alarm=500, value spy=2`."""
    changes = [part.strip().partition("=") for part in text.split(",") if part.strip()]
    unknown = [name for name, _, _ in changes if name not in names]
    if unknown:
        raise ValueError(f"there is no weight {unknown[0]!r}; there are {', '.join(names)}")
    return {name: float(number) for name, _, number in changes}


def read_games(path: Path) -> list[tuple[Lots, float]]:
    played: list[tuple[Lots, float]] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if not played:
        raise ValueError(f"there is no game in {path}")
    return played


def match(rules: StrategoGame, changes: Lots, games: int, nodes: int, random: Random) -> list[float]:
    weights = weights_of(rules.rules)
    players = iter(lambda: (changed(weights, changes), weights), None)
    return [won for both in pairs(rules, players, games, nodes, random) for won in both]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["vary", "slopes", "match"])
    parser.add_argument("what", nargs="?", default="", help="the file with games, or the changes to try")
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=400, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_intermixed_args(arguments)
    try:
        _take(options)
    except (OSError, TypeError, ValueError, DameroError) as error:
        parser.error(str(error))


def _take(options: argparse.Namespace) -> None:
    """One of the three steps."""
    rules, random = game(options.game), Random(options.seed)
    if not isinstance(rules, StrategoGame):
        raise TypeError(f"{options.game} is no Stratego")
    if options.step == "vary":
        for line in vary(rules, options.games, options.nodes, random):
            print(json.dumps(line), flush=True)
    elif options.step == "slopes":
        _tell_slopes(read_games(Path(options.what)))
    else:
        changes = read_changes(options.what, names_of(rules))
        _tell_match(match(rules, changes, options.games, options.nodes, random))


def _tell_slopes(played: Sequence[tuple[Lots, float]]) -> None:
    print(f"{len(played)} games")
    for name, (slope, error) in sorted(slopes(played).items(), key=lambda found: -abs(found[1][0])):
        print(f"{name:20} {100 * slope:+.2f} ± {100 * error:.2f}")


def _tell_match(points: Sequence[float]) -> None:
    share = sum(points) / len(points)
    error = 1.96 * sqrt(max(share * (1 - share), 0.01) / len(points))
    won, drawn, lost = (points.count(value) for value in (1.0, 0.5, 0.0))
    print(f"{len(points)} games: {won} won, {drawn} drawn, {lost} lost = {100 * share:.1f} % ± {100 * error:.1f}")


if __name__ == "__main__":
    main()
