"""`damero play`: a game in the terminal, against an engine or between two people."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from random import Random

from damero.cli.arguments import Subparsers, add_command, add_game
from damero.cli.first_position import Beginning
from damero.cli.screen import Screen
from damero.cli.table import Table
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, GameInfo, Seat
from damero.engines.engine import Engine
from damero.engines.levels import LEVELS, engine

EXAMPLES = """\
  damero play spanish                 you have the first move
  damero play english --seat white    the engine begins
  damero play drafti --level 4        a better engine
  damero play stratego --two          two people at one screen, with a hand-over between the turns
"""
ADVISER_LEVEL = 5


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "play", run, summary="play in the terminal", examples=EXAMPLES)
    add_game(command)
    levels = f"the engine's level, {LEVELS[0]} to {LEVELS[-1]} (default: {LEVELS[0]})"
    command.add_argument("--level", type=int, default=LEVELS[0], choices=LEVELS, metavar="N", help=levels)
    command.add_argument("--seat", help="where you sit (default: the seat that moves first)")
    command.add_argument("--two", action="store_true", help="two people instead of an engine")
    command.add_argument("--seed", type=int, help="deal, and let the engine play, the same way again")


def run(arguments: argparse.Namespace) -> int:
    played = game(arguments.game)
    seat = _seat(played.info, arguments.seat)
    engines = {} if arguments.two else {played.info.opponent(seat): engine(played.info.id, arguments.level)}
    try:
        _play(played, Screen.of_this_process(), engines, Random(arguments.seed))
    except EOFError:
        print()
    return 0


def _seat(info: GameInfo, wanted: str | None) -> Seat:
    seat = wanted or info.seats[0]
    if seat not in info.seats:
        raise DameroError(f"{info.title} has no seat {seat!r}: sit at {' or '.join(info.seats)}.", code="NO_SUCH_SEAT")
    return seat


def _play(played: Game, screen: Screen, engines: Mapping[Seat, Engine], random: Random) -> None:
    screen.show(f"{played.info.title}. {played.info.summary} Type help to see what can be typed.")
    start = Beginning(screen, random, engines.keys()).position(played)
    Table(screen, [start], engines, engine(played.info.id, ADVISER_LEVEL), random).play()
