from __future__ import annotations

from itertools import count

import pytest

from damero.engines.stratego.deadline import NO_DEADLINE, Deadline, OutOfTime, deadline_in


def deadline_after_checks(number):
    """A deadline on a clock that goes on by one each time that it is read."""
    ticks = count()
    return Deadline(number, lambda: next(ticks))


def test_a_deadline_lets_work_go_on_until_its_time():
    deadline = deadline_after_checks(2)
    deadline.check()
    deadline.check()
    with pytest.raises(OutOfTime):
        deadline.check()


def test_the_time_that_remains_is_never_less_than_nothing():
    assert Deadline(5.0, lambda: 3.0).remaining == 2.0
    assert Deadline(5.0, lambda: 7.0).remaining == 0.0


def test_without_a_limit_there_is_no_deadline():
    assert deadline_in(None) is NO_DEADLINE
    assert NO_DEADLINE.is_never
    NO_DEADLINE.check()
    assert not deadline_in(3600.0).is_never
