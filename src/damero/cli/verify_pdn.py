"""The part of `damero verify` that checks PDN files: game by game, so that a file can be of any size."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from damero.cli.console import print_error, print_success, print_unchecked, progress_bar
from damero.cli.game_files import GameFile
from damero.cli.speech import said, say
from damero.domain.draughts import Rules, pdn
from damero.domain.record import Failure, Report
from damero.texts import Text

UNSIGNED = Text("cli.pdn_unsigned")
NO_GAME = Failure("NO_GAME", Text("cli.no_game"))


def verify_and_print(file: GameFile, default: Rules | None) -> bool:
    """Prints each game's report as soon as it is known. True if all games agree with the rules."""
    games = faulty = 0
    for report in _reports(file, default):
        games += 1
        if report.problem is None:
            print_success(" ".join(map(said, _facts(report))))
        else:
            faulty += 1
            sys.stdout.flush()
            _print_failure(_failure(report), *report.game.notes)
    if not games:
        _print_failure(NO_GAME)
        return False
    print_unchecked(said(UNSIGNED))
    sys.stdout.flush()
    if games > 1 and faulty:
        print_error(say("cli.games_failed", faulty=faulty, games=games))
    return not faulty


def verify_for_json(file: GameFile, default: Rules | None) -> Report:
    facts: list[Text] = []
    failures: list[Failure] = []
    for report in _reports(file, default):
        if report.problem is None:
            facts += _facts(report)
        else:
            failures.append(_failure(report))
            facts += report.game.notes
    if not facts and not failures:
        return Report((), (NO_GAME,))
    return Report(tuple(facts), tuple(failures), (UNSIGNED,))


def _reports(file: GameFile, default: Rules | None) -> Iterator[pdn.GameReport]:
    with progress_bar(say("cli.progress.verifying")) as show:
        for game in pdn.games_in(file.lines(), default):
            show(file.done >> 10, file.size >> 10, say("cli.progress.read", games=game.number))
            yield pdn.verify_game(game)


def _print_failure(failure: Failure, *notes: Text) -> None:
    print_error(" ".join((failure.code, said(failure.text), *map(said, notes))))


def _facts(report: pdn.GameReport) -> tuple[Text, ...]:
    return (_fact(report), *report.game.notes)


def _fact(report: pdn.GameReport) -> Text:
    key = "cli.pdn_undecided" if report.outcome is None else "cli.pdn_proved"
    moves, rules = len(report.game.moves), report.game.start.info.id
    return Text(key, {"game": _named(report), "moves": moves, "rules": rules, "result": report.game.result})


def _failure(report: pdn.GameReport) -> Failure:
    assert report.problem is not None
    return Failure(report.problem.code, Text("cli.game_failed", {"game": _named(report), "fault": report.problem.text}))


def _named(report: pdn.GameReport) -> Text:
    tags = dict(report.game.tags)
    if tags.get("White") and tags.get("Black"):
        return Text("cli.pdn_game_of", {"number": report.number, "white": tags["White"], "black": tags["Black"]})
    return Text("cli.pdn_game", {"number": report.number})
