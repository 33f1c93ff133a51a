"""What a match does when time runs out, and how its moves are credited for lag."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.domain.test_match import MINUTE, refused
from tests.matches import ANA, BEN, begun, creation, played

from damero.domain import judge, reasons
from damero.domain.clock import ENGINE_PAUSE, UNTIMED, Lag, TimeControl, fischer
from damero.domain.events import MatchFinished, MovePlayed, Player, SeatTaken
from damero.domain.game import Outcome
from damero.domain.match import Match, Status, evolve


def test_a_move_after_the_flag_is_too_late() -> None:
    match = begun(control=MINUTE)
    assert judge.play(match, "white", "21-17", 59_999).after.clock.remaining("white", 59_999) == 1
    with refused("TIME_IS_UP"):
        judge.play(match, "white", "21-17", 60_000)


def test_time_runs_out_for_whoever_is_to_move() -> None:
    match = played(begun(control=MINUTE), "21-17", "9-13")
    assert match.deadline == match.last_at + 59_000
    with refused("TIME_LEFT"):
        judge.flag(match, match.deadline - 1)
    assert judge.flag(match, match.deadline).after.outcome == Outcome("black", reasons.TIMEOUT)


def test_time_that_runs_out_loses_from_the_first_move_but_until_both_moved_either_side_may_abort() -> None:
    begin = begun(control=MINUTE)
    assert judge.flag(begin, 60_000).after.outcome == Outcome("black", reasons.TIMEOUT)
    match = played(begin, "21-17")
    assert judge.flag(match, 10**6).events == (MatchFinished(10**6, "white", reasons.TIMEOUT),)
    assert judge.abort(begin, "ben", 59_999).after.status is Status.ABORTED
    assert judge.abort(match, "ana", 50_000).after.status is Status.ABORTED


FEDERATION_DRAWS_ON_TIME = [
    ("W:WK3,K4:BK5", "white", None),
    ("W:WK3,30:BK5", "white", None),
    ("W:W21,30:BK5", "white", None),
    ("B:WK3,K6:BK4", "black", None),
    ("B:WK3,K6:BK5", "black", "white"),
    ("B:W21,30:BK4", "black", "white"),
    ("W:WK3,K6,K7:BK4", "white", "black"),
    ("W:WK3,30:BK5,K12", "white", "black"),
]


@pytest.mark.parametrize(("start", "loser", "winner"), FEDERATION_DRAWS_ON_TIME)
def test_the_drafti_federation_names_endings_in_which_time_draws(start: str, loser: str, winner: str | None) -> None:
    match = begun("drafti-federation", MINUTE, start)
    assert match.to_move == loser
    assert judge.flag(match, 60_000).after.outcome == Outcome(winner, reasons.TIMEOUT)
    if winner is None:
        assert judge.flag(begun("drafti", MINUTE, start), 60_000).after.outcome != Outcome(None, reasons.TIMEOUT)


def test_the_lag_credit_of_a_move_is_stored_and_replayed() -> None:
    match = begun(control=MINUTE)
    progress = judge.play(match, "white", "21-17", 1_000, lag=Lag(120, confirmed=True))
    assert progress.events[0].lag_credit == 120  # type: ignore[union-attr]
    again = evolve(match, progress.events[0])
    assert again.clock == progress.after.clock
    assert again.clock.remaining("white", 1_000) == 59_120


def test_a_move_of_the_first_edition_keeps_the_credit_that_it_was_given_then() -> None:
    match = begun(control=fischer(10_000))
    old = MovePlayed(1_000, "white", "21-17", "21-17", lag=400)
    assert evolve(match, old).clock.remaining("white", 1_000) == 9_300


def test_the_first_version_of_the_federations_rules_knows_no_draw_on_time() -> None:
    start = "W:WK31,K32:BK1"
    for version, winner in ((1, "black"), (2, None)):
        event = replace(creation("drafti-federation", MINUTE, start), ruleset=version)
        seated = tuple(SeatTaken(0, seat, player, "") for seat, player in (("white", ANA), ("black", BEN)))
        match = judge.create(event, seated).after
        assert judge.flag(match, 60_000).after.outcome == Outcome(winner, reasons.TIMEOUT)


ENGINE = Player("engine", "Computer", level=3)


def between(white: Player, black: Player, control: TimeControl = MINUTE) -> Match:
    seated = (SeatTaken(0, "white", white, ""), SeatTaken(0, "black", black, ""))
    return judge.create(creation("drafti", control), seated).after


def test_a_persons_time_stands_still_while_an_engines_move_is_shown() -> None:
    progress = judge.play(between(ENGINE, ANA), "white", "21-17", 1_000)
    match = progress.after
    assert match.clock.remaining("black", 1_000 + ENGINE_PAUSE) == 60_000
    assert match.clock.remaining("black", 1_000 + ENGINE_PAUSE + 1) == 59_999
    assert match.deadline == 1_000 + ENGINE_PAUSE + 60_000
    assert evolve(between(ENGINE, ANA), progress.events[0]) == match
    answered = judge.play(match, "black", "9-13", 1_000 + ENGINE_PAUSE // 2, lag=Lag(300, confirmed=True)).after
    assert answered.clock.shown(2_000) == {"white": 59_000 - (2_000 - 1_000 - ENGINE_PAUSE // 2), "black": 60_000}


@pytest.mark.parametrize(
    ("white", "black", "control"),
    [(ANA, BEN, MINUTE), (ENGINE, ENGINE, MINUTE), (ANA, ENGINE, MINUTE), (ENGINE, ANA, UNTIMED)],
)
def test_no_other_move_stops_the_time(white: Player, black: Player, control: TimeControl) -> None:
    progress = judge.play(between(white, black, control), "white", "21-17", 1_000)
    assert progress.events[0].pause == 0  # type: ignore[union-attr]
    assert progress.after.clock.since == 1_000
