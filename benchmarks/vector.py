"""Random play in thousands of games at once: plies per processor second, with masks and with observations.

python -m benchmarks.vector
python -m benchmarks.vector banqi russian --games 4096 --seconds 5 --runs 5
python -m benchmarks.vector banqi --games 16384 --threads 2 --wall

Each figure is the median of several runs, with the slowest and the fastest. The last lines play OpenSpiel's own Banqi
at random through Python in the same run: with nothing but its lists of legal actions, and with the same work as here,
masks and observations in NumPy arrays. `--wall` counts plies per second by the clock on the wall, which shows what
more threads gain.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pyspiel

from damero.rl.vector import VectorEnv

STEPS = 20
"""Between two looks at the clock."""
IDS = ["drafti", "russian", "international", "banqi", "stratego", "stratego-federation", "barrage"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=IDS)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, nargs="*", default=[1], help="one line for each number")
    parser.add_argument("--wall", action="store_true", help="plies per second by the clock on the wall")
    asked = parser.parse_args()
    clock, unit = (time.perf_counter, "second") if asked.wall else (time.process_time, "processor second")
    print(f"{'game':<20}{'threads':>8}{'masks':>22}{'and observations':>24}   million plies per {unit}")
    for game_id, threads in product(asked.ids, asked.threads):
        masks, both = (
            spread(partial(vector_speed, game_id, asked.games, asked.seconds, observe, threads, clock), asked.runs)
            for observe in (False, True)
        )
        print(f"{game_id:<20}{threads:>8}{masks:>22}{both:>24}", flush=True)
    if asked.wall:
        return
    lists, masks, both = (spread(partial(open_spiel_speed, asked.seconds, arrays), asked.runs) for arrays in range(3))
    print(f"{'OpenSpiel banqi':<28}{masks:>22}{both:>24}   lists only: {lists}")


def spread(measure: Callable[[], float], runs: int) -> str:
    found = sorted(measure() / 1e6 for _ in range(runs))
    return f"{statistics.median(found):.3f} ({found[0]:.3f}–{found[-1]:.3f})"


def vector_speed(
    game_id: str, games: int, seconds: float, observe: bool, threads: int, clock: Callable[[], float]
) -> float:
    env = VectorEnv(game_id, games, observe=observe, threads=threads)
    plies, began = 0, clock()
    while clock() - began < seconds:
        for _ in range(STEPS):
            env.step(env.random_actions())
        plies += STEPS * games
    took = clock() - began
    env.close()
    return plies / took


def open_spiel_speed(seconds: float, arrays: int) -> float:
    """With no arrays, with masks, or with masks and observations."""
    game, chance = pyspiel.load_game("banqi"), random.Random(1)
    mask = np.zeros(game.num_distinct_actions(), np.int8)
    planes = np.zeros(game.observation_tensor_size(), np.float32)
    plies, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
                continue
            legal = state.legal_actions()
            if arrays >= 1:
                mask[:] = 0
                mask[legal] = 1
            if arrays >= 2:
                planes[:] = state.observation_tensor()
            state.apply_action(chance.choice(legal))
            plies += 1
    return plies / (time.process_time() - began)


if __name__ == "__main__":
    main()
