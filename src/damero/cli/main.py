"""The `damero` program: runs one command and reports errors as one sentence and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from damero.cli.commands import COMMANDS
from damero.cli.console import print_error
from damero.cli.parsers import Parser, with_examples
from damero.cli.speech import add_language, choose_language, name_of, refusal, say
from damero.domain.errors import DameroError
from damero.texts import Text

DONE, REFUSED, INTERRUPTED = 0, 1, 130
DEFAULT_COMMAND = "serve"


class ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"damero {version('damero')}")
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code; errors in the input never end in a traceback."""
    _replace_unsupported_characters()
    try:
        words = _with_command(choose_language(sys.argv[1:] if arguments is None else arguments))
        parsed = parser_for(words[0]).parse_args(words)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except DameroError as error:
        print_error(refusal(error))
        return REFUSED
    except BrokenPipeError:
        _discard_output()
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return code


def _with_command(words: Sequence[str]) -> Sequence[str]:
    """Adds the default command if only its options are given."""
    first = words[0] if words else "--"
    is_general = first in ("-h", "--help", "--version")
    return words if is_general or not first.startswith("-") else [DEFAULT_COMMAND, *words]


def parser_for(chosen: str | None) -> argparse.ArgumentParser:
    """A parser that knows the names of all commands and the arguments of the chosen one; None for all of them."""
    parser = Parser(prog="damero", description=say("cli.help.about"), epilog=_epilog())
    parser.add_argument("--version", action=ShowVersion, nargs=0, help=say("cli.help.version"))
    add_language(parser)
    subparsers = parser.add_subparsers(title=say("cli.help.commands"), metavar="COMMAND", required=True)
    for command in COMMANDS:
        summary = name_of("cli.command", command.name)
        subparser = subparsers.add_parser(command.name, help=summary, description=f"{summary[0].upper()}{summary[1:]}")
        if chosen is None or command.name == chosen:
            module = command.load()
            subparser.epilog = with_examples(module.EXAMPLES)
            subparser.set_defaults(run=module.run)
            module.add_arguments(subparser)
    return parser


def _epilog() -> str:
    return "\n".join([with_examples(Text("cli.example.start")), say("cli.help.more"), "", say("cli.help.codes")])


def _replace_unsupported_characters() -> None:
    """A terminal that cannot show a character gets a question mark, not a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Keeps the buffered rest from failing at exit: the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
