"""`damero games`: lists all games."""

from __future__ import annotations

import argparse

from damero.cli.arguments import add_json
from damero.cli.console import print_table, to_json
from damero.domain.catalogue import GAMES
from damero.domain.game import GameInfo

EXAMPLES = """\
  damero games
  damero games --json
"""
HEADER = ("id", "title", "family", "players", "hidden")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    infos = [game.info for game in GAMES]
    if arguments.json:
        print(to_json([_as_json(info) for info in infos]))
    else:
        print_table(HEADER, [_row(info) for info in infos])
    return 0


def _row(info: GameInfo) -> tuple[str, ...]:
    return (info.id, info.title, info.family, " and ".join(info.seats), "yes" if info.hidden else "no")


def _as_json(info: GameInfo) -> dict[str, object]:
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
    }
