"""The language in which a command speaks: by `--language`, or by the environment."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextvars import ContextVar

from damero.domain.errors import DameroError
from damero.languages import DEFAULT, from_environment, in_language, named_in
from damero.texts import Text, Value, catalogue, languages

_language = ContextVar("language", default=DEFAULT)


def choose_language(words: Sequence[str]) -> list[str]:
    """Takes `--language` out of the words of a command line, wherever it stands."""
    option = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    add_language(option)
    chosen, rest = option.parse_known_args(words)
    _language.set(chosen.language or from_environment(os.environ))
    return rest


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--language",
        choices=languages(),
        metavar="LANGUAGE",
        help=say("cli.help.language", languages=languages()),
    )


def say(key: str, **values: Value) -> str:
    return said(Text(key, values))


def said(text: Text) -> str:
    return in_language(text, _language.get())


def name_of(kind: str, identifier: str | int) -> str:
    return named_in(_language.get(), kind, identifier)


def piece_name(family: str, kind: str) -> Text:
    """Some families call a piece of the same id by another name: a king of draughts is a queen in many languages."""
    own = f"piece.{family}.{kind}"
    key = own if own in catalogue(DEFAULT).texts else f"piece.{kind}"
    return Text(key)


def refusal(error: DameroError) -> str:
    """The code, which is the same in every language, and the sentence."""
    return f"{error.code} {said(error.text)}"
