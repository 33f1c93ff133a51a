from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.application.fixtures import begin, play

from damero.application import services as services_module
from damero.application.live_match import LiveMatch
from damero.application.ports import MatchStore, StoredEvent
from damero.application.services import Services
from damero.application.work_queue import Sender, ServerBusy, WorkQueue, sender

pytestmark = pytest.mark.asyncio


class Door:
    """Work that cannot end before the door is opened."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.threads: list[str] = []

    def pass_through(self) -> str:
        self.threads.append(threading.current_thread().name)
        self.opened.wait(30)
        return "through"


@asynccontextmanager
async def occupied(queue: WorkQueue, door: Door, count: int) -> AsyncIterator[list[asyncio.Task[str]]]:
    """This many pieces of work have entered the queue."""
    tasks = [asyncio.create_task(queue.run(door.pass_through)) for _ in range(count)]
    await asyncio.sleep(0)
    try:
        yield tasks
    finally:
        door.opened.set()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_what_the_queue_has_no_room_for_is_refused_with_a_wait() -> None:
    queue, door = WorkQueue("test", threads=1, waiting=2), Door()
    async with occupied(queue, door, 3) as tasks:
        with pytest.raises(ServerBusy) as refused:
            await queue.run(door.pass_through)
        assert refused.value.wait > 0
        door.opened.set()
        assert await asyncio.gather(*tasks) == ["through"] * 3
    assert len(door.threads) == 3
    assert all(name.startswith("test") for name in door.threads)
    assert await queue.run(door.pass_through) == "through"


async def test_work_whose_caller_has_gone_is_not_begun() -> None:
    queue, door = WorkQueue("test", threads=1, waiting=2), Door()
    async with occupied(queue, door, 2) as (_first, second):
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert queue.waiting == 0
    assert len(door.threads) == 1


async def test_a_thread_is_free_only_when_its_work_has_ended_even_if_the_caller_has_gone() -> None:
    queue, door = WorkQueue("test", threads=1, waiting=0), Door()
    async with occupied(queue, door, 1) as (first,):
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        with pytest.raises(ServerBusy):
            await queue.run(door.pass_through)


class CountingStore:
    """A store that counts how often a match is read."""

    def __init__(self, store: MatchStore) -> None:
        self._store = store
        self.unreadable, self.hops = store.unreadable, store.hops
        self.reads = 0

    async def events(self, match_id: str) -> tuple[StoredEvent, ...]:
        self.reads += 1
        return await self._store.events(match_id)


async def test_a_match_that_many_ask_for_at_once_is_loaded_once_and_in_a_thread_of_its_own(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await begin(services)
    await play(services, match_id, "21-17")
    services.live_matches.clear()
    store, threads = CountingStore(services.matches), list[str]()
    services.matches = store  # type: ignore[assignment]
    replayed = LiveMatch.of

    def noted(log: tuple[StoredEvent, ...]) -> LiveMatch:
        threads.append(threading.current_thread().name)
        return replayed(log)

    monkeypatch.setattr(services_module.LiveMatch, "of", noted)
    found = await asyncio.gather(*(services.live_match(match_id) for _ in range(10)))
    assert all(live is found[0] for live in found)
    assert store.reads == 1
    assert len(threads) == 1
    assert threads[0].startswith("load")


async def test_who_stops_waiting_for_a_match_does_not_stop_the_others(services: Services) -> None:
    match_id = await begin(services)
    services.live_matches.clear()
    impatient, patient = (asyncio.create_task(services.live_match(match_id)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).match.id == match_id


async def test_the_work_of_one_sender_keeps_no_other_sender_waiting() -> None:
    queue, slow, quick = WorkQueue("test", threads=2, waiting=10), Door(), Door()
    quick.opened.set()

    async def ask(name: str, door: Door) -> str:
        sender.set(Sender(name, lambda _seconds: None))
        return await queue.run(door.pass_through)

    flood = [asyncio.create_task(ask("flood", slow)) for _ in range(6)]
    await asyncio.sleep(0)
    assert await ask("other", quick) == "through"
    with pytest.raises(ServerBusy):
        await ask("flood", quick)
    assert len(slow.threads) == 1
    slow.opened.set()
    assert await asyncio.gather(*flood) == ["through"] * 6


async def test_the_sender_pays_for_loading_a_match(services: Services) -> None:
    match_id = await begin(services)
    services.live_matches.clear()
    paid: list[float] = []
    sender.set(Sender("ana", paid.append))
    await services.live_match(match_id)
    await services.live_match(match_id)
    assert len(paid) == 1
