"""How strong the Stratego engine is, beside simple players, its own lower levels and itself knowing the truth.

    python benchmarks/stratego_strength.py random --games 100 --level 5
    python benchmarks/stratego_strength.py greedy --games 100 --level 5
    python benchmarks/stratego_strength.py hunter --games 100 --level 5
    python benchmarks/stratego_strength.py level --games 40 --level 5
    python benchmarks/stratego_strength.py armies --games 40 --level 5
    python benchmarks/stratego_strength.py truth --games 40 --level 5
    python benchmarks/stratego_strength.py level --games 40 --level 5 --other 4 --knowing

Games come in pairs: the same two armies, the players exchanged. With `--nodes` a level searches so many nodes, with
`--knowing` the first player is told the truth: beside the same match without it, that shows what secrets cost.
The other simple players are in `stratego_opponents.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from random import Random

from stratego_opponents import OPPONENTS, Player

from damero.domain.catalogue import game
from damero.domain.stratego import GameState, StrategoGame
from damero.domain.stratego.board import Piece
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import shuffled
from damero.domain.stratego.view import View
from damero.engines.engine import Limits, limited
from damero.engines.levels import engine
from damero.engines.stratego.belief import counting
from damero.engines.stratego.kernel import fight_of
from damero.engines.stratego.player import STRENGTHS, think
from damero.engines.stratego.setup import army
from damero.engines.stratego.traces import past_of

Chooser = Callable[[GameState, Random], str]
"""A player; all but the one that knows the truth look only at their own view."""


def at_random(state: GameState, lots: Random) -> str:
    return str(lots.choice(state.view(state.side).legal_moves()))


def greedy(state: GameState, lots: Random) -> str:
    """Attacks whenever it is more likely to win than to lose, by counting; otherwise goes forward if it can."""
    view = state.view(state.side)
    legal = list(view.legal_moves())
    lots.shuffle(legal)
    attacks = [(hope(view, move.piece.rank, move.to_pos.cell), move) for move in legal if move.attacks]
    best, move = max(attacks, key=lambda found: found[0], default=(0.0, legal[0]))
    if best > 0:
        return str(move)
    quiet = [move for move in legal if not move.attacks] or legal
    forward = -1 if state.side == "red" else 1
    advances = [move for move in quiet if (move.to_pos.row - move.from_pos.row) * forward > 0]
    return str(lots.choice(advances or quiet))


def hope(view: View, rank: Rank, cell: int) -> float:
    """How much more likely an attack is to win than to lose."""
    standing = view.cells[cell]
    if isinstance(standing, Piece):
        return float(fight_of(rank, standing.rank))
    return sum(chance * fight_of(rank, other) for other, chance in counting(view).at(cell).items())


def looking(player: Player) -> Chooser:
    return lambda state, lots: player(state.view(state.side), lots)


def level_player(level: int, limits: Limits) -> Chooser:
    def choose(state: GameState, lots: Random) -> str:
        player = engine(state.rules.id, level)
        return player.choose(state.view(state.side), replace(limits, seed=lots.getrandbits(30))).move

    return choose


def knowing_player(level: int, limits: Limits) -> Chooser:
    """The same engine with a belief that is the truth: what hidden ranks cost it."""

    def choose(state: GameState, lots: Random) -> str:
        view = state.view(state.side)
        belief = counting(view)
        pieces = [state.board.cells[cell] for cell in belief.cells]
        chances = tuple(tuple(float(piece.rank is rank) for rank in Rank) for piece in pieces if piece)
        strength = limited(STRENGTHS[level], limits)
        return think(view, view.legal_moves(), past_of(view), replace(belief, chances=chances), strength, lots).move

    return choose


def play(rules: StrategoGame, armies: Mapping[str, str], players: Mapping[str, Chooser], lots: Random) -> GameState:
    state = rules.place(armies)
    while state.outcome is None:
        state = state.play(players[state.side](state, lots))
    return state


def match(rules: StrategoGame, first: Chooser, second: Chooser, games: int, seed: int, *, own_armies: bool) -> None:
    """Pairs of games; the first player's army is the engine's, the second's too or one by lot."""
    lots, points, plies = Random(seed), [], 0
    for _ in range(games // 2):
        armies = [army(rules, "red", lots), army(rules, "blue", lots)]
        if not own_armies:
            armies[1] = shuffled(armies[1], lambda items: lots.sample(items, len(items)))
        for seats in (rules.info.seats, rules.info.seats[::-1]):
            end = play(
                rules, dict(zip(seats, armies, strict=True)), dict(zip(seats, (first, second), strict=True)), lots
            )
            winner = end.outcome.winner if end.outcome else None
            points.append(0.5 if winner is None else float(winner == seats[0]))
            plies += end.turn_number
            if own_armies:
                armies.reverse()
    report(points, plies)


def report(points: list[float], plies: int) -> None:
    share = sum(points) / len(points)
    error = 1.96 * sqrt(max(share * (1 - share), 0.25 / len(points)) / len(points))
    wins, draws, losses = (points.count(value) for value in (1.0, 0.5, 0.0))
    print(
        f"{len(points)} games: {wins} won, {draws} drawn, {losses} lost = {100 * share:.1f} % ± {100 * error:.1f}, ",
        end="",
    )
    print(f"{plies / len(points):.0f} plies a game")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("against", choices=["random", "greedy", *OPPONENTS, "level", "armies", "truth"])
    parser.add_argument("--game", default="stratego")
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--other", type=int, help="the other level; the next lower one if not given")
    parser.add_argument("--knowing", action="store_true", help="the first player is told the truth")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = game(options.game)
    assert isinstance(rules, StrategoGame)
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    player = (knowing_player if options.knowing else level_player)(options.level, limits)
    others: dict[str, Chooser] = {
        "random": at_random,
        "greedy": greedy,
        **{name: looking(opponent) for name, opponent in OPPONENTS.items()},
        "level": level_player(options.other or options.level - 1, Limits(seconds=options.seconds)),
        "armies": player,
        "truth": knowing_player(options.level, limits),
    }
    match(rules, player, others[options.against], options.games, options.seed, own_armies=options.against != "armies")


if __name__ == "__main__":
    main()
