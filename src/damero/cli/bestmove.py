"""`damero bestmove`: the engine's move, its score and the line it expects."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_game, add_json, add_position, positive_seconds, whole_number
from damero.cli.batch import Answer, answer_positions
from damero.domain.catalogue import game
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine

EXAMPLES = """\
  damero bestmove russian
  damero bestmove drafti --position W:W22,25:B11,18 --level 6
  damero bestmove spanish --nodes 100000 --seed 1 --json
  damero bestmove banqi --time 0.5 --position "????????/???R????/????????/???????? r -"
  damero bestmove russian --nodes 5000 --position - < positions.txt      one line per position

The score is in hundredths of a man (or of a comparable piece), for the side to move.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    parser.add_argument("--level", type=int, default=LEVELS[-1], metavar="N", help="level, 1 to 8 (default: 8)")
    parser.add_argument("--time", type=positive_seconds, metavar="S", help="think for at most S seconds")
    parser.add_argument(
        "--nodes", type=whole_number(1), metavar="N", help="search N nodes, instead of the level's own limit"
    )
    parser.add_argument(
        "--depth", type=whole_number(1), metavar="N", help="search N plies deep, instead of the level's own limit"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="random seed; with --nodes or --depth the choice is reproducible"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    chosen = game(arguments.game)
    player = engine(chosen.info.id, arguments.level)
    limits = Limits(arguments.depth, arguments.nodes, arguments.time, seed=arguments.seed)

    def answer(text: str | None) -> Answer:
        start = chosen.initial()
        choice = player.choose(start.view(start.to_move) if text is None else chosen.read_view(text), limits)
        search = {"move": choice.move, "score": choice.score, "depth": choice.depth, "nodes": choice.nodes}
        numbers = f"score {choice.score:+d} depth {choice.depth} nodes {choice.nodes}"
        line = f"{choice.move} {numbers} line {' '.join(choice.line)}"
        return Answer((line,), line, {**search, "line": list(choice.line)})

    return answer_positions(arguments, answer)
