from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event
from typing import Any

import pytest

from damero.application.engine_statistics import EngineStatistics
from damero.application.ports import (
    AnalysePosition,
    ChooseArmy,
    ChooseMove,
    EngineFault,
    EngineLate,
    Finding,
    Job,
    ReviewGame,
    WorkerLost,
)
from damero.domain import catalogue
from damero.domain.analysis import Analysis, Judgement
from damero.domain.beginning import placed_game
from damero.domain.game import Start, View
from damero.engines import worker
from damero.infrastructure import worker_processes
from damero.infrastructure.worker_loop import WorkerFunctions
from damero.infrastructure.worker_process import WorkerProcess
from damero.infrastructure.worker_processes import MEMORY_LIMIT, WorkerProcesses

pytestmark = pytest.mark.asyncio

ANSWERS, DIES, RAISES, HANGS, WAITS_FOR_STOP, GROWS, TELLS_LIMIT = range(1, 8)


class Misbehaving:
    """Level 1 answers with its process id, 2 dies, 3 raises, 4 hangs, 5 waits for a stop, 6 keeps 128 MB.

    Level 7 tells its limit.
    """

    hoard = b""

    def __init__(self, job: Job, limit: int) -> None:
        self._job, self._limit, self._stopped = job, limit, Event()

    def stop(self) -> None:
        self._stopped.set()

    def run(self, tell: Callable[[Finding], None]) -> None:
        assert isinstance(self._job, ChooseMove)
        match self._job.level:
            case 2:
                os._exit(1)
            case 3:
                raise ValueError("no idea")
            case 4:
                time.sleep(60)
            case 5:
                tell("waiting")
                self._stopped.wait()
            case 6:
                Misbehaving.hoard = os.urandom(128 << 20)
            case 7:
                tell(str(self._limit))
        tell(str(os.getpid()))


def nothing() -> Iterator[Callable[[], object]]:
    return iter(())


MISBEHAVING: WorkerFunctions[Job, Finding] = WorkerFunctions(Misbehaving, nothing)
ENGINES: WorkerFunctions[Job, Finding] = WorkerFunctions(worker.Thought, nothing)


@asynccontextmanager
async def processes(
    functions: WorkerFunctions[Job, Finding] = MISBEHAVING, workers: int = 1, **options: Any
) -> AsyncIterator[tuple[WorkerProcesses[Job, Finding], EngineStatistics]]:
    statistics = EngineStatistics()
    opened = WorkerProcesses(functions, workers, statistics, **options)
    try:
        yield opened, statistics
    finally:
        await opened.close()


async def answers(opened: WorkerProcesses[Job, Finding], job: Job, limit: int = 20_000) -> list[Finding]:
    found: list[Finding] = []
    await opened.think(job, limit, asyncio.Event(), found.append)
    return found


def first_view(game_id: str = "drafti") -> View:
    position = catalogue.game(game_id).initial()
    assert position.to_move is not None
    return position.view(position.to_move)


async def test_the_engine_answers_with_a_legal_move_in_every_game() -> None:
    async with processes(ENGINES) as (opened, _):
        for game in catalogue.GAMES:
            view = first_view(game.info.id)
            legal = {str(move) for move in view.legal_moves()}
            (move,) = await answers(opened, ChooseMove(view, 3))
            assert move in legal


async def test_a_dead_failing_or_late_engine_is_a_fault_and_the_next_job_is_done() -> None:
    async with processes() as (opened, statistics):
        (one,) = await answers(opened, ChooseMove(first_view(), ANSWERS))
        with pytest.raises(WorkerLost):
            await answers(opened, ChooseMove(first_view(), DIES))
        (two,) = await answers(opened, ChooseMove(first_view(), ANSWERS))
        with pytest.raises(EngineFault, match="no idea"):
            await answers(opened, ChooseMove(first_view(), RAISES))
        (three,) = await answers(opened, ChooseMove(first_view(), ANSWERS))
        with pytest.raises(EngineLate):
            await answers(opened, ChooseMove(first_view(), HANGS), 100)
        (four,) = await answers(opened, ChooseMove(first_view(), ANSWERS))
    assert len({one, two, four}) == 3
    assert two == three, "an engine that raises an error need not be replaced"
    assert str(os.getpid()) not in {one, two, four}
    assert statistics.restarts == {"died": 1, "late": 1}


async def test_a_job_that_is_stopped_ends_with_what_it_found_and_its_process_goes_on() -> None:
    async with processes() as (opened, statistics):
        found: list[Finding] = []
        stop = asyncio.Event()

        def stop_when_told(finding: Finding) -> None:
            found.append(finding)
            stop.set()

        await opened.think(ChooseMove(first_view(), WAITS_FOR_STOP), 60_000, stop, stop_when_told)
        assert found[0] == "waiting"
        assert await answers(opened, ChooseMove(first_view(), ANSWERS)) == found[1:]
    assert not statistics.restarts


async def test_a_job_that_is_given_up_frees_its_process() -> None:
    async with processes() as (opened, statistics):
        begun = asyncio.Event()
        job = ChooseMove(first_view(), WAITS_FOR_STOP)
        asking = asyncio.create_task(opened.think(job, 60_000, asyncio.Event(), lambda _found: begun.set()))
        await begun.wait()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert await answers(opened, ChooseMove(first_view(), ANSWERS))
    assert not statistics.restarts


