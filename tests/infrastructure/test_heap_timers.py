from __future__ import annotations

import asyncio
from collections.abc import Set
from random import Random

import pytest

from damero.infrastructure.heap_timers import HeapTimers
from damero.infrastructure.system_clock import SystemClock

pytestmark = pytest.mark.asyncio


PATIENCE = 100_000
"""Milliseconds to wait for a busy machine."""


async def expiries(timers: HeapTimers, clock: SystemClock, until: int, awaited: Set[str]) -> dict[str, int]:
    """When each timer expired. Waits until the given time, and longer on a busy machine for the awaited ones."""
    expired: dict[str, int] = {}

    async def note(match_id: str) -> None:
        expired[match_id] = clock.now()

    task = asyncio.create_task(timers.run(note))
    await asyncio.sleep((until - clock.now()) / 1000)
    while not awaited <= expired.keys() and clock.now() < until + PATIENCE:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return expired


@pytest.mark.slow
async def test_a_thousand_timers_expire_and_none_too_early() -> None:
    clock, random = SystemClock(), Random(5)
    timers, start = HeapTimers(clock), clock.now()
    due = {f"m{number}": start + random.randrange(200, 2_000) for number in range(1_000)}
    for match_id, at in due.items():
        timers.set(match_id, at)
    expired = await expiries(timers, clock, start + 2_300, due.keys())
    assert all(expired[match_id] >= at for match_id, at in due.items())


async def test_a_timer_that_is_moved_or_cancelled_does_not_expire_as_before() -> None:
    clock = SystemClock()
    timers, start = HeapTimers(clock), clock.now()
    for _ in range(300):
        timers.set("moved", start + 20)
    timers.set("moved", start + 120)
    timers.set("gone", start + 20)
    timers.set("gone", None)
    timers.set("sooner", start + 10_000)
    timers.set("sooner", start + 50)
    expired = await expiries(timers, clock, start + 250, {"moved", "sooner"})
    assert expired.keys() == {"moved", "sooner"}
    assert expired["moved"] >= start + 120
    assert len(timers) == 0


async def test_a_timer_set_while_others_wait_expires_in_its_turn() -> None:
    clock = SystemClock()
    timers, start = HeapTimers(clock), clock.now()
    timers.set("late", start + 60_000)
    asyncio.get_running_loop().call_later(0.03, timers.set, "soon", start + 60)
    expired = await expiries(timers, clock, start + 250, {"soon"})
    assert expired.keys() == {"soon"}


async def test_a_timer_whose_call_fails_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    clock = SystemClock()
    timers, expired = HeapTimers(clock), asyncio.Queue[str]()

    async def fail(match_id: str) -> None:
        expired.put_nowait(match_id)
        raise RuntimeError(match_id)

    for match_id in ("one", "two"):
        timers.set(match_id, clock.now())
    task = asyncio.create_task(timers.run(fail))
    called = [await expired.get() for _ in range(2)]
    timers.set("three", clock.now())
    called.append(await expired.get())
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert sorted(called) == ["one", "three", "two"]
    assert len(caplog.records) == 3


@pytest.mark.parametrize("steps", range(6))
async def test_a_cancellation_works_even_at_the_moment_of_a_new_timer(steps: int) -> None:
    clock = SystemClock()
    timers = HeapTimers(clock)
    timers.set("later", clock.now() + 60_000)
    task = asyncio.create_task(timers.run(lambda _: asyncio.sleep(0)))
    await asyncio.sleep(0.01)
    timers.set("sooner", clock.now() + 50_000)
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    assert (await asyncio.wait([task], timeout=100))[0] == {task}
