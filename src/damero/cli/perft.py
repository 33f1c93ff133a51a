"""`damero perft`: counts the leaves of the game tree, which shows whether the moves are generated correctly."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from damero.cli.arguments import add_game, add_json, add_position, whole_number
from damero.cli.batch import Answer, answer_positions
from damero.cli.console import print_note
from damero.domain.catalogue import game
from damero.domain.game import Game, Position
from damero.engines.perft import DEEPEST, ByRules, LeafCounter, kernel_counter

EXAMPLES = """\
  damero perft russian -d 8
  damero perft russian -d 6 --reference --divide
  damero perft spanish -d 5 --position W:W21,22,K30:B1,2,K5
  damero perft english -d 4 --position - < positions.txt      one number per position

A side without moves has no leaves. Draughts games are counted without their draw rules.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "-d", "--depth", type=whole_number(0, DEEPEST), required=True, metavar="N", help="depth in plies"
    )
    add_position(parser)
    parser.add_argument("--divide", action="store_true", help="print a count for each first move")
    parser.add_argument(
        "--reference", action="store_true", help="count by the readable rules instead of the compiled kernel"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    chosen = game(arguments.game)
    counter = ByRules() if arguments.reference else _fastest_counter(chosen)

    def answer(text: str | None) -> Answer:
        position = chosen.initial() if text is None else chosen.read_position(text)
        return (_divide if arguments.divide else _count)(position, counter, arguments.depth)

    with _killed_by_interrupt():
        return answer_positions(arguments, answer)


def _fastest_counter(chosen: Game) -> LeafCounter:
    kernel = kernel_counter(chosen.initial())
    if kernel is None:
        print_note(f"{chosen.info.title} has no compiled kernel; counting by the readable rules.")
    return kernel or ByRules()


@contextmanager
def _killed_by_interrupt() -> Iterator[None]:
    """Ctrl-C kills the process at once: Python would not see it before the compiled count has finished."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _count(position: Position, counter: LeafCounter, depth: int) -> Answer:
    count = counter.count(position, depth)
    return Answer((str(count),), str(count), _as_json(position, depth, count))


def _divide(position: Position, counter: LeafCounter, depth: int) -> Answer:
    if depth == 0:
        return _count(position, counter, depth)
    counts = dict(sorted(counter.divide(position, depth).items()))
    total = sum(counts.values())
    lines = [f"{move}: {count}" for move, count in counts.items()]
    line = " ".join(f"{move}:{count}" for move, count in counts.items())
    return Answer((*lines, f"total: {total}"), line, {**_as_json(position, depth, total), "divide": counts})


def _as_json(position: Position, depth: int, count: int) -> dict[str, object]:
    return {"game": position.info.id, "position": position.text, "depth": depth, "count": count}