async def test_the_time_until_a_process_is_there_is_part_of_the_limit() -> None:
    async with processes(counts_waiting=True) as (opened, _):
        first = (await answers(opened, ChooseMove(first_view(), TELLS_LIMIT), 10_000))[0]
        second = (await answers(opened, ChooseMove(first_view(), TELLS_LIMIT), 10_000))[0]
    assert int(str(first)) < int(str(second)) <= 10_000, "the first one waited for its process to start"


async def test_a_process_that_has_grown_is_replaced() -> None:
    async with processes(memory_bound=100 << 20) as (opened, statistics):
        (large,) = await answers(opened, ChooseMove(first_view(), GROWS))
        (small,) = await answers(opened, ChooseMove(first_view(), ANSWERS))
    assert small != large
    assert statistics.restarts == {"memory": 1}


def deadly() -> Iterator[Callable[[], object]]:
    yield lambda: os._exit(1)


async def test_a_process_that_dies_at_once_is_not_started_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    paused: asyncio.Queue[float] = asyncio.Queue()
    go_on = asyncio.Event()

    async def pause(seconds: float) -> None:
        paused.put_nowait(seconds)
        await go_on.wait()
        go_on.clear()

    monkeypatch.setattr(worker_processes.asyncio, "sleep", pause)
    monkeypatch.setattr(worker_processes, "SHORT_LIFE", 3600)
    async with processes(WorkerFunctions(Misbehaving, deadly)) as (opened, _):
        opened.start()
        first = await paused.get()
        go_on.set()
        assert await paused.get() == 2 * first


async def test_several_jobs_are_done_at_once_in_processes_of_their_own() -> None:
    async with processes(workers=2) as (opened, statistics):
        begun, stop = asyncio.Queue[Finding](), asyncio.Event()
        job = ChooseMove(first_view(), WAITS_FOR_STOP)
        both = [asyncio.create_task(opened.think(job, 60_000, stop, begun.put_nowait)) for _ in range(2)]
        assert [await begun.get(), await begun.get()] == ["waiting", "waiting"]
        assert statistics.workers == 2
        stop.set()
        await asyncio.gather(*both)
        assert await begun.get() != await begun.get()


@pytest.mark.parametrize("game_id", [game.info.id for game in catalogue.GAMES if game.info.hidden or game.info.chance])
@pytest.mark.parametrize("kind", [ChooseMove, AnalysePosition])
async def test_what_a_worker_is_sent_does_not_tell_the_secrets(
    game_id: str, kind: type[ChooseMove] | type[AnalysePosition]
) -> None:
    """Two positions that differ only in what the seat cannot know are sent as the same bytes."""
    game = catalogue.game(game_id)
    one = game.initial()
    seat = one.to_move
    assert seat is not None
    other = game.sample(one.view(seat), lambda items: tuple(reversed(items)))
    assert other.text != one.text
    assert pickle.dumps(kind(other.view(seat), 3)) == pickle.dumps(kind(one.view(seat), 3))


async def test_the_engine_sets_up_legal_armies_of_many_kinds_for_every_game_that_begins_so() -> None:
    async with processes(ENGINES) as (opened, _):
        for game in catalogue.GAMES:
            if game.info.start is not Start.PLACED:
                continue
            seat = game.info.seats[0]
            job = ChooseArmy(game.info.id, game.info.version, seat)
            armies = {str(army) for _ in range(3) for army in await answers(opened, job)}
            assert len(armies) > 1
            for army in armies:
                placed_game(game).check_army(seat, army)
        with pytest.raises(EngineFault):
            await answers(opened, ChooseArmy("drafti", 1, "white"))


async def test_a_worker_analyses_positions_and_reviews_games() -> None:
    moves = ("22-17", "11-16", "24-20", "16-19")
    async with processes(ENGINES) as (opened, _):
        found = await answers(opened, AnalysePosition(first_view("russian"), 2), 200)
        assert all(isinstance(finding, Analysis) for finding in found)
        start = catalogue.game("russian").initial().text
        judged = await answers(opened, ReviewGame("russian", 1, start, moves, pace=10, first=1))
    assert [finding.move for finding in judged if isinstance(finding, Judgement)] == list(moves[1:])
    assert [finding.ply for finding in judged if isinstance(finding, Judgement)] == [2, 3, 4]


@pytest.mark.parametrize("is_spawning", [False, True])
async def test_a_start_that_is_given_up_leaves_no_open_socket_and_no_process(
    is_spawning: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The threads that start processes may all be busy, or one is just at it."""
    opened: list[socket.socket] = []
    real_pair, others = socket.socketpair, set(multiprocessing.active_children())

    def noted_pair() -> tuple[socket.socket, socket.socket]:
        opened.extend(pair := real_pair())
        return pair

    monkeypatch.setattr(socket, "socketpair", noted_pair)
    may_go_on = Event()
    with ThreadPoolExecutor(1) as only_thread:
        asyncio.get_running_loop().set_default_executor(only_thread)
        if not is_spawning:
            only_thread.submit(may_go_on.wait)
        starting = asyncio.create_task(WorkerProcess.start(MISBEHAVING, MEMORY_LIMIT))
        while not opened or (is_spawning and opened[1].fileno() != -1):
            await asyncio.sleep(0)
        starting.cancel()
        may_go_on.set()
        await asyncio.gather(starting, return_exceptions=True)
    assert starting.cancelled()
    assert [one.fileno() for one in opened] == [-1, -1]
    assert set(multiprocessing.active_children()) <= others


async def test_warming_up_does_no_harm() -> None:
    for step in worker.warm_up():
        step()
