"""What the Stratego engine's belief is worth against players and armies that it never learnt from.

    python benchmarks/stratego_belief.py --games 40 --seed 3000

A level plays each of the simple players of `stratego_opponents.py` in turn, with armies of the library that are kept
to measure by. Now and then, when the engine is to move, its belief and counting are both held against the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from stratego_opponents import OPPONENTS, Player

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.engines.engine import Limits
from damero.engines.stratego.belief import belief_of, counting
from damero.engines.stratego.fit import Sight, army_to_measure_by, log_loss, sight_of
from damero.engines.stratego.player import player_of

EVERY = 10
"""Moves of the engine between two looks."""


def sights_of(rules: StrategoGame, level: int, other: Player, games: int, random: Random) -> Iterator[Sight]:
    """What the engine saw in games against another player, each side begun by both in turn."""
    engine = player_of(level)
    for number in range(games):
        ours = rules.info.seats[number % 2]
        state = rules.place({seat: army_to_measure_by(rules, random) for seat in rules.info.seats})
        while state.outcome is None:
            view = state.view(state.side)
            if state.side == ours:
                if state.turn_number // 2 % EVERY == EVERY - 1:
                    yield sight_of(state, view)
                state = state.play(engine.choose(view, Limits(seed=random.getrandbits(30))).move)
            else:
                state = state.play(other(view, random))


def report(name: str, sights: list[Sight]) -> None:
    plain, fair = log_loss(sights, counting), log_loss(sights, belief_of)
    print(
        f"{name}: {len(sights)} views, counting {plain:.4f}, belief {fair:.4f}: {100 * (1 - fair / plain):.1f} % better"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=10, help="against each player")
    parser.add_argument("--level", type=int, default=7)
    parser.add_argument("--seed", type=int, default=3000)
    options = parser.parse_args()
    rules, random = game(options.game), Random(options.seed)
    assert isinstance(rules, StrategoGame)
    everything = []
    for name, other in OPPONENTS.items():
        sights = list(sights_of(rules, options.level, other, options.games, random))
        report(name, sights)
        everything += sights
    report("all", everything)


if __name__ == "__main__":
    main()
