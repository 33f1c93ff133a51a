"""`damero bestmove`: what the engine would play, how it judges the position, and what it expects."""

from __future__ import annotations

import argparse

from damero.cli.answers import Answer, respond
from damero.cli.arguments import Subparsers, add_command, add_game, add_json, add_position
from damero.domain.catalogue import game
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine

EXAMPLES = """\
  damero bestmove russian
  damero bestmove drafti --position W:W22,25:B11,18 --level 6
  damero bestmove spanish --nodes 100000 --seed 1 --json
  damero bestmove banqi --time 0.5 --position "????????/???R????/????????/???????? r -"
  damero bestmove russian --nodes 5000 --position - < positions.txt      one line for each position

The score is in hundredths of a man (or the like) for the side to move.
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "bestmove", run, summary="ask the engine for its move", examples=EXAMPLES)
    add_game(command)
    add_position(command)
    command.add_argument("--level", type=int, default=LEVELS[-1], metavar="N", help="1 to 8 (default: 8)")
    command.add_argument("--time", type=_positive, metavar="S", help="think for at most so many seconds")
    command.add_argument(
        "--nodes", type=_count, metavar="N", help="look at so many positions, instead of the level's own limit"
    )
    command.add_argument(
        "--depth", type=_count, metavar="N", help="look so many plies ahead, instead of the level's own limit"
    )
    command.add_argument("--seed", type=int, metavar="N", help="with --nodes or --depth: the same choice every time")
    add_json(command)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 62):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    asked = game(arguments.game)
    player = engine(asked.info.id, arguments.level)
    limits = Limits(arguments.depth, arguments.nodes, arguments.time, seed=arguments.seed)

    def answer(text: str | None) -> Answer:
        start = asked.initial()
        choice = player.choose(start.view(start.to_move) if text is None else asked.read_view(text), limits)
        told = f"{choice.move} score {choice.score:+d} depth {choice.depth} nodes {choice.nodes}"
        facts = {"move": choice.move, "score": choice.score, "depth": choice.depth, "nodes": choice.nodes}
        line = f"{told} line {' '.join(choice.line)}"
        return Answer((line,), line, {**facts, "line": list(choice.line)})

    return respond(arguments, answer)
