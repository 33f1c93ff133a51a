"""The part of `damero verify` that checks PDN files: game by game, so that a file can be of any size."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from damero.cli.console import print_error, print_success, print_unchecked, progress_bar
from damero.cli.game_files import GameFile
from damero.domain.draughts import Rules, pdn
from damero.domain.record import Failure, Report
from damero.texts import Text, sentence

UNSIGNED = Text("cli.pdn_unsigned")
NO_GAME = Failure("NO_GAME", Text("cli.no_game"))


def verify_and_print(file: GameFile, default: Rules | None) -> bool:
    """Prints each game's report as soon as it is known. True if all games agree with the rules."""
    games = faulty = 0
    for report in _reports(file, default):
        games += 1
        if report.problem is None:
            print_success(_fact(report))
        else:
            faulty += 1
            sys.stdout.flush()
            _print_failure(_failure(report))
    if not games:
        _print_failure(NO_GAME)
        return False
    print_unchecked(sentence(UNSIGNED))
    sys.stdout.flush()
    if games > 1 and faulty:
        print_error(sentence(Text("cli.games_failed", {"faulty": faulty, "games": games})))
    return not faulty


def verify_for_json(file: GameFile, default: Rules | None) -> Report:
    facts, failures = [], []
    for report in _reports(file, default):
        if report.problem is None:
            facts.append(_fact(report))
        else:
            failures.append(_failure(report))
    if not facts and not failures:
        return Report((), (NO_GAME,))
    return Report(tuple(facts), tuple(failures), (sentence(UNSIGNED),))


def _reports(file: GameFile, default: Rules | None) -> Iterator[pdn.GameReport]:
    with progress_bar("Verifying") as show:
        for game in pdn.games_in(file.lines(), default):
            show(file.done, file.size, f"bytes, game {game.number}")
            yield pdn.verify_game(game)


def _print_failure(failure: Failure) -> None:
    print_error(f"{failure.code} {failure.sentence}")


def _fact(report: pdn.GameReport) -> str:
    moves = f"{len(report.game.moves)} legal moves of {report.game.start.info.title}"
    notes = "".join(f" {sentence(note)}" for note in report.game.notes)
    if report.outcome is None:
        return f"{_named(report)}: {moves}; the rules do not decide the result {report.game.result}.{notes}"
    return f"{_named(report)}: {moves}; the result {report.game.result} follows from the rules.{notes}"


def _failure(report: pdn.GameReport) -> Failure:
    assert report.problem is not None
    return Failure(report.problem.code, Text("cli.game_failed", {"game": _named(report), "fault": report.problem.text}))


def _named(report: pdn.GameReport) -> str:
    tags = dict(report.game.tags)
    players = f" ({tags['White']} – {tags['Black']})" if tags.get("White") and tags.get("Black") else ""
    return f"game {report.number}{players}"
