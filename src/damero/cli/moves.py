"""`damero moves`: the legal moves of a position."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_game, add_json, add_position
from damero.cli.batch import Answer, answer_positions
from damero.cli.speech import say
from damero.cli.square_names import NUMBERS, SquareNames, add_notation
from damero.domain.catalogue import game
from damero.domain.game import Game, View
from damero.texts import Text

COMMANDS = """\
  damero moves spanish
  damero moves drafti --position W:W22,31:B18
  damero moves banqi --position '???????? / ???????? / ???????? / ???????? - -' --json
  damero moves english --position - < positions.txt
  damero moves russian --notation letters
"""
EXAMPLES = Text("cli.example.moves", {"commands": COMMANDS})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_position(parser)
    add_notation(parser, say("cli.option.notation_numbers"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    chosen = game(arguments.game)
    names = SquareNames.chosen(chosen.info, arguments.notation or NUMBERS)
    return answer_positions(arguments, lambda text: _answer(_view(chosen, text), names))


def _view(chosen: Game, text: str | None) -> View:
    if text is not None:
        return chosen.read_view(text)
    start = chosen.initial()
    return start.view(start.to_move)


def _answer(view: View, names: SquareNames) -> Answer:
    moves = tuple(sorted(map(names.move, view.legal_moves())))
    json = {"game": view.info.id, "position": view.text, "to_move": view.to_move, "moves": moves}
    return Answer(moves, " ".join(moves), json)
