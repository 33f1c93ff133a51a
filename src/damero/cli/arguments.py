"""The arguments that several commands share, each described once."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
Run: TypeAlias = Callable[[argparse.Namespace], int]


def add_command(subparsers: Subparsers, name: str, run: Run, *, summary: str, examples: str) -> argparse.ArgumentParser:
    """A subcommand whose help ends with examples."""
    command = subparsers.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    return command


def add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="the id of a game, as `damero games` lists them")


def add_position(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--position",
        metavar="TEXT",
        help="a position in the game's text (default: the start); - reads one a line and answers one line each",
    )


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="answer in JSON")
