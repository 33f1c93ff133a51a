"""`damero bench`: how fast the engines are on this machine."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from damero.cli.answers import to_json
from damero.cli.arguments import Subparsers, add_command, add_json
from damero.domain.catalogue import GAMES, game
from damero.engines.bench import Timing, time_engine

EXAMPLES = """\
  damero bench                          every game
  damero bench russian banqi            these two
  damero bench russian --nodes 1000000  look longer

The signature is the same on every machine: it changes only when an engine searches differently.
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "bench", run, summary="measure the engines on this machine", examples=EXAMPLES)
    command.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all)")
    command.add_argument("--nodes", type=int, default=200_000, metavar="N", help="nodes for each of six positions")
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    ids = [game(game_id).info.id for game_id in arguments.games] or [each.info.id for each in GAMES]
    timings = []
    for game_id in ids:
        timings.append(time_engine(game_id, max(1, arguments.nodes)))
        if not arguments.json:
            print(_told(timings[-1]), flush=True)
    if arguments.json:
        print(to_json([asdict(timing) for timing in timings]))
    return 0


def _told(timing: Timing) -> str:
    searched = f"{timing.game_id:<20} {timing.nodes:>9} nodes {timing.signature}"
    speed = f"{timing.nodes_per_second / 1e6:.2f} M nodes a CPU-second"
    return f"{searched}  {speed}  depth {timing.depth_in_a_second} in 1 s"
