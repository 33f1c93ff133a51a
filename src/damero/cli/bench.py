"""`damero bench`: measures the speed of the engines on this machine."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from damero.cli.arguments import add_json
from damero.cli.console import progress_bar, to_json
from damero.domain.catalogue import GAMES, game
from damero.engines.bench import Timing, time_engine

EXAMPLES = """\
  damero bench                          all games
  damero bench russian banqi            only these two
  damero bench russian --nodes 1000000  a longer search

The signature does not depend on the machine: it changes only if an engine searches differently.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="game ids (default: all games)")
    parser.add_argument(
        "--nodes",
        type=int,
        default=200_000,
        metavar="N",
        help="nodes to search in each of six positions (default: 200000)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    ids = [game(game_id).info.id for game_id in arguments.games] or [each.info.id for each in GAMES]
    timings = []
    with progress_bar("Measuring") as show:
        for done, game_id in enumerate(ids):
            show(done, len(ids), game_id)
            timings.append(time_engine(game_id, max(1, arguments.nodes)))
            if not arguments.json:
                print(_format(timings[-1]), flush=True)
        show(len(ids), len(ids))
    if arguments.json:
        print(to_json([asdict(timing) for timing in timings]))
    return 0


def _format(timing: Timing) -> str:
    searched = f"{timing.game_id:<20} {timing.nodes:>9} nodes {timing.signature}"
    speed = f"{timing.nodes_per_second / 1e6:.2f} M nodes per CPU second"
    return f"{searched}  {speed}  depth {timing.depth_in_a_second} in 1 s"
