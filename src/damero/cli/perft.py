"""`damero perft`: how many positions a number of plies leads to, a proof that the rules are read right."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from damero.cli.answers import Answer, respond
from damero.cli.arguments import Subparsers, add_command, add_game, add_json, add_position
from damero.domain.catalogue import game
from damero.domain.game import Game, Position
from damero.engines.perft import DEEPEST, ByRules, LeafCounter, kernel_counter

EXAMPLES = """\
  damero perft russian -d 8
  damero perft russian -d 6 --reference --divide
  damero perft spanish -d 5 --position W:W21,22,K30:B1,2,K5
  damero perft english -d 4 --position - < positions.txt      one number for each position

A side without moves contributes nothing, and the draughts family is counted without its draw rules.
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "perft", run, summary="count the leaves of the game tree", examples=EXAMPLES)
    add_game(command)
    command.add_argument("-d", "--depth", type=_depth, required=True, metavar="N", help="how many plies deep")
    add_position(command)
    command.add_argument("--divide", action="store_true", help="a count for each first move")
    command.add_argument("--reference", action="store_true", help="count by the readable rules, not by the kernel")
    add_json(command)


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= DEEPEST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of plies from 0 to {DEEPEST}")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    asked = game(arguments.game)
    counter = ByRules() if arguments.reference else _fastest_counter(asked)

    def answer(text: str | None) -> Answer:
        position = asked.initial() if text is None else asked.read_position(text)
        return (_divided if arguments.divide else _counted)(position, counter, arguments.depth)

    with _ended_by_interrupt():
        return respond(arguments, answer)


def _fastest_counter(asked: Game) -> LeafCounter:
    kernel = kernel_counter(asked.initial())
    if kernel is None:
        print(f"note: {asked.info.title} has no compiled kernel; its readable rules count.", file=sys.stderr)
    return kernel or ByRules()


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """Ctrl-C ends the process at once: compiled code would not hear of it until its count is done."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _counted(position: Position, counter: LeafCounter, depth: int) -> Answer:
    count = counter.count(position, depth)
    return Answer((str(count),), str(count), _facts(position, depth, count))


def _divided(position: Position, counter: LeafCounter, depth: int) -> Answer:
    if depth == 0:
        return _counted(position, counter, depth)
    counts = dict(sorted(counter.divide(position, depth).items()))
    total = sum(counts.values())
    lines = [f"{move}: {count}" for move, count in counts.items()]
    line = " ".join(f"{move}:{count}" for move, count in counts.items())
    return Answer((*lines, f"total: {total}"), line, {**_facts(position, depth, total), "divide": counts})


def _facts(position: Position, depth: int, count: int) -> dict[str, object]:
    return {"game": position.info.id, "position": position.text, "depth": depth, "count": count}
