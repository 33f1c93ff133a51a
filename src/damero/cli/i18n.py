"""`damero i18n`: checks the translations."""

from __future__ import annotations

import argparse

from damero.cli.console import print_error, print_note, print_success
from damero.cli.speech import said, say
from damero.language_check import faults, untranslated
from damero.texts import catalogue, languages

EXAMPLES = """\
  damero i18n check         all languages
  damero i18n check es sw   two of them

Exit code 1 if a key is missing or unknown, or a text has other placeholders or plural cases than its language needs.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", choices=("check",), help="compare the languages with English")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="the languages (default: all)")


def run(arguments: argparse.Namespace) -> int:
    for language in arguments.languages:
        if language not in languages():
            print_error(say("cli.language.none", language=language, languages=languages()))
            return 1
    return max([_checked(language) for language in arguments.languages or languages()])


def _checked(language: str) -> int:
    found = [said(fault) for fault in faults(language)]
    for fault in found:
        print_error(f"{language}: {fault}")
    if same := untranslated(language):
        print_note(f"{language}: {say('cli.language.same', count=len(same), keys=' '.join(same))}")
    if not found:
        print_success(f"{language}: {say('cli.language.complete', count=len(catalogue(language).texts))}")
    return 1 if found else 0
