from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain.clock import (
    DAY,
    LAG_IN_ALL,
    LAG_PER_MOVE,
    UNTIMED,
    Clock,
    Lag,
    TimeControl,
    capped,
    days_per_move,
    delayed,
    fischer,
)
from damero.domain.errors import MatchRefusal

SEATS = ("white", "black")

controls = st.builds(
    TimeControl,
    base=st.integers(1, 600_000),
    increment=st.integers(0, 10_000),
    delay=st.integers(0, 10_000),
    cap=st.none() | st.integers(1, 60_000),
    renewed=st.booleans(),
)
turns = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 2_000)), max_size=40)


def ready(control: TimeControl, now: int = 0) -> Clock:
    return Clock.ready(control, SEATS).run("white", now)


def other(seat: str | None) -> str:
    return "black" if seat == "white" else "white"


@given(control=controls, turns=turns, start=st.integers(0, 10**13))
def test_not_a_millisecond_is_lost(control: TimeControl, turns: list[tuple[int, int]], start: int) -> None:
    clock, now, thought = ready(control, start), start, {"white": 0, "black": 0}
    for elapsed, lag in turns:
        now += elapsed
        if clock.expired(now):
            break
        assert clock.running is not None
        thought[clock.running] += elapsed
        clock = clock.press(other(clock.running), now, credit=clock.lag_credit(Lag(lag, confirmed=True), now))
        for seat in SEATS:
            account = clock.account(seat)
            assert account is not None
            assert account.used == thought[seat]
            assert account.used + account.remaining - account.increments - account.credits == control.base
            assert account.remaining >= 0
            assert account.lag_credits <= min(LAG_IN_ALL, account.credits)


@given(control=controls, turns=turns)
def test_a_flag_falls_exactly_when_nothing_is_left(control: TimeControl, turns: list[tuple[int, int]]) -> None:
    clock, now = ready(control), 0
    for elapsed, lag in turns:
        deadline = clock.deadline
        assert deadline is not None
        assert not clock.expired(deadline - 1)
        assert clock.expired(deadline)
        now = min(now + elapsed, deadline - 1)
        clock = clock.press(other(clock.running), now, credit=clock.lag_credit(Lag(lag, confirmed=True), now))


@given(control=controls, elapsed=st.integers(0, 10**9))
def test_a_stopped_clock_has_charged_what_was_used_and_no_more(control: TimeControl, elapsed: int) -> None:
    stopped = ready(control).run(None, elapsed)
    account = stopped.account("white")
    assert account is not None
    assert account.used + account.remaining - account.credits == control.base
    assert account.used == min(elapsed, control.base + min(elapsed, control.delay))
    assert stopped.deadline is None


@given(lags=st.lists(st.integers(-1_000, 5_000), max_size=80))
def test_lag_is_given_back_within_bounds(lags: list[int]) -> None:
    clock, now = ready(fischer(10 * 60_000)), 0
    for lag in lags:
        before = clock.account(clock.running)
        mover = clock.running
        now += 400
        clock = clock.press(other(mover), now, credit=clock.lag_credit(Lag(lag, confirmed=True), now))
        after = clock.account(mover)
        assert before is not None
        assert after is not None
        granted = after.lag_credits - before.lag_credits
        assert granted == max(0, min(lag, LAG_PER_MOVE, LAG_IN_ALL - before.lag_credits))


def test_lag_never_gives_more_than_the_move_took() -> None:
    clock = ready(fischer(60_000))
    assert clock.lag_credit(Lag(300, confirmed=True), 20) == 20
    assert clock.press("black", 20, credit=20).remaining("white", 20) == 60_000


@pytest.mark.parametrize(
    ("control", "confirmed", "most"),
    [
        (fischer(60_000), True, 3_000),
        (fischer(60_000), False, 2_000),
        (fischer(60_000, 1_000), True, 5_000),
        (fischer(10_000), False, 500),
        (fischer(3_600_000), True, 10_000),
        (fischer(3_600_000), False, 2_000),
    ],
)
def test_lag_credit_in_a_game_depends_on_its_time_and_on_who_measured_it(
    control: TimeControl, confirmed: bool, most: int
) -> None:
    clock, now, lag = ready(control), 0, Lag(400, confirmed)
    for _ in range(200):
        now += 1 if clock.running == "black" else 400
        clock = clock.press(other(clock.running), now, credit=clock.lag_credit(lag, now))
        if clock.expired(now):
            break
    account = clock.account("white")
    assert account is not None
    assert account.lag_credits == most


def test_there_is_no_lag_credit_without_a_clock() -> None:
    assert ready(UNTIMED).lag_credit(Lag(300, confirmed=True), 1_000) == 0


def test_an_increment_is_added_after_the_move() -> None:
    clock = ready(fischer(60_000, 2_000)).press("black", 10_000)
    assert clock.remaining("white", 99_000) == 52_000
    assert clock.remaining("black", 11_000) == 59_000


def test_a_delay_costs_nothing_even_when_nothing_else_is_left() -> None:
    clock = ready(delayed(1_000, 5_000))
    assert clock.remaining("white", 4_000) == 1_000
    assert clock.deadline == 6_000
    assert clock.press("black", 5_999).remaining("white", 5_999) == 1
    clock = clock.press("black", 5_999).press("white", 6_000).press("black", 11_000)
    assert clock.remaining("white", 11_000) == 1


def test_a_cap_ends_a_long_thought_however_much_is_left() -> None:
    clock = ready(capped(600_000, 30_000))
    assert clock.deadline == 30_000
    assert clock.remaining("white", 30_000) == 570_000


def test_days_per_move_come_back_after_each_move() -> None:
    clock = ready(days_per_move(3)).press("black", 2 * DAY)
    assert clock.remaining("white", 2 * DAY) == 3 * DAY
    assert clock.press("white", 4 * DAY).deadline == 7 * DAY


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    clock = ready(UNTIMED).press("black", 10 * DAY)
    assert clock.deadline is None
    assert clock.remaining("white", 10 * DAY) is None
    assert not clock.expired(10**15)


def test_time_that_goes_back_takes_nothing() -> None:
    clock = ready(fischer(60_000), now=5_000).press("black", 4_000)
    assert clock.remaining("white", 4_000) == 60_000


@pytest.mark.parametrize(
    "fields",
    [
        {"base": 0},
        {"base": -5},
        {"base": 101 * DAY},
        {"base": 60_000, "increment": -1},
        {"base": 60_000, "cap": 0},
        {"increment": 1_000},
        {"renewed": True},
    ],
)
def test_impossible_controls_are_refused(fields: dict[str, int]) -> None:
    with pytest.raises(MatchRefusal) as refusal:
        TimeControl(**fields)  # type: ignore[arg-type]
    assert refusal.value.code == "BAD_TIME_CONTROL"
