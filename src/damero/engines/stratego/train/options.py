"""What the training commands have in common: options, output files, and errors in one sentence."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.stratego import StrategoGame
from damero.engines.stratego.tables import Table, write_table


def parser_of(documentation: str | None) -> ArgumentParser:
    """A parser whose help is a module's documentation."""
    return ArgumentParser(description=documentation, formatter_class=RawDescriptionHelpFormatter)


def at_least(least: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
        return int(text)

    return number


def add_games(parser: ArgumentParser, games: int, least: int = 1) -> None:
    parser.add_argument("--game", default="stratego", help="the id of a Stratego game (default: %(default)s)")
    parser.add_argument("--games", type=at_least(least), default=games, help="default: %(default)s")
    add_seed(parser)


def add_seed(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")


def add_output(parser: ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument("--output", type=Path, required=required, metavar="PATH", help="the file to write")
    parser.add_argument("--overwrite", action="store_true", help="replace the output file if it exists")


def check_output(path: Path, *, overwrite: bool) -> None:
    """Refuse a file that exists, so that no table is replaced by mistake; asked before any work is done."""
    if path.exists() and not overwrite:
        raise ValueError(f"{path} exists already; use --overwrite to replace it.")
    if not path.parent.is_dir():
        raise ValueError(f"{path.parent} is not a folder.")


def save(path: Path, table: Table) -> None:
    write_table(path, table)
    print(f"{path} was written.")


def stratego_game(game_id: str) -> StrategoGame:
    found = game(game_id)
    if not isinstance(found, StrategoGame):
        raise TypeError(f"{game_id} is not a Stratego game.")
    return found


def lines_of(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not a text file.") from error


@contextmanager
def errors_in_a_sentence(parser: ArgumentParser) -> Iterator[None]:
    """End the command with one sentence if its input is bad."""
    try:
        yield
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}.")
    except (TypeError, ValueError, DameroError) as error:
        parser.error(str(error))
