from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest

from damero.infrastructure import system_clock
from damero.infrastructure.system_clock import HEARTBEAT, STANDSTILL, SystemClock

HEARTBEAT_MILLISECONDS = int(HEARTBEAT * 1_000)


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


@dataclass
class ManualMonotonic:
    """A monotonic clock that the test moves."""

    time: int = 10_000

    def __call__(self) -> int:
        return self.time


async def beating(clock: SystemClock, on_standstill: Callable[[], None] = lambda: None) -> asyncio.Task[None]:
    """The task of the heartbeats, after the first one."""
    task = asyncio.create_task(clock.beat(on_standstill))
    await asyncio.sleep(0)
    return task


@pytest.mark.asyncio
async def test_a_process_that_stands_still_costs_nobody_any_time() -> None:
    monotonic = ManualMonotonic()
    clock = SystemClock(last_stored=5_000, monotonic=monotonic)
    task = await beating(clock)
    monotonic.time += STANDSTILL
    assert clock.now() == 5_000 + STANDSTILL
    monotonic.time += 60 * 60 * 1_000
    assert [clock.now(), clock.now()] == [5_000 + STANDSTILL] * 2
    monotonic.time += 300
    assert clock.now() == 5_300 + STANDSTILL
    task.cancel()


@pytest.mark.asyncio
async def test_time_never_goes_back_whatever_the_standstills() -> None:
    monotonic, random = ManualMonotonic(), Random(3)
    clock = SystemClock(monotonic=monotonic)
    task, seen = await beating(clock), []
    for _ in range(1_000):
        monotonic.time += random.choice((0, 1, HEARTBEAT_MILLISECONDS, STANDSTILL, STANDSTILL + 1, 10**7))
        seen.append(clock.now())
    assert seen == sorted(seen)
    assert max(after - before for before, after in pairwise(seen)) == STANDSTILL
    task.cancel()


@pytest.mark.asyncio
async def test_a_standstill_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_clock, "HEARTBEAT", 0)
    monotonic, told = ManualMonotonic(), asyncio.Event()
    clock, calls = SystemClock(monotonic=monotonic), list[int]()

    def tell() -> None:
        calls.append(clock.now())
        told.set()

    task = await beating(clock, tell)
    before = clock.now()
    monotonic.time += 10**6
    await told.wait()
    for _ in range(5):
        await asyncio.sleep(0)
    assert calls == [before]
    task.cancel()
