"""Random games by OpenSpiel through its Python interface; `playouts.py` runs this in OpenSpiel's own environment.

Chance nodes are drawn as they come; only the players' own actions count as plies.
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
    draw = random.Random(1)
    games = plies = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(actions, odds)[0])
            else:
                state.apply_action(draw.choice(state.legal_actions()))
                plies += 1
        games += 1
    spent = time.perf_counter() - began
    print(json.dumps({"version": version("open_spiel"), "games": games, "plies": plies, "seconds": spent}))


if __name__ == "__main__":
    main()
