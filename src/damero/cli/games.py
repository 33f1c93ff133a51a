"""`damero games`: lists all games."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_json
from damero.cli.console import print_table, to_json
from damero.cli.speech import name_of, said, say
from damero.domain.catalogue import GAMES
from damero.domain.game import Game
from damero.engines.registry import describe_weights, weights_of
from damero.texts import Text

COMMANDS = """\
  damero games
  damero games --json
"""
EXAMPLES = Text("cli.example.games", {"commands": COMMANDS})
COLUMNS = ("id", "title", "family", "players", "hidden", "weights")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(to_json([_as_json(game) for game in GAMES]))
    else:
        print_table([name_of("cli.games", name) for name in COLUMNS], [_row(game) for game in GAMES])
    return 0


def _row(game: Game) -> tuple[str, ...]:
    info, weights = game.info, weights_of(game)
    return (
        info.id,
        name_of("game_title", info.id),
        name_of("family", info.family),
        say("cli.games.seats", seats=[name_of("seat", seat) for seat in info.seats]),
        say("cli.games.yes" if info.hidden else "cli.games.no"),
        said(weights) if weights else "",
    )


def _as_json(game: Game) -> dict[str, object]:
    info = game.info
    return {
        "id": info.id,
        "version": info.version,
        "title": info.title,
        "family": info.family,
        "summary": info.summary,
        "seats": info.seats,
        "rows": info.board.rows,
        "columns": info.board.columns,
        "start": info.start,
        "hidden": info.hidden,
        "chance": info.chance,
        "weights": describe_weights(game),
    }
