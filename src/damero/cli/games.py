"""`damero games`: what can be played."""

from __future__ import annotations

import argparse

from damero.cli.answers import to_json
from damero.cli.arguments import Subparsers, add_command, add_json
from damero.domain.catalogue import GAMES
from damero.domain.game import GameInfo

EXAMPLES = """\
  damero games
  damero games --json
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "games", run, summary="list every game with its id", examples=EXAMPLES)
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    infos = [game.info for game in GAMES]
    if arguments.json:
        print(to_json([_facts(info) for info in infos]))
        return 0
    header = ("id", "title", "family", "players", "hidden")
    rows = [header, *(_row(info) for info in infos)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
    return 0


def _row(info: GameInfo) -> tuple[str, ...]:
    return (info.id, info.title, info.family, " and ".join(info.seats), "yes" if info.hidden else "no")


def _facts(info: GameInfo) -> dict[str, object]:
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
