"""Measures how well engines keep to their time: level 1 in every game, and a limit of 50 ms at level 8.

    python benchmarks/deadlines.py --tries 20

Level 1 is measured in processor time, the limit in elapsed time: run it on an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from random import Random

from timings import quantiles

from damero.domain.catalogue import GAMES
from damero.domain.game import Game, View
from damero.engines.engine import Engine, Limits
from damero.engines.levels import engine

LIMIT = 0.05
PLIES = 40


def views(game: Game, count: int) -> Iterator[View]:
    """What the side to move sees at random moments of random games."""
    random = Random(7)
    while count:
        position = game.initial()
        for _ in range(random.randrange(PLIES)):
            if position.to_move:
                position = position.play(random.choice(position.legal_moves()))
        if position.to_move:
            count -= 1
            yield position.view(position.to_move)


def durations(player: Engine, game: Game, tries: int, limits: Limits, clock: Callable[[], float]) -> list[float]:
    measured = []
    for view in views(game, tries):
        began = clock()
        player.choose(view, limits)
        measured.append(clock() - began)
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=20, help="positions for each game")
    tries = parser.parse_args().tries
    for game in GAMES:
        quick = durations(engine(game.info.id, 1), game, tries, Limits(), time.process_time)
        limited = durations(engine(game.info.id, 8), game, tries, Limits(seconds=LIMIT), time.perf_counter)
        late = [taken - LIMIT for taken in limited]
        print(f"{game.info.id}: level 1 {quantiles(quick)}; beyond {LIMIT * 1000:.0f} ms {quantiles(late)}", flush=True)


if __name__ == "__main__":
    main()
