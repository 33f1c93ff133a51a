"""`damero openings`: counts opening moves in games between engines, and shows what they led to."""

from __future__ import annotations

import argparse
from pathlib import Path

from damero.cli.arguments import add_json, add_on, whole_number
from damero.cli.console import progress_bar, to_json
from damero.domain.catalogue import game

EXAMPLES = """\
  damero openings make russian --games 3000 --seed 1 --out russian.json     count the openings of 3000 engine games
  damero openings make russian --games 20000 --on ray                       … played on a Ray cluster
  damero openings show russian                                             the first moves and their results
  damero openings show russian 22-18 11-16                                 … after some moves

The first plies of the games are partly random, the rest is chosen by the engine. The same seed makes the same table,
wherever the games are played.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", choices=tuple(TASKS), help="what to do; see the examples")
    parser.add_argument("game", metavar="GAME", help="game id, as listed by `damero games`")
    parser.add_argument("moves", metavar="MOVE", nargs="*", help="show: the moves that lead to the position")
    parser.add_argument("--games", type=whole_number(1), default=3000, metavar="N", help="make: number of games")
    parser.add_argument("--seed", type=whole_number(0), default=1, metavar="N", help="make: random seed (default: 1)")
    parser.add_argument("--nodes", type=whole_number(1), default=1000, metavar="N", help="make: search per move")
    parser.add_argument(
        "--processes", type=whole_number(1, 256), default=1, metavar="N", help="make: processes at work (default: 1)"
    )
    add_on(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="make: the file to write (default: GAME.json)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    return TASKS[arguments.task](arguments)


def make(arguments: argparse.Namespace) -> int:
    from damero.engines.bulk import open_bulk
    from damero.engines.data_file import write_data_file
    from damero.engines.openings.make import OpeningPlan
    from damero.engines.openings.make import make as count_openings

    plan = OpeningPlan(game(arguments.game).info.id, arguments.games, arguments.seed, arguments.nodes)
    path = arguments.out or Path(f"{plan.game_id}.json")
    with open_bulk(arguments.on, arguments.processes) as bulk, progress_bar("Games played") as show_progress:
        table = count_openings(plan, bulk, show_progress)
    write_data_file(path, table)
    print(f"{path}: {len(table.positions)} positions from {table.games} games")
    return 0


def show(arguments: argparse.Namespace) -> int:
    from damero.domain.position_key import position_key
    from damero.engines.openings.shipped import ShippedOpenings

    position = game(arguments.game).initial().after(*arguments.moves)
    counts = ShippedOpenings().moves(position.info.id, position_key(position))
    if arguments.json:
        fields = ("move", "first", "draws", "second")
        print(to_json([{field: getattr(one, field) for field in fields} for one in counts]))
        return 0
    for one in counts:
        print(f"{one.move:10} {one.first:6} {one.draws:6} {one.second:6}")
    return 0


TASKS = {"make": make, "show": show}
