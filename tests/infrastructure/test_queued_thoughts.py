"""Engine work from a server through the queue to a worker and back. The engines do what the test says."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString

import pytest
from tests.cluster.servers import until
from tests.infrastructure.implementations import PATIENCE, database_for

from damero.application.engine_schedule import SHORTEST
from damero.application.engine_service import EngineService
from damero.application.engine_statistics import EngineStatistics
from damero.application.ports import (
    AnalysePosition,
    ChooseArmy,
    ChooseMove,
    EngineFault,
    EngineLate,
    Finding,
    Job,
    Requester,
    ThinkingTime,
    WorkerLost,
)
from damero.domain import catalogue
from damero.domain.analysis import Analysis, Line
from damero.domain.game import View
from damero.infrastructure.postgres import sealing
from damero.infrastructure.postgres.cluster_clock import ClusterClock
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.engine_queue import ALIVE, QueuedWorkers
from damero.infrastructure.postgres.engine_queue_worker import QueueWorker

pytestmark = pytest.mark.asyncio
KEY = b"key"
ARMY = ChooseArmy("barrage", 1, "red")
ANA, BEN = Requester("ana"), Requester("ben")
LONG = 60_000
WAITING = "SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo'"
ALL = "SELECT count(*) FROM procrastinate_jobs"
WORKERS = "SELECT count(*) FROM engine_worker"


@dataclass(eq=False)
class Thought:
    """What an engine was asked. It ends when the test says so, or when it is stopped."""

    job: Job
    limit: int
    stop: asyncio.Event
    tell: Callable[[Finding], None]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    failure: BaseException | None = None

    def fail(self, failure: BaseException) -> None:
        self.failure = failure
        self.over.set()

    async def run(self) -> None:
        waiting = [asyncio.create_task(event.wait()) for event in (self.over, self.stop)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
        if self.failure is not None:
            raise self.failure
        if isinstance(self.job, ChooseMove | ChooseArmy):
            self.tell("answer")


@dataclass
class Engines:
    capacity: int = 1
    begun: asyncio.Queue[Thought] = field(default_factory=asyncio.Queue)

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        self.begun.put_nowait(thought := Thought(job, limit, stop, tell))
        await thought.run()


@dataclass(frozen=True)
class Cluster:
    url: str
    connections: Connections
    clock: ClusterClock
    engines: Engines
    worker: QueueWorker
    statistics: EngineStatistics
    working: asyncio.Task[None]

    async def number(self, query: LiteralString) -> int:
        return int((await self.connections.select(query))[0][0])

    async def counts(self, query: LiteralString, wanted: int) -> None:
        """Waits until a query counts this number."""
        while await self.number(query) != wanted:
            await asyncio.sleep(0.02)

    async def thought(self, *asked: asyncio.Task[Any]) -> Thought:
        """The next one that begins; if whoever asked ends before, the reason."""
        begun = asyncio.create_task(self.engines.begun.get())
        done, _ = await asyncio.wait((begun, *asked), return_when=asyncio.FIRST_COMPLETED)
        for task in done - {begun}:
            task.result()
        return await begun


@asynccontextmanager
async def a_cluster(folder: Path, capacity: int = 1, key: bytes = KEY) -> AsyncIterator[Cluster]:
    """A database with one worker."""
    url = await database_for(folder)
    connections = Connections(url, longest_work=PATIENCE)
    clock = ClusterClock(connections)
    await clock.start()
    engines, statistics = Engines(capacity), EngineStatistics()
    worker = QueueWorker(url, connections, engines, key, statistics)
    tasks = [asyncio.create_task(clock.beat(lambda: None)), asyncio.create_task(worker.run("w"))]
    cluster = Cluster(url, connections, clock, engines, worker, statistics, tasks[1])
    try:
        await cluster.counts(WORKERS, 1)
        await cluster.counts(ALIVE, 1)
        yield cluster
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connections.close()


@asynccontextmanager
async def a_server(cluster: Cluster, name: str = "a") -> AsyncIterator[QueuedWorkers]:
    clock = ClusterClock(cluster.connections, name)
    await clock.start()
    queued = QueuedWorkers(cluster.url, cluster.connections, clock, KEY)
    await queued.open()
    running = [asyncio.create_task(work) for work in (queued.run(), clock.beat(lambda: None))]
    try:
        yield queued
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await queued.close()


def ask(
    queued: QueuedWorkers, job: Job = ARMY, limit: int = LONG, stop: asyncio.Event | None = None
) -> asyncio.Task[None]:
    return asyncio.create_task(queued.think(job, limit, stop or asyncio.Event(), lambda _found: None))


async def given_up(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def a_view() -> View:
    return catalogue.game("drafti").initial().view("white")


async def analysed(service: EngineService, limit: int = LONG) -> list[Analysis]:
    return [found async for found in service.analyse(a_view(), 1, limit, ANA)]


async def test_a_thought_that_nobody_waits_for_is_stopped_and_one_that_has_not_begun_is_taken_out(
    tmp_path: Path,
) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        first = ask(queued)
        begun = await cluster.thought(first)
        second = ask(queued)
        await cluster.counts(WAITING, 1)
        await given_up(second)
        assert await cluster.number(WAITING) == 0
        await given_up(first)
        await begun.stop.wait()
        await cluster.counts(ALL, 0)
        assert cluster.engines.begun.empty()


async def test_a_stop_that_comes_before_the_thought_begins_is_not_lost(tmp_path: Path) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        first, stop = ask(queued), asyncio.Event()
        begun = await cluster.thought(first)
        second = ask(queued, stop=stop)
        await cluster.counts(WAITING, 1)
        stop.set()
        await cluster.counts("SELECT count(*) FROM finding WHERE number = 0", 1)
        begun.over.set()
        await asyncio.gather(first, second)
        assert (await cluster.thought()).stop.is_set()


async def test_servers_know_how_many_thoughts_the_workers_can_think_and_share_them(tmp_path: Path) -> None:
    async with a_cluster(tmp_path, capacity=3) as cluster, a_server(cluster) as one, a_server(cluster, "b") as other:
        await until(lambda: one.capacity == other.capacity == 3)
        asked = [ask(one) for _ in range(3)]
        await until(lambda: other.capacity == 2)
        assert one.capacity == 3
        for _ in asked:
            (await cluster.thought(*asked)).over.set()
        await asyncio.gather(*asked)
        await until(lambda: other.capacity == 3)


async def test_an_analysis_makes_room_for_a_move_and_goes_on_later(tmp_path: Path) -> None:
    """Whichever server asked for it."""
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as one, a_server(cluster, "b") as other:
        await until(lambda: one.capacity == other.capacity == 1)
        found = asyncio.create_task(analysed(EngineService(one, cluster.clock)))
        analysis = await cluster.thought(found)
        analysis.tell(Analysis(3, 1, (Line(("21-17",), 5, None),), is_final=False))
        moved = EngineService(other, cluster.clock).choose(a_view(), 5, ThinkingTime(LONG, LONG), BEN)
        move = asyncio.create_task(moved)
        chosen = await cluster.thought(found, move)
        assert isinstance(chosen.job, ChooseMove)
        chosen.over.set()
        assert await move == "answer"
        again = await cluster.thought(found)
        assert isinstance(again.job, AnalysePosition)
        assert again.limit <= LONG
        again.over.set()
        assert [analysis.depth for analysis in await found] == [3]
        assert cluster.statistics.shortened["analysis"] == 1


async def test_an_analysis_makes_room_for_a_move_of_the_same_server(tmp_path: Path) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        await until(lambda: queued.capacity == 1)
        service = EngineService(queued, cluster.clock)
        found = asyncio.create_task(analysed(service))
        await cluster.thought(found)
        move = asyncio.create_task(service.choose(a_view(), 5, ThinkingTime(LONG, LONG), BEN))
        (await cluster.thought(found, move)).over.set()
        assert await move == "answer"
        assert service.statistics.shortened["analysis"] == 1
        (await cluster.thought(found)).over.set()
        await found


async def test_the_time_in_the_queue_is_part_of_the_limit(tmp_path: Path) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        first = ask(queued)
        begun = await cluster.thought(first)
        second, third = ask(queued, limit=LONG), ask(queued, limit=1)
        await cluster.counts(WAITING, 2)
        await cluster.connections.execute("UPDATE cluster_time SET standstill = standstill - 5000")
        begun.over.set()
        limits = {}
        for _ in range(2):
            thought = await cluster.thought(second, third)
            limits[thought.limit > 1_000] = thought.limit
            thought.over.set()
        await asyncio.gather(first, second, third)
        assert limits[True] <= LONG - 5_000
        assert limits[False] == SHORTEST
        waits = cluster.statistics.queue_waits
        assert waits is not None
        assert waits.counts[-3:] == [2, 0, 0]


async def test_another_process_thinks_when_one_is_lost_and_the_reason_is_told(tmp_path: Path) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        service = EngineService(queued, cluster.clock)
        army = asyncio.create_task(service.place_army("barrage", 1, "red", ANA))
        for _ in range(2):
            (await cluster.thought(army)).fail(WorkerLost("A worker process ended."))
        with pytest.raises(WorkerLost, match="process ended"):
            await army
        late = ask(queued)
        (await cluster.thought(late)).fail(EngineLate("A worker did not answer."))
        with pytest.raises(EngineLate, match="did not answer"):
            await late


async def test_whatever_goes_wrong_at_a_worker_is_a_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        with caplog.at_level(logging.WARNING):
            analysis = asyncio.create_task(analysed(EngineService(queued, cluster.clock)))
            (await cluster.thought(analysis)).fail(AttributeError("View"))
            with pytest.raises(EngineFault, match="View"):
                await analysis
            await cluster.counts(ALL, 0)
    assert "View" in caplog.text
    assert sealing.sealed(KEY, AnalysePosition(a_view(), 1)) not in caplog.text


async def test_work_that_vanished_is_not_waited_for(tmp_path: Path) -> None:
    async with a_cluster(tmp_path) as cluster, a_server(cluster) as queued:
        first = ask(queued)
        await cluster.thought(first)
        second = ask(queued)
        await cluster.counts(WAITING, 1)
        await cluster.connections.execute("DELETE FROM procrastinate_jobs WHERE status = 'todo'")
        with pytest.raises(WorkerLost):
            await second
        await given_up(first)


async def test_work_of_another_key_or_version_is_refused_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_cluster(tmp_path, key=b"other") as cluster, a_server(cluster) as queued:
        with pytest.raises(EngineFault, match="another key"):
            await ask(queued)
    sealed = sealing.sealed(KEY, ARMY)
    assert sealing.opened(KEY, sealed) == ARMY
    monkeypatch.setattr(sealing, "VERSION", "99.0")
    with pytest.raises(EngineFault, match=r"not by 99\.0"):
        sealing.opened(KEY, sealed)


async def test_a_worker_that_stops_finishes_its_moves_and_gives_analyses_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However long it takes, no other worker takes it for dead."""
    async with a_cluster(tmp_path, capacity=2) as cluster, a_server(cluster) as queued:
        found = asyncio.create_task(analysed(EngineService(queued, cluster.clock)))
        move = ask(queued)
        thoughts = [await cluster.thought(found, move) for _ in range(2)]
        (army,) = (thought for thought in thoughts if isinstance(thought.job, ChooseArmy))
        cluster.worker.stop()
        await cluster.counts(WORKERS, 0)
        await cluster.counts(WAITING, 1)
        await cluster.connections.execute(
            "UPDATE procrastinate_workers SET last_heartbeat = now() - interval '3.1 seconds'"
        )
        await cluster.counts(
            "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '2 seconds'", 1
        )
        army.over.set()
        await asyncio.gather(move, cluster.working)
        assert "has died" not in caplog.text
        await asyncio.gather(given_up(found), return_exceptions=True)  # type: ignore[arg-type]
