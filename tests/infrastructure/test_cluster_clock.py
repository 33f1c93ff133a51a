"""The time of all servers together. No test looks at the time that passes: only at what is stored, and at the sums."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from tests.infrastructure.implementations import PATIENCE, database_for

from damero.infrastructure.postgres.cluster_clock import HOLD, ClusterClock
from damero.infrastructure.postgres.connections import Connections

pytestmark = pytest.mark.asyncio
MINUTE = 60_000
SAID = "SELECT alive_at, standstill FROM cluster_time"


@dataclass
class Machine:
    """A machine whose own clock the test moves."""

    time: int = 1_000

    def monotonic(self) -> int:
        return self.time


@pytest_asyncio.fixture
async def connections(tmp_path: Path) -> AsyncIterator[Connections]:
    opened = Connections(await database_for(tmp_path), longest_work=PATIENCE)
    yield opened
    await opened.close()


async def said(connections: Connections) -> int:
    """The cluster's time at the last beat."""
    ((alive_at, standstill),) = await connections.select(SAID)
    return int(alive_at - standstill)


async def standstill(connections: Connections) -> int:
    return int((await connections.select(SAID))[0][1])


async def test_a_time_without_any_server_costs_no_more_than_the_hold(connections: Connections) -> None:
    clock = ClusterClock(connections, "a")
    await clock.start()
    await connections.execute("UPDATE cluster_time SET alive_at = alive_at - %s", MINUTE)
    before = await said(connections)
    await clock.tick()
    assert await said(connections) == before + HOLD
    assert await standstill(connections) >= MINUTE - HOLD


async def test_another_server_keeps_the_time_running(connections: Connections) -> None:
    """A server that was cut off stands still alone, and finds that the time went on."""
    machine = Machine()
    cut_off, other = ClusterClock(connections, "a", machine.monotonic), ClusterClock(connections, "b")
    await cut_off.start()
    heard = cut_off.now()
    for _ in range(30):
        await connections.execute("UPDATE cluster_time SET alive_at = alive_at - 100, standstill = standstill - 100")
        await other.tick()
    machine.time += MINUTE
    assert cut_off.now() == heard + HOLD
    await cut_off.tick()
    assert cut_off.now() >= heard + 3_000


async def test_a_server_that_hears_nothing_lets_its_clock_stand_still(connections: Connections) -> None:
    machine = Machine()
    clock = ClusterClock(connections, "a", machine.monotonic)
    await clock.start()
    heard = clock.now()
    machine.time += HOLD - 1
    assert clock.now() == heard + HOLD - 1
    machine.time += MINUTE
    assert clock.now() == heard + HOLD


async def test_the_time_never_goes_back(connections: Connections) -> None:
    machine = Machine()
    clock = ClusterClock(connections, "a", machine.monotonic)
    await clock.start()
    machine.time += HOLD
    latest = clock.now()
    await clock.tick()
    assert clock.now() >= latest


@pytest.mark.parametrize("step", [60 * MINUTE, -60 * MINUTE])
async def test_a_step_of_the_databases_wall_clock_changes_nothing(connections: Connections, step: int) -> None:
    """A clock that was set forward by an hour is one whose last beat seems to be an hour old."""
    clock = ClusterClock(connections, "a")
    await clock.start()
    await connections.execute("UPDATE cluster_time SET alive_at = alive_at - %s", step)
    await connections.execute("UPDATE cluster_time SET standstill = standstill - %s", step)
    before = await said(connections)
    await clock.tick()
    assert before <= await said(connections) <= before + HOLD


async def test_viewers_are_told_after_a_standstill(connections: Connections, caplog: pytest.LogCaptureFixture) -> None:
    clock, told = ClusterClock(connections, "a"), asyncio.Event()
    await clock.start()
    await connections.execute("UPDATE cluster_time SET alive_at = alive_at - %s", MINUTE)
    beating = asyncio.create_task(clock.beat(told.set))
    await told.wait()
    beating.cancel()
    await asyncio.gather(beating, return_exceptions=True)
    assert "The clocks of all games stood still" in caplog.text
