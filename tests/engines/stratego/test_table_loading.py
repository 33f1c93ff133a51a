from __future__ import annotations

from threading import Event

import pytest
from tests.engines.stratego.play import rules_of

from damero.engines.stratego.deadline import NO_DEADLINE, OutOfTime, deadline_in
from damero.engines.stratego.table_loading import TableLoader

RULES = rules_of("barrage").rules


def test_who_has_no_time_to_wait_is_told_and_loading_goes_on():
    may_load, loaded = Event(), Event()

    def load(_rules):
        may_load.wait()
        loaded.set()

    loader = TableLoader(load)
    for _ in range(2):
        with pytest.raises(OutOfTime):
            loader.load_by(RULES, deadline_in(0.0))
    may_load.set()
    loader.load_by(RULES, deadline_in(3600.0))
    assert loaded.is_set()


def test_tables_are_loaded_once():
    loads = []
    loader = TableLoader(loads.append)
    for deadline in (NO_DEADLINE, deadline_in(0.0), NO_DEADLINE):
        loader.load_by(RULES, deadline)
    assert loads == [RULES]


def test_an_error_in_a_table_is_not_hidden():
    def load(_rules):
        raise ValueError("a bad table")

    with pytest.raises(ValueError, match="a bad table"):
        TableLoader(load).load_by(RULES, NO_DEADLINE)
