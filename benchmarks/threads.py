"""Measures how much faster the draughts engine reaches a depth with two threads than with one.

Run it on an otherwise idle machine:

    python benchmarks/threads.py [--depth 18]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from math import prod
from random import Random

from damero.domain.catalogue import game
from damero.domain.game import View
from damero.engines.engine import Limits
from damero.engines.levels import engine

VARIANTS = ("russian", "spanish", "drafti")
OPENINGS = (0, 4, 6, 10, 14)
"""Numbers of random plies before the search."""


def views(game_id: str) -> Iterator[View]:
    for plies in OPENINGS:
        random, position = Random(plies), game(game_id).initial()
        for _ in range(plies):
            position = position.play(random.choice(position.legal_moves()))
        if position.to_move and len(position.legal_moves()) > 1:
            yield position.view(position.to_move)


def seconds(game_id: str, view: View, depth: int, threads: int) -> float:
    started = time.perf_counter()
    engine(game_id).choose(view, Limits(depth=depth, threads=threads, seed=1))
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=18, help="depth in plies (default: 18)")
    depth = parser.parse_args().depth
    gains = []
    for game_id in VARIANTS:
        for number, view in enumerate(views(game_id), start=1):
            one, two = (seconds(game_id, view, depth, threads) for threads in (1, 2))
            gains.append(one / two)
            print(f"{game_id:10} position {number}: {one:6.2f} s and {two:6.2f} s, {gains[-1]:.2f} times as fast")
    mean = prod(gains) ** (1 / len(gains))
    print(f"two threads reach {depth} plies {mean:.2f} times as fast ({min(gains):.2f} to {max(gains):.2f})")


if __name__ == "__main__":
    main()
