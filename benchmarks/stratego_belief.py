"""How good the Stratego engine's belief is against players and armies that it was not fitted to.

    python benchmarks/stratego_belief.py --games 40 --seed 3000

A level plays each of the simple players of `stratego_opponents.py` in turn, with library formations that are never used
for fitting. At regular intervals the belief and counting alone are both compared with the truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from stratego_opponents import OPPONENTS, Player

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.engines.engine import Limits
from damero.engines.stratego.belief import belief_of, counting_belief
from damero.engines.stratego.player import player_of
from damero.engines.stratego.train.fit_behaviour import Sample, army_to_measure_by, log_loss, sample_of

INTERVAL = 10
"""The engine's moves between two samples."""


def samples_of(rules: StrategoGame, level: int, other: Player, games: int, random: Random) -> Iterator[Sample]:
    """What the engine saw in games against another player, on alternating sides."""
    engine = player_of(level)
    for number in range(games):
        ours = rules.info.seats[number % 2]
        state = rules.place({seat: army_to_measure_by(rules, random) for seat in rules.info.seats})
        while state.outcome is None:
            view = state.view(state.side)
            if state.side == ours:
                if state.turn_number // 2 % INTERVAL == INTERVAL - 1:
                    yield sample_of(state, view)
                state = state.play(engine.choose(view, Limits(seed=random.getrandbits(30))).move)
            else:
                state = state.play(other(view, random))


def report(name: str, samples: list[Sample]) -> None:
    counting, belief = log_loss(samples, counting_belief), log_loss(samples, belief_of)
    better = f"{100 * (1 - belief / counting):.1f} % better"
    print(f"{name}: {len(samples)} views, counting {counting:.4f}, belief {belief:.4f}: {better}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--games", type=int, default=10, help="against each player")
    parser.add_argument("--level", type=int, default=7)
    parser.add_argument("--seed", type=int, default=3000)
    options = parser.parse_args()
    rules, random = game(options.game), Random(options.seed)
    assert isinstance(rules, StrategoGame)
    all_samples = []
    for name, other in OPPONENTS.items():
        samples = list(samples_of(rules, options.level, other, options.games, random))
        report(name, samples)
        all_samples += samples
    report("all", all_samples)


if __name__ == "__main__":
    main()
