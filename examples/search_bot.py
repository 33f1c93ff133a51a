"""A bot for draughts that searches a few moves deep (alpha-beta) and counts men and kings.

python examples/search_bot.py [GAME] [ADDRESS]
damero match drafti bot:examples/search_bot.py 2 --games 10
"""

from __future__ import annotations

import sys

import damero
from damero.domain.game import Move, Position, View

DEPTH = 2
WIN = 1000.0


class SearchBot(damero.Bot):
    games = tuple(game.info.id for game in damero.GAMES if not game.info.hidden and not game.info.chance)

    def choose(self, view: View) -> Move:
        position = damero.game(view.info.id, view.info.version).sample(view, lambda items: items)
        return max(view.legal_moves(), key=lambda move: -self.search(position.play(move), DEPTH, -WIN, WIN))

    def search(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        """The worth of a position for the side to move; captures are followed to their end."""
        if position.outcome is not None:
            return 0 if position.outcome.winner is None else -WIN
        moves = position.legal_moves()
        if depth <= 0 and not moves[0].taken:
            return self.material(position)
        for move in moves:
            alpha = max(alpha, -self.search(position.play(move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    def material(self, position: Position) -> float:
        """A man is worth 1 and a king 2.5."""
        own = position.to_move
        worth = {kind.id: (2.5 if kind.symbol.isupper() else 1.0) for kind in position.info.pieces}
        colours = {kind.id: kind.colour for kind in position.info.pieces}
        kinds = [shown.kind for shown in position.view(None).pieces]
        return sum(worth[kind] if colours[kind] == own else -worth[kind] for kind in kinds)


if __name__ == "__main__":
    game_id = sys.argv[1] if len(sys.argv) > 1 else "drafti"
    address = sys.argv[2] if len(sys.argv) > 2 else "http://127.0.0.1:8000"
    SearchBot().run(address, seeks=[game_id])
