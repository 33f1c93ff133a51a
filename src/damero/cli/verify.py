"""`damero verify`: checks the moves, the result, the hash chain, the commitments and the signature of a record."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING

from damero.cli.arguments import add_game_file, add_json
from damero.cli.console import print_error, print_success, print_unchecked, to_json
from damero.cli.speech import said

if TYPE_CHECKING:
    from damero.domain.record import Policy, Report

EXAMPLES = """\
  damero verify game.json --server https://example.org    a Damero record, signed by that server
  damero verify game.json --key keys.json                 the same, with the server's keys from a file
  damero verify game.json --rules-only                    moves, result and what else the file proves by itself
  damero verify tournament.pdn                            all games of a PDN file: moves and results
  damero verify old.pdn --game english --encoding cp866

PDN files are read as people write them: without a GameType (the game is then guessed from the moves, and the report
says so), in letters or numbers, in other encodings. A faulty game is reported with its line and column, and the others
are checked all the same.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_file(parser)
    parser.add_argument("--rules-only", action="store_true", help="accept a record without signature or seals")
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument("--key", metavar="FILE", help="the signer's public keys: a copy of /api/keys, or one key in hex")
    keys.add_argument("--server", metavar="URL", help="ask this server for its public keys")
    parser.add_argument("--head", metavar="HEX", help="a head that a player kept; the record must lead to it")
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
