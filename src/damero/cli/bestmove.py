"""`damero bestmove`: the engine's move, its score and the line it expects."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_game, add_json, add_position, positive_seconds, whole_number
from damero.cli.batch import Answer, answer_positions
from damero.cli.speech import say
from damero.domain.catalogue import game
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine
from damero.texts import Text

COMMANDS = """\
  damero bestmove russian
  damero bestmove drafti --position W:W22,25:B11,18 --level 6
  damero bestmove spanish --nodes 100000 --seed 1 --json
  damero bestmove banqi --time 0.5 --position "????????/???R????/????????/???????? r -"
  damero bestmove russian --nodes 5000 --position - < positions.txt
"""
EXAMPLES = Text("cli.example.bestmove", {"commands": COMMANDS})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    levels = say("cli.option.level", least=LEVELS[0], most=LEVELS[-1], default=LEVELS[-1])
    parser.add_argument("--level", type=int, default=LEVELS[-1], metavar="N", help=levels)
    parser.add_argument("--time", type=positive_seconds, metavar="S", help=say("cli.option.time"))
    parser.add_argument("--nodes", type=whole_number(1), metavar="N", help=say("cli.option.nodes"))
    parser.add_argument("--depth", type=whole_number(1), metavar="N", help=say("cli.option.depth"))
    parser.add_argument("--seed", type=int, metavar="N", help=say("cli.option.search_seed"))
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
