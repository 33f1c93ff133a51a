from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from damero.application import background
from damero.application.background import BackgroundTasks
from damero.application.ports import StoreUnavailable, Unreadable

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_PAUSE", 0)
    monkeypatch.setattr(background, "LOOK_FOR_STORE_EVERY", 0)


class Flaky:
    """Fails a number of times, then works until it is cancelled."""

    def __init__(self, failures: int, kind: type[Exception] = ValueError) -> None:
        self.failures, self.kind = failures, kind
        self.starts = 0
        self.working = asyncio.Event()

    async def run(self) -> None:
        self.starts += 1
        if self.starts <= self.failures:
            raise self.kind(f"failure {self.starts}")
        self.working.set()
        await asyncio.Event().wait()


async def test_a_task_that_fails_is_logged_counted_and_started_again(caplog: pytest.LogCaptureFixture) -> None:
    tasks, flaky = BackgroundTasks(), Flaky(3)
    supervised = asyncio.create_task(tasks.supervise("flaky", flaky.run))
    await flaky.working.wait()
    assert tasks.failures == {"flaky": 3}
    assert [record.getMessage() for record in caplog.records] == ["A background task failed: flaky"] * 3
    assert tasks.failing == ("flaky",)
    supervised.cancel()
    await asyncio.gather(supervised, return_exceptions=True)


async def test_a_task_counts_as_sound_when_it_has_worked_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SOUND_AFTER", 0)
    tasks, flaky = BackgroundTasks(), Flaky(2)
    supervised = asyncio.create_task(tasks.supervise("flaky", flaky.run))
    await flaky.working.wait()
    async with asyncio.timeout(60):
        while tasks.failing:
            await asyncio.sleep(0)
    assert tasks.failures == {"flaky": 2}
    supervised.cancel()
    await asyncio.gather(supervised, return_exceptions=True)


async def test_a_task_that_has_ended_is_not_started_again() -> None:
    tasks, starts = BackgroundTasks(), list[int]()

    async def once() -> None:
        starts.append(1)

    await tasks.supervise("once", once)
    assert (starts, tasks.failing, tasks.failures) == ([1], (), {})


async def test_each_failure_in_a_row_doubles_the_pause_up_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses, flaky = list[float](), Flaky(9)

    async def note(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(background, "FIRST_PAUSE", 1.0)
    monkeypatch.setattr(asyncio, "sleep", note)
    supervised = asyncio.create_task(BackgroundTasks().supervise("flaky", flaky.run))
    await flaky.working.wait()
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    supervised.cancel()


@pytest.mark.parametrize(("kind", "failures"), [(StoreUnavailable, 0), (Unreadable, 3)])
async def test_a_task_that_waits_for_the_store_has_not_failed_but_damage_is_a_failure(
    kind: type[Exception], failures: int
) -> None:
    tasks, flaky = BackgroundTasks(), Flaky(3, kind)
    supervised = asyncio.create_task(tasks.supervise("flaky", flaky.run))
    await flaky.working.wait()
    assert tasks.failures["flaky"] == failures
    assert tasks.failing == (("flaky",) if failures else ())
    supervised.cancel()
    await asyncio.gather(supervised, return_exceptions=True)


async def test_a_task_that_misses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "CANCEL_AGAIN_AFTER", 0.01)
    is_working = asyncio.Event()

    async def work() -> None:
        is_working.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    working = asyncio.create_task(work())
    await is_working.wait()
    await background.end([working])
    assert working.cancelled()
