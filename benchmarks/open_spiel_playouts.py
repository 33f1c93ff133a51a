"""Plays random games with OpenSpiel's Python interface. `playouts.py` runs this in the environment of OpenSpiel.

Only the actions of players count as plies, not those of chance nodes.
"""

from __future__ import annotations

import json
import random
import sys
import time
from importlib.metadata import version

import pyspiel


def main() -> None:
    game, seconds = pyspiel.load_game(sys.argv[1]), float(sys.argv[2])
    rng = random.Random(1)
    games = plies = 0
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                plies += 1
        games += 1
    spent = time.perf_counter() - started
    print(json.dumps({"version": version("open_spiel"), "games": games, "plies": plies, "seconds": spent}))


if __name__ == "__main__":
    main()
