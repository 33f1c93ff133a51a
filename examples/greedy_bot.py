"""A bot for every game that takes what it can: it looks one move ahead and counts the pieces.

python examples/greedy_bot.py [GAME] [ADDRESS]
damero match banqi bot:examples/greedy_bot.py 1 --games 20
"""

from __future__ import annotations

import random
import sys

import damero
from damero.domain.game import Move, Seat, View


class GreedyBot(damero.Bot):
    def choose(self, view: View) -> Move:
        assert view.seat is not None
        seat, chance = view.seat, random.Random()
        game = damero.game(view.info.id, view.info.version)
        full = game.sample(view, lambda items: chance.sample(items, len(items)))
        worth = {move: self.worth(full.play(move).view(seat), seat) for move in view.legal_moves()}
        best = max(worth.values())
        return random.choice([move for move in worth if worth[move] == best])

    def worth(self, view: View, seat: Seat) -> float:
        """Won, lost, or pieces taken minus pieces lost."""
        if view.outcome is not None:
            return 0 if view.outcome.winner is None else 100 if view.outcome.winner == seat else -100
        colours = {kind.id: kind.colour for kind in view.info.pieces}
        return sum(-1 if colours[kind] == view.colour_of(seat) else 1 for kind in view.taken)


if __name__ == "__main__":
    game_id = sys.argv[1] if len(sys.argv) > 1 else "drafti"
    address = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000"
    GreedyBot().run(address, seeks=[game_id])
