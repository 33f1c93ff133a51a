"""Parsers of command lines whose help is in the language of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from damero.cli.speech import said, say
from damero.texts import Text


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


def with_examples(examples: str | Text) -> str:
    """The examples below their heading."""
    return f"{say('cli.help.examples')}:\n{said(examples) if isinstance(examples, Text) else examples}"
