"""`damero verify`: whether a recorded game was played by the rules, and whether every promise in it was kept."""

from __future__ import annotations

import argparse
import sys

from damero.cli.answers import to_json
from damero.cli.arguments import Subparsers, add_command, add_json
from damero.cli.files import content_of, decoded, is_record, pdn_rules
from damero.domain.draughts import Rules, pdn
from damero.domain.errors import BadText
from damero.domain.record import Failure, Report, verify_text

EXAMPLES = """\
  damero verify game.json             a record of Damero: rules, result, hash chain, commitments
  damero verify tournament.pdn        every game of a PDN file: moves and result
  damero verify old.pdn --game english
"""


def register(subparsers: Subparsers) -> None:
    command = add_command(subparsers, "verify", run, summary="check a recorded game", examples=EXAMPLES)
    command.add_argument("file", metavar="FILE", help="a record of Damero or a PDN file; - reads standard input")
    command.add_argument("--game", metavar="GAME", help="the rules of PDN games that do not name theirs")
    add_json(command)


def run(arguments: argparse.Namespace) -> int:
    content = content_of(arguments.file)
    report = verify_text(content) if is_record(content) else _verify_pdn(content, pdn_rules(arguments.game))
    if arguments.json:
        failures = [{"code": failure.code, "sentence": failure.sentence} for failure in report.failures]
        print(to_json({"holds": report.holds, "facts": report.facts, "failures": failures}))
    else:
        _print(report)
    return 0 if report.holds else 1


def _print(report: Report) -> None:
    for fact in report.facts:
        print(f"ok: {fact}")
    sys.stdout.flush()
    for failure in report.failures:
        print(f"error: {failure.code} {failure.sentence}", file=sys.stderr)


def _verify_pdn(content: bytes, default: Rules | None) -> Report:
    try:
        reports = pdn.verify_text(decoded(content), default)
    except BadText as problem:
        return Report((), (Failure(problem.code, problem.sentence),))
    if not reports:
        return Report((), (Failure("NO_GAME", "There is no game in this file."),))
    facts = tuple(_fact(report) for report in reports if report.problem is None)
    return Report(facts, tuple(_failure(report) for report in reports if report.problem is not None))


def _fact(report: pdn.GameReport) -> str:
    moves = f"{len(report.game.moves)} legal moves of {report.game.start.info.title}"
    if report.outcome is None:
        return f"{_named(report)}: {moves}; the rules leave the result {report.game.result} open."
    return f"{_named(report)}: {moves}; the result {report.game.result} is what the rules say."


def _failure(report: pdn.GameReport) -> Failure:
    assert report.problem is not None
    return Failure(report.problem.code, f"{_named(report)}: {report.problem.sentence}")


def _named(report: pdn.GameReport) -> str:
    tags = dict(report.game.tags)
    players = f" ({tags['White']} – {tags['Black']})" if {"White", "Black"} <= tags.keys() else ""
    return f"game {report.number}{players}"
