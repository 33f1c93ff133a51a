"""`damero moves`: the legal moves of a position."""

from __future__ import annotations

import argparse

from damero.cli.answers import Answer, respond
from damero.cli.arguments import Subparsers, add_command, add_game, add_json, add_position
from damero.domain.catalogue import game
from damero.domain.game import Game, View

EXAMPLES = """\
  damero moves spanish
  damero moves drafti --position W:W22,31:B18
  damero moves banqi --position '???????? / ???????? / ???????? / ???????? - -' --json
  damero moves english --position - < positions.txt      one line of moves for each position
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "moves", run, summary="list the legal moves, sorted", examples=EXAMPLES)
    add_game(command)
    add_position(command)
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    asked = game(arguments.game)
    return respond(arguments, lambda text: _answer(_view(asked, text)))


def _view(asked: Game, text: str | None) -> View:
    if text is not None:
        return asked.read_view(text)
    start = asked.initial()
    return start.view(start.to_move)


def _answer(view: View) -> Answer:
    moves = tuple(sorted(map(str, view.legal_moves())))
    facts = {"game": view.info.id, "position": view.text, "to_move": view.to_move, "moves": moves}
    return Answer(moves, " ".join(moves), facts)
