"""`damero verify`: checks the moves, the result, the hash chain and the commitments of a recorded game."""

from __future__ import annotations

import argparse
import sys

from damero.cli.arguments import add_game_file, add_json
from damero.cli.console import print_error, print_success, to_json
from damero.cli.game_files import decode, is_record, pdn_rules, read_content
from damero.domain.draughts import Rules, pdn
from damero.domain.errors import BadText
from damero.domain.record import Failure, Report, verify_text

EXAMPLES = """\
  damero verify game.json             a Damero record: moves, result, hash chain, commitments
  damero verify tournament.pdn        all games of a PDN file: moves and results
  damero verify old.pdn --game english
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_file(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    content = read_content(arguments.file)
    report = verify_text(content) if is_record(content) else _verify_pdn(content, pdn_rules(arguments.game))
    if arguments.json:
        failures = [{"code": failure.code, "sentence": failure.sentence} for failure in report.failures]
        print(to_json({"holds": report.holds, "facts": report.facts, "failures": failures}))
    else:
        _print(report)
    return 0 if report.holds else 1


def _print(report: Report) -> None:
    for fact in report.facts:
        print_success(fact)
    sys.stdout.flush()
    for failure in report.failures:
        print_error(f"{failure.code} {failure.sentence}")


def _verify_pdn(content: bytes, default: Rules | None) -> Report:
    try:
        reports = pdn.verify_text(decode(content), default)
    except BadText as problem:
        return Report((), (Failure(problem.code, problem.sentence),))
    if not reports:
        return Report((), (Failure("NO_GAME", "There is no game in this file."),))
    facts = tuple(_fact(report) for report in reports if report.problem is None)
    return Report(facts, tuple(_failure(report) for report in reports if report.problem is not None))


def _fact(report: pdn.GameReport) -> str:
    moves = f"{len(report.game.moves)} legal moves of {report.game.start.info.title}"
    if report.outcome is None:
        return f"{_named(report)}: {moves}; the rules do not decide the result {report.game.result}."
    return f"{_named(report)}: {moves}; the result {report.game.result} follows from the rules."


def _failure(report: pdn.GameReport) -> Failure:
    assert report.problem is not None
    return Failure(report.problem.code, f"{_named(report)}: {report.problem.sentence}")


def _named(report: pdn.GameReport) -> str:
    tags = dict(report.game.tags)
    players = f" ({tags['White']} – {tags['Black']})" if {"White", "Black"} <= tags.keys() else ""
    return f"game {report.number}{players}"
