"""Random Banqi games by the kernel beside OpenSpiel's, in turns on the same machine in the same run.

    python benchmarks/banqi_playouts.py [--seconds 2] [--repeats 5]

OpenSpiel is installed in the user's cache folder at first use.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from playouts import OPEN_SPIEL_NAMES, Speed, measure_open_spiel

from damero.domain.banqi.variants import BANQI
from damero.engines.banqi.kernel import random_playouts

BATCH = 2_000
"""Games played between two looks at the clock."""


def measure_kernel(seconds: float, seed: int) -> Speed:
    games = plies = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        plies += random_playouts(BATCH, seed + games, BANQI.no_progress)
        games += BATCH
    return Speed(BANQI.id, "Damero's kernel", games, plies, time.perf_counter() - began)


def plies_a_second(speed: Speed) -> float:
    return speed.plies / speed.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each side of a repeat")
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    ratios = []
    for repeat in range(options.repeats):
        ours = measure_kernel(options.seconds, 1 + repeat)
        theirs = measure_open_spiel(BANQI.id, OPEN_SPIEL_NAMES[BANQI.id], options.seconds)
        ratios.append(plies_a_second(ours) / plies_a_second(theirs))
        print(ours, theirs, f"ratio {ratios[-1]:.1f}", sep="\n", flush=True)
    print(f"ratio of plies a second: median {median(ratios):.1f}, from {min(ratios):.1f} to {max(ratios):.1f}")


if __name__ == "__main__":
    main()
