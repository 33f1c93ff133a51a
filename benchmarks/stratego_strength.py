"""How strong the Stratego engine is against simple players, lower levels and itself with full knowledge.

    python benchmarks/stratego_strength.py random --games 100 --level 5
    python benchmarks/stratego_strength.py greedy --games 100 --level 5
    python benchmarks/stratego_strength.py hunter --games 100 --level 5
    python benchmarks/stratego_strength.py level --games 40 --level 5
    python benchmarks/stratego_strength.py armies --games 40 --level 5
    python benchmarks/stratego_strength.py truth --games 40 --level 5
    python benchmarks/stratego_strength.py level --games 40 --level 5 --other 4 --knowing

Games come in pairs with the same two armies and the players exchanged. `--nodes` limits the search. With `--knowing`
the first player knows all ranks, which shows the cost of hidden information next to the same match without it. The
other simple players are in `stratego_opponents.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from random import Random

from stratego_opponents import OPPONENTS, Player

from damero.domain.catalogue import game
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import Piece
from damero.domain.stratego.position import Position
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import shuffled
from damero.domain.stratego.view import View
from damero.engines.engine import Limits, limited
from damero.engines.levels import engine
from damero.engines.stratego.belief import counting_belief
from damero.engines.stratego.judgement import judge
from damero.engines.stratego.kernel import fight_result
from damero.engines.stratego.player import STRENGTHS, think
from damero.engines.stratego.setup import army

Chooser = Callable[[Position, Random], str]
"""A player; all but the one with full knowledge look only at their own view."""


def at_random(state: Position, random: Random) -> str:
    return str(random.choice(state.view(state.side).legal_moves()))


def greedy(state: Position, random: Random) -> str:
    """Attacks whenever it is more likely to win than to lose, by counting; otherwise goes forward if it can."""
    view = state.view(state.side)
    legal = list(view.legal_moves())
    random.shuffle(legal)
    attacks = [(hope(view, move.piece.rank, move.target.cell), move) for move in legal if move.attacks]
    best, move = max(attacks, key=lambda found: found[0], default=(0.0, legal[0]))
    if best > 0:
        return str(move)
    quiet = [move for move in legal if not move.attacks] or legal
    forward = -1 if state.side == "red" else 1
    advances = [move for move in quiet if (move.target.row - move.origin.row) * forward > 0]
    return str(random.choice(advances or quiet))


def hope(view: View, rank: Rank, cell: int) -> float:
    """How much more likely an attack is to win than to lose."""
    standing = view.cells[cell]
    if isinstance(standing, Piece):
        return float(fight_result(rank, standing.rank))
    return sum(chance * fight_result(rank, other) for other, chance in counting_belief(view).at(cell).items())


def looking(player: Player) -> Chooser:
    return lambda state, random: player(state.view(state.side), random)


def level_player(level: int, limits: Limits) -> Chooser:
    def choose(state: Position, random: Random) -> str:
        player = engine(state.rules.id, level)
        return player.choose(state.view(state.side), replace(limits, seed=random.getrandbits(30))).move

    return choose


def knowing_player(level: int, limits: Limits) -> Chooser:
    """The same engine with the truth as its belief."""

    def choose(state: Position, random: Random) -> str:
        view = state.view(state.side)
        judgement, cells = judge(view), counting_belief(view).cells
        pieces = [state.board.cells[cell] for cell in cells]
        probabilities = tuple(tuple(float(piece.rank is rank) for rank in Rank) for piece in pieces if piece)
        knowing = replace(judgement, belief=replace(judgement.belief, cells=cells, probabilities=probabilities))
        return think(view, view.legal_moves(), knowing, limited(STRENGTHS[level], limits), random).move

    return choose


def play(rules: StrategoGame, armies: Mapping[str, str], players: Mapping[str, Chooser], random: Random) -> Position:
    state = rules.place(armies)
    while state.outcome is None:
        state = state.play(players[state.side](state, random))
    return state


def match(rules: StrategoGame, first: Chooser, second: Chooser, games: int, seed: int, *, own_armies: bool) -> None:
    """Pairs of games; the first player's army is the engine's, the second's is too, or is shuffled."""
    random, points, plies = Random(seed), [], 0
    for _ in range(games // 2):
        armies = [army(rules, "red", random), army(rules, "blue", random)]
        if not own_armies:
            armies[1] = shuffled(armies[1], lambda items: random.sample(items, len(items)))
        for seats in (rules.info.seats, rules.info.seats[::-1]):
            end = play(
                rules, dict(zip(seats, armies, strict=True)), dict(zip(seats, (first, second), strict=True)), random
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
    parser.add_argument("--knowing", action="store_true", help="the first player knows all ranks")
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
