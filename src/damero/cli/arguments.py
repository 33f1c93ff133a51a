"""Arguments and argument types that several commands share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

from damero.cli.speech import say
from damero.places import LOCAL, is_place

if TYPE_CHECKING:
    from damero.bootstrap import Settings

LARGEST = (1 << 62) - 1


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=say("cli.option.game"))


def add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", metavar="TEXT", help=say("cli.option.position"))


def add_game_file(parser: argparse.ArgumentParser, *, is_optional: bool = False) -> None:
    count = "?" if is_optional else None
    parser.add_argument("file", metavar="FILE", nargs=count, help=say("cli.option.file"))
    parser.add_argument("--game", metavar="GAME", help=say("cli.option.pdn_game"))
    parser.add_argument("--encoding", metavar="NAME", help=say("cli.option.encoding"))


def add_json(parser: argparse.ArgumentParser, *, default: bool | str = False) -> None:
    parser.add_argument("--json", action="store_true", default=default, help=say("cli.option.json"))


def add_on(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on",
        type=_place,
        default=LOCAL,
        metavar="WHERE",
        help="where to compute: `local`; `ray` for the Ray cluster of this machine or of RAY_ADDRESS, or else one that "
        "is started for this; or ray://HOST:PORT (default: local). The result is the same. Ray needs damero[ray]",
    )


def _place(text: str) -> str:
    if not is_place(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not local, ray or ray://HOST:PORT")
    return text


def environment(option: str) -> str | None:
    """The default of an option, from its environment variable."""
    return os.environ.get(f"DAMERO_{option.upper()}") or None


def add_store(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """A data folder or a database; `store_of` tells which."""
    parser.add_argument("--data", type=Path, default=default, metavar="DIR", help=say("cli.option.data"))
    parser.add_argument("--database", metavar="URL", default=default, help=say("cli.option.database"))


def store_of(arguments: argparse.Namespace) -> Settings:
    """A folder that is named on the command line counts more than a database that is not."""
    from damero.bootstrap import Settings  # slow to import: the whole server

    database = arguments.database or (None if arguments.data else environment("database"))
    folder = arguments.data or environment("data")
    return Settings(data_dir=Path(folder), database=database) if folder else Settings(database=database)


def add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        default=environment("database"),
        help=say("cli.option.database"),
    )


def add_bus(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bus", metavar="URL", default=environment("bus"), help=say("cli.option.bus"))


def add_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        default=environment("log") or "text",
        help=say("cli.option.log"),
    )


def whole_number(least: int, most: int = LARGEST) -> Callable[[str], int]:
    """An argument type: a whole number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(_not_whole(text, least, most))
        return int(text)

    return read


def _not_whole(text: str, least: int, most: int) -> str:
    if most == LARGEST:
        return say("cli.usage.whole_at_least", value=text, least=least)
    return say("cli.usage.whole_between", value=text, least=least, most=most)


def positive_seconds(text: str) -> float:
    """An argument type: a number of seconds."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(say("cli.usage.seconds", value=text))
    return number


def ip_network_text(text: str) -> str:
    """An argument type: an IP address, or a network such as 192.0.2.0/24."""
    try:
        return str(ip_network(text))
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{text!r} is not an IP address or network") from fault
