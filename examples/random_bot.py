"""A bot that plays random legal moves. It waits for opponents in the lobby and accepts every challenge.

python examples/random_bot.py [GAME] [ADDRESS]
"""

from __future__ import annotations

import random
import sys

import damero
from damero.domain.game import Move, View


class RandomBot(damero.Bot):
    def choose(self, view: View) -> Move:
        return random.choice(view.legal_moves())


if __name__ == "__main__":
    game_id = sys.argv[1] if len(sys.argv) > 1 else "drafti"
    address = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000"
    RandomBot().run(address, seeks=[game_id])
