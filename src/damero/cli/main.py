"""`damero …`. A subcommand is a module of its name with `register(subparsers)` and `run(arguments)`, listed here."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from damero.domain.errors import DameroError

COMMANDS = (
    "analyse",
    "backup",
    "bench",
    "bestmove",
    "games",
    "hub",
    "match",
    "moves",
    "perft",
    "play",
    "serve",
    "tablebase",
    "verify",
)

DONE, REFUSED, INTERRUPTED = 0, 1, 130

EPILOG = """\
examples:
  damero                             start the server and open the browser (--lan: for the whole house)
  damero games                       every game, with its id
  damero play drafti                 play in the terminal
  damero moves spanish --position W:W22:B18

Exit codes: 0 done, 1 refused or not true (a sentence on standard error says why), 2 wrong usage.
"""


class ShowVersion(argparse.Action):
    def __call__(self, command: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"damero {version('damero')}")
        command.exit()


def parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Reads the arguments of these commands: one alone is imported without the others, so that it starts at once."""
    whole = argparse.ArgumentParser(
        prog="damero",
        description="Draughts, Stratego and Banqi, judged by one readable set of rules.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and leave")
    subparsers = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in commands:
        import_module(f"damero.cli.{command}").register(subparsers)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; whatever the input, the answer is a sentence and an exit code."""
    _write_any_character()
    words = _with_command(sys.argv[1:] if arguments is None else arguments)
    try:
        parsed = parser([word for word in words[:1] if word in COMMANDS] or COMMANDS).parse_args(words)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except DameroError as refusal:
        print(f"error: {refusal}", file=sys.stderr)
        return REFUSED
    except BrokenPipeError:
        _discard_output()
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


def _with_command(words: Sequence[str]) -> Sequence[str]:
    """`damero` alone, or with the server's options, starts the server."""
    first = words[0] if words else "--"
    asks = first in ("-h", "--help", "--version")
    return words if asks or not first.startswith("-") else ["serve", *words]


def _write_any_character() -> None:
    """A terminal that lacks a character gets a question mark, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """The reader has seen enough: what is still buffered must not fail when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
