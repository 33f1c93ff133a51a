from __future__ import annotations

import time

import pytest

from damero.infrastructure.system_clock import SystemClock


def test_time_goes_on_from_where_it_stopped_and_ignores_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic_ns", lambda: 3_000_000_000)
    clock = SystemClock(last_stored=5_000)
    assert clock.now() == 5_000
    monkeypatch.setattr(time, "monotonic_ns", lambda: 3_700_000_000)
    for jump in (-(10**18), 10**18):
        monkeypatch.setattr(time, "time_ns", lambda jump=jump: 1_700_000_000_000_000_000 + jump)
        assert clock.now() == 5_700
        assert clock.wall() == (1_700_000_000_000_000_000 + jump) // 1_000_000


def test_a_new_servers_time_begins_at_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_000_000_000)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 3_000_000_000)
    assert SystemClock().now() == 1_700_000_000_000
