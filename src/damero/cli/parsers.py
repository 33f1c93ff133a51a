"""Parsers of command lines whose help is in the language of the command line."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Any, NoReturn

from damero.cli.speech import said, say
from damero.texts import Text

WRONG_USAGE = 2
FAULTS = {
    key: re.compile(pattern, re.DOTALL)
    for key, pattern in {
        "cli.usage.required": r"the following arguments are required: (?P<names>.+)",
        "cli.usage.unrecognised": r"unrecognized arguments: (?P<names>.+)",
        "cli.usage.argument": r"argument (?P<name>\S+): (?P<fault>.+)",
        "cli.usage.one_value": r"expected one argument",
        "cli.usage.choice": r"invalid choice: (?P<value>.+?) \(choose from (?P<choices>.+)\)",
        "cli.usage.value": r"invalid \w+ value: (?P<value>.+)",
    }.items()
}
"""How argparse words wrong usage, by the keys of the texts that say the same."""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        super().add_usage(usage, actions, groups, f"{say('cli.help.usage')}: " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, formatter_class=HelpFormatter, **settings)
        self._positionals.title = say("cli.help.arguments")
        self._optionals.title = say("cli.help.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.help.help"))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(WRONG_USAGE, f"{self.prog}: {say('cli.label.error')}: {usage_fault(message)}\n")


def usage_fault(message: str) -> str:
    """What argparse says about wrong usage, in the language of the command line; in English if it is not known."""
    for key, pattern in FAULTS.items():
        if found := pattern.fullmatch(message):
            values = {name: usage_fault(text) if name == "fault" else text for name, text in found.groupdict().items()}
            return said(Text(key, values))
    return message


def with_examples(examples: str | Text) -> str:
    """The examples below their heading, and what else there is to say, in lines as wide as the terminal."""
    lines = (said(examples) if isinstance(examples, Text) else examples).splitlines()
    return "\n".join([f"{say('cli.help.examples')}:", *map(_folded, lines), ""])


def _folded(line: str) -> str:
    """An example stays on its line, and so does Chinese, which has no spaces."""
    width = shutil.get_terminal_size().columns - 2
    return line if line.startswith(" ") else textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
