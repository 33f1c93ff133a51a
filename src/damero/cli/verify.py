"""`damero verify`: checks the moves, the result, the hash chain, the commitments and the signature of a record."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING

from damero.cli.arguments import add_game_file, add_json
from damero.cli.console import print_error, print_success, print_unchecked, to_json
from damero.cli.speech import said, say
from damero.texts import Text

if TYPE_CHECKING:
    from damero.domain.record import Policy, Report

EXAMPLES = Text("cli.example.verify")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_file(parser)
    parser.add_argument("--rules-only", action="store_true", help=say("cli.option.rules_only"))
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument("--key", metavar="FILE", help=say("cli.option.key"))
    keys.add_argument("--server", metavar="URL", help=say("cli.option.server"))
    parser.add_argument("--head", metavar="HEX", help=say("cli.option.head"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    from damero.cli.game_files import open_file, pdn_rules  # slow to import: all games
    from damero.cli.verify_pdn import verify_and_print, verify_for_json
    from damero.domain.record import verify_text

    with open_file(arguments.file, arguments.encoding) as file:
        if file.is_record:
            return _tell(verify_text(file.content(), _policy(arguments)), in_json=arguments.json)
        rules = pdn_rules(arguments.game)
        if arguments.json:
            return _tell(verify_for_json(file, rules), in_json=True)
        return 0 if verify_and_print(file, rules) else 1


def _tell(report: Report, *, in_json: bool) -> int:
    if in_json:
        print(to_json(_document(report)))
    else:
        _print(report)
    return 0 if report.holds else 1


def _policy(arguments: argparse.Namespace) -> Policy:
    from damero.domain.record import Policy
    from damero.infrastructure.ed25519 import check_signature  # loads libsodium

    return Policy(check_signature, _known_keys(arguments), arguments.head, rules_only=arguments.rules_only)


def _known_keys(arguments: argparse.Namespace) -> Collection[bytes] | None:
    from damero.cli.game_files import read_content
    from damero.cli.public_keys import fetch_keys, read_keys

    if arguments.server is not None:
        return fetch_keys(arguments.server)
    return None if arguments.key is None else read_keys(read_content(arguments.key))


def _document(report: Report) -> dict[str, object]:
    failures = [{"code": failure.code, "sentence": failure.sentence} for failure in report.failures]
    return {"holds": report.holds, "facts": report.facts, "failures": failures, "unchecked": report.unchecked}


def _print(report: Report) -> None:
    for fact in report.fact_texts:
        print_success(said(fact))
    for gap in report.gap_texts:
        print_unchecked(said(gap))
    sys.stdout.flush()
    for failure in report.failures:
        print_error(f"{failure.code} {said(failure.text)}")
