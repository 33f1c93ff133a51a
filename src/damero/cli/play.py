"""`damero play`: a game in the terminal, against an engine or between two people."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from random import Random

from damero.cli.arguments import add_game
from damero.cli.speech import say
from damero.cli.square_names import SquareNames, add_notation
from damero.cli.start_position import StartPosition
from damero.cli.terminal import Terminal
from damero.cli.terminal_game import TerminalGame
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Game, GameInfo, Seat
from damero.engines.engine import Engine
from damero.engines.levels import LEVELS, engine
from damero.texts import Text

EXAMPLES = Text("cli.example.play")
HINT_LEVEL = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    levels = say("cli.option.level", least=LEVELS[0], most=LEVELS[-1], default=LEVELS[0])
    parser.add_argument("--level", type=int, default=LEVELS[0], choices=LEVELS, metavar="N", help=levels)
    parser.add_argument("--seat", help=say("cli.option.seat"))
    parser.add_argument("--two", action="store_true", help=say("cli.option.two"))
    add_notation(parser, say("cli.option.notation"))
    parser.add_argument("--seed", type=int, help=say("cli.option.seed"))


def run(arguments: argparse.Namespace) -> int:
    chosen = game(arguments.game)
    seat = _seat(chosen.info, arguments.seat)
    engines = {} if arguments.two else {chosen.info.opponent(seat): engine(chosen.info.id, arguments.level)}
    try:
        names = SquareNames.chosen(chosen.info, arguments.notation)
        _play(chosen, Terminal.of_this_process(), engines, Random(arguments.seed), names)
    except EOFError:
        print()
    return 0


def _seat(info: GameInfo, wanted: str | None) -> Seat:
    seat = wanted or info.seats[0]
    if seat not in info.seats:
        raise DameroError("cli.no_such_seat", code="NO_SUCH_SEAT", game=info.id, seat=seat, seats=info.seats)
    return seat


def _play(chosen: Game, terminal: Terminal, engines: Mapping[Seat, Engine], random: Random, names: SquareNames) -> None:
    terminal.show(say("cli.play.intro", game=chosen.info.id))
    start = StartPosition(terminal, random, engines.keys()).choose(chosen)
    TerminalGame(terminal, [start], engines, engine(chosen.info.id, HINT_LEVEL), random, names).play()
