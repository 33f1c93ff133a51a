"""How strong the Banqi engine is beside two simple players that see as little as it does.

    python benchmarks/banqi_strength.py greedy --level 6 --games 100
    python benchmarks/banqi_strength.py monte-carlo --seconds 0.02 --games 100

`greedy` takes the highest piece it can, flips otherwise, and hunts when nothing lies face down. `monte-carlo` plays
every action out at random, each game with its own lots, and chooses the one that wins most; it thinks as long as the
engine does. Games come in pairs: the same deal, the seats exchanged.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from damero.domain.banqi.board import NAMES, Cell, Kind
from damero.domain.banqi.moves import Action, Capture, Flip, takes_beside
from damero.domain.banqi.view import View
from damero.domain.catalogue import game
from damero.domain.game import Game, Item, Position
from damero.engines.banqi.encoding import encode, squares_of
from damero.engines.banqi.kernel import playout_scores
from damero.engines.engine import Limits
from damero.engines.levels import engine
from damero.engines.tournament import GamePair, Score

Chooser = Callable[[View, Random], str]
ROUNDS = 2
"""Games for each action between two looks at the clock."""


def greedy(view: View, lots: Random) -> str:
    moves = list(view.legal_moves())
    lots.shuffle(moves)
    captures = [move for move in moves if isinstance(move, Capture)]
    if captures:
        return str(max(captures, key=lambda move: rank(view.cells[move.to_index])))
    flips = [move for move in moves if isinstance(move, Flip)]
    return str(flips[0] if flips else min(moves, key=lambda move: way_to_prey(view, move)))


def rank(cell: Cell) -> int:
    return cell.rank if isinstance(cell, Kind) else 0


def way_to_prey(view: View, move: Action) -> int:
    """How far a step leaves its piece from the nearest enemy that it can take."""
    if isinstance(move, Flip):
        return len(NAMES)
    hunter = view.cells[move.from_index]
    ways = [
        abs(move.to_index // 8 - square // 8) + abs(move.to_index % 8 - square % 8)
        for square, cell in enumerate(view.cells)
        if isinstance(hunter, Kind) and isinstance(cell, Kind)
        if cell.colour is not hunter.colour and takes_beside(hunter, cell)
    ]
    return min(ways, default=len(NAMES))


def monte_carlo(seconds: float) -> Chooser:
    def choose(view: View, lots: Random) -> str:
        if view.current_turn is None:
            return str(lots.choice(view.legal_moves()))
        board, scores = encode(view), Counter[tuple[int, int]]()
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            found = playout_scores(
                board.cells,
                board.captured,
                board.turn,
                board.quiet,
                view.rules.no_progress,
                ROUNDS,
                lots.getrandbits(60),
            )
            scores.update({(origin, destination): score for origin, destination, score in found})
        best = max(scores, key=lambda action: scores[action])
        return next(str(move) for move in view.legal_moves() if move.squares == squares_of(*best))

    return choose


def engine_player(game_id: str, level: int, limits: Limits) -> Chooser:
    player = engine(game_id, level)

    def choose(view: View, lots: Random) -> str:
        seeded = Limits(limits.depth, limits.nodes, limits.seconds, seed=lots.getrandbits(30))
        return player.choose(view, seeded).move

    return choose


def play_pair(rules: Game, players: tuple[Chooser, Chooser], seed: int) -> tuple[GamePair, int]:
    """The bout of the first player, and the plies of both games."""
    lots = Random(seed)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return lots.sample(items, len(items))

    start = rules.initial(shuffle)
    first, second = rules.info.seats
    ends = [play(start, dict(zip(seats, players, strict=True)), lots) for seats in ((first, second), (second, first))]
    halves = [half_points(end, seat) for end, seat in zip(ends, (first, second), strict=True)]
    return GamePair((halves[0], halves[1]), 0), sum(len(end.plies) for end in ends)


def play(position: Position, players: dict[str, Chooser], lots: Random) -> Position:
    while position.to_move is not None:
        view = position.view(position.to_move)
        assert isinstance(view, View)
        position = position.play(players[position.to_move](view, lots))
    return position


def half_points(end: Position, seat: str) -> int:
    winner = end.outcome.winner if end.outcome else None
    return 1 if winner is None else 2 if winner == seat else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("against", choices=["greedy", "monte-carlo"])
    parser.add_argument("--game", default="banqi")
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float, help="for a move, of either player")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.against == "monte-carlo" and options.seconds is None:
        parser.error("monte-carlo needs --seconds")
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    other = greedy if options.against == "greedy" else monte_carlo(options.seconds)
    players = (engine_player(options.game, options.level, limits), other)
    score, plies = Score(), 0
    for pair in range(options.games // 2):
        bout, length = play_pair(game(options.game), players, options.seed + pair)
        score, plies = score.with_pair(bout), plies + length
    wins, draws, losses = score.wins_draws_losses
    print(
        f"{score.games} games: {wins} won, {draws} drawn, {losses} lost = {100 * score.share:.1f} % "
        f"± {100 * score.error:.1f}, {plies / score.games:.0f} plies a game"
    )


if __name__ == "__main__":
    main()
