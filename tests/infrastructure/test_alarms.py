from __future__ import annotations

import asyncio
from collections.abc import Set
from random import Random

import pytest

from damero.infrastructure.alarms import HeapAlarms
from damero.infrastructure.system_clock import SystemClock

pytestmark = pytest.mark.asyncio


PATIENCE = 10_000
"""Milliseconds that a machine may be too busy for."""


async def rung(alarms: HeapAlarms, clock: SystemClock, until: int, awaited: Set[str]) -> dict[str, int]:
    """When each alarm rang, until that time, or as much later as a busy machine needs for those that are awaited."""
    heard: dict[str, int] = {}

    async def ring(match_id: str) -> None:
        heard[match_id] = clock.now()

    task = asyncio.create_task(alarms.run(ring))
    await asyncio.sleep((until - clock.now()) / 1000)
    while not awaited <= heard.keys() and clock.now() < until + PATIENCE:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return heard


@pytest.mark.slow
async def test_a_thousand_flags_fall_and_none_too_early() -> None:
    clock, random = SystemClock(), Random(5)
    alarms, start = HeapAlarms(clock), clock.now()
    due = {f"m{number}": start + random.randrange(200, 2_000) for number in range(1_000)}
    for match_id, at in due.items():
        alarms.set(match_id, at)
    heard = await rung(alarms, clock, start + 2_300, due.keys())
    assert all(heard[match_id] >= at for match_id, at in due.items())


async def test_an_alarm_that_is_moved_or_taken_away_does_not_ring_as_before() -> None:
    clock = SystemClock()
    alarms, start = HeapAlarms(clock), clock.now()
    for _ in range(300):
        alarms.set("moved", start + 20)
    alarms.set("moved", start + 120)
    alarms.set("gone", start + 20)
    alarms.set("gone", None)
    alarms.set("sooner", start + 10_000)
    alarms.set("sooner", start + 50)
    heard = await rung(alarms, clock, start + 250, {"moved", "sooner"})
    assert heard.keys() == {"moved", "sooner"}
    assert heard["moved"] >= start + 120
    assert len(alarms) == 0


async def test_an_alarm_that_comes_in_while_all_sleep_is_heard_in_time() -> None:
    clock = SystemClock()
    alarms, start = HeapAlarms(clock), clock.now()
    alarms.set("late", start + 60_000)
    asyncio.get_running_loop().call_later(0.03, alarms.set, "soon", start + 60)
    heard = await rung(alarms, clock, start + 250, {"soon"})
    assert heard.keys() == {"soon"}


async def test_an_alarm_that_fails_silences_no_other(caplog: pytest.LogCaptureFixture) -> None:
    clock = SystemClock()
    alarms, heard = HeapAlarms(clock), list[str]()

    async def ring(match_id: str) -> None:
        heard.append(match_id)
        raise RuntimeError(match_id)

    for match_id in ("one", "two"):
        alarms.set(match_id, clock.now())
    task = asyncio.create_task(alarms.run(ring))
    await asyncio.sleep(0.05)
    alarms.set("three", clock.now())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert sorted(heard) == ["one", "three", "two"]
    assert len(caplog.records) == 3


@pytest.mark.parametrize("steps", range(6))
async def test_the_end_comes_even_in_the_moment_of_a_new_alarm(steps: int) -> None:
    clock = SystemClock()
    alarms = HeapAlarms(clock)
    alarms.set("later", clock.now() + 60_000)
    task = asyncio.create_task(alarms.run(lambda _: asyncio.sleep(0)))
    await asyncio.sleep(0.01)
    alarms.set("sooner", clock.now() + 50_000)
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    assert (await asyncio.wait([task], timeout=100))[0] == {task}
