"""The engine's own armies against other armies, with the same player on both sides.

    python benchmarks/stratego_armies.py --games 400 --seed 1
    python benchmarks/stratego_armies.py --games 400 --seed 1 --style blitz
    python benchmarks/stratego_armies.py --games 400 --seed 1 --armies armies.txt

The other armies are the formations of the library or those of a file, one a line, half of them mirrored. Games are
played in the arena, in pairs with seats exchanged.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from stratego_strength import report

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.engines.stratego.material import evaluation_weights
from damero.engines.stratego.setup import STYLES, styled_army
from damero.engines.stratego.train.arena import Arena
from damero.engines.stratego.train.armies import arena_armies, checked_armies


def pairs(
    rules: StrategoGame, styles: Sequence[str], others: Sequence[str], nodes: int, random: Random
) -> Iterator[tuple[float, int]]:
    """The points of the engine's army in each game, and the plies."""
    arena, weights = Arena(rules.rules, random), evaluation_weights(rules.rules)
    known = [style for style in STYLES if style.name in styles]
    while True:
        own, other = styled_army(rules.rules, random.choice(known), random), random.choice(others)
        if random.random() < 0.5:
            other = rules.mirror_army(other)
        first = arena.play(arena_armies(rules, own, other), (weights, weights), nodes) / 2
        yield first, len(arena.steps)
        second = arena.play(arena_armies(rules, other, own), (weights, weights), nodes) / 2
        yield 1 - second, len(arena.steps)


def main() -> None:
    names = [style.name for style in STYLES]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="stratego-federation")
    parser.add_argument("--armies", type=Path, help="a file of armies instead of the library")
    parser.add_argument("--style", choices=names, help="one style instead of all")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=400, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = game(options.game)
    assert isinstance(rules, StrategoGame)
    others = [formation.army for formation in rules.library]
    if options.armies:
        try:
            others = checked_armies(rules, options.armies.read_text(encoding="utf-8").splitlines())
        except (OSError, ValueError) as error:
            parser.error(f"{options.armies}: {error}")
    styles = [options.style] if options.style else names
    played = pairs(rules, styles, others, options.nodes, Random(options.seed))
    points, plies = zip(*(next(played) for _ in range(options.games)), strict=True)
    report(list(points), sum(plies))


if __name__ == "__main__":
    main()
