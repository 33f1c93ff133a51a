"""`damero verify`: checks the moves, the result, the hash chain, the commitments and the signature of a record."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection

from damero.cli.arguments import add_game_file, add_json
from damero.cli.console import print_error, print_success, print_unchecked, to_json
from damero.cli.game_files import decode, is_record, pdn_rules, read_content
from damero.domain.draughts import Rules, pdn
from damero.domain.errors import BadText
from damero.domain.record import Failure, Policy, Report, verify_text
from damero.texts import Text, sentence

EXAMPLES = """\
  damero verify game.json --server https://example.org    a Damero record, signed by that server
  damero verify game.json --key keys.json                 the same, with the server's keys from a file
  damero verify game.json --rules-only                    moves, result and what else the file proves by itself
  damero verify tournament.pdn                            all games of a PDN file: moves and results
  damero verify old.pdn --game english
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
    content = read_content(arguments.file)
    if is_record(content):
        report = verify_text(content, _policy(arguments))
    else:
        report = _verify_pdn(content, pdn_rules(arguments.game))
    if arguments.json:
        print(to_json(_document(report)))
    else:
        _print(report)
    return 0 if report.holds else 1


def _policy(arguments: argparse.Namespace) -> Policy:
    from damero.infrastructure.ed25519 import check_signature  # loads libsodium

    return Policy(check_signature, _known_keys(arguments), arguments.head, rules_only=arguments.rules_only)


def _known_keys(arguments: argparse.Namespace) -> Collection[bytes] | None:
    from damero.cli.public_keys import fetch_keys, read_keys

    if arguments.server is not None:
        return fetch_keys(arguments.server)
    return None if arguments.key is None else read_keys(read_content(arguments.key))


def _document(report: Report) -> dict[str, object]:
    failures = [{"code": failure.code, "sentence": failure.sentence} for failure in report.failures]
    return {"holds": report.holds, "facts": report.facts, "failures": failures, "unchecked": report.unchecked}


def _print(report: Report) -> None:
    for fact in report.facts:
        print_success(fact)
    for gap in report.unchecked:
        print_unchecked(gap)
    sys.stdout.flush()
    for failure in report.failures:
        print_error(f"{failure.code} {failure.sentence}")


def _verify_pdn(content: bytes, default: Rules | None) -> Report:
    try:
        reports = pdn.verify_text(decode(content), default)
    except BadText as problem:
        return Report((), (Failure(problem.code, problem.text),))
    if not reports:
        return Report((), (Failure("NO_GAME", Text("cli.no_game")),))
    facts = tuple(_fact(report) for report in reports if report.problem is None)
    failures = tuple(_failure(report) for report in reports if report.problem is not None)
    return Report(facts, failures, (sentence(Text("cli.pdn_unsigned")),))


def _fact(report: pdn.GameReport) -> str:
    moves = f"{len(report.game.moves)} legal moves of {report.game.start.info.title}"
    note = f" {sentence(report.game.note)}" if report.game.note else ""
    if report.outcome is None:
        return f"{_named(report)}: {moves}; the rules do not decide the result {report.game.result}.{note}"
    return f"{_named(report)}: {moves}; the result {report.game.result} follows from the rules.{note}"


def _failure(report: pdn.GameReport) -> Failure:
    assert report.problem is not None
    return Failure(report.problem.code, Text("cli.game_failed", {"game": _named(report), "fault": report.problem.text}))


def _named(report: pdn.GameReport) -> str:
    tags = dict(report.game.tags)
    players = f" ({tags['White']} – {tags['Black']})" if {"White", "Black"} <= tags.keys() else ""
    return f"game {report.number}{players}"
