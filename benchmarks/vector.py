"""Random play in thousands of games at once: plies per processor second, with masks and with observations.

python -m benchmarks.vector
python -m benchmarks.vector banqi russian --games 4096 --seconds 5
"""

from __future__ import annotations

import argparse
import time

from damero.rl.vector import VectorEnv

STEPS = 20
"""Between two looks at the clock."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=["drafti", "russian", "international", "banqi"])
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2.0)
    asked = parser.parse_args()
    print(f"{'game':<20}{'masks':>10}{'and observations':>20}   million plies per processor second")
    for game_id in asked.ids:
        masks, both = (plies_per_second(game_id, asked.games, asked.seconds, observe) for observe in (False, True))
        print(f"{game_id:<20}{masks / 1e6:>10.2f}{both / 1e6:>20.2f}")


def plies_per_second(game_id: str, games: int, seconds: float, observe: bool) -> float:
    env = VectorEnv(game_id, games, observe=observe)
    plies, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(STEPS):
            env.step(env.random_actions())
        plies += STEPS * games
    return plies / (time.process_time() - began)


if __name__ == "__main__":
    main()
