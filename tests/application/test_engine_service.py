"""Engines under load, with workers that think until they are told to go on. No test looks at the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from tests.application.fixtures import ANA, ManualClock, create, current, play, settled, turn

from damero.application.commands import CreateMatch, EngineOpponent
from damero.application.create_match import create_match
from damero.application.engine_schedule import ROUND
from damero.application.engine_service import MOST_LOSSES, EngineService
from damero.application.ports import (
    AnalysePosition,
    ChooseMove,
    EngineLate,
    Finding,
    Job,
    Requester,
    ReviewGame,
    ThinkingTime,
    WorkerLost,
)
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.analysis import Analysis, Judgement, Line
from damero.domain.clock import fischer
from damero.domain.events import Player
from damero.domain.game import View
from damero.engines.random_engine import RandomEngine

pytestmark = pytest.mark.asyncio
LONG = ThinkingTime(5_000, 15_000)
ANA_ASKS, BEN_ASKS, EVE_ASKS = Requester("ana"), Requester("ben"), Requester("eve")


@dataclass(eq=False)
class Thinking:
    """A job in a worker. It ends when the test says so, or when it is stopped."""

    job: Job
    limit: int
    stop: asyncio.Event
    tell: Callable[[Finding], None]
    over: asyncio.Event = field(default_factory=asyncio.Event)
    failure: Exception | None = None

    def answer(self) -> None:
        if isinstance(self.job, ChooseMove):
            self.tell(RandomEngine().choose(self.job.view).move)
        self.over.set()

    def fail(self, failure: Exception) -> None:
        self.failure = failure
        self.over.set()


class WaitingWorkers:
    def __init__(self, capacity: int = 1) -> None:
        self.capacity = capacity
        self.jobs: list[Thinking] = []

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        thinking = Thinking(job, limit, stop, tell)
        self.jobs.append(thinking)
        waiting = [asyncio.create_task(thinking.over.wait()), asyncio.create_task(stop.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()
            self.jobs.remove(thinking)
        if thinking.failure is not None:
            raise thinking.failure
        if not thinking.over.is_set():
            thinking.answer()


@pytest.fixture
def workers() -> WaitingWorkers:
    return WaitingWorkers()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def service(workers: WaitingWorkers, clock: ManualClock) -> EngineService:
    return EngineService(workers, clock)


def a_view() -> View:
    return catalogue.game("drafti").initial().view("white")


async def others_run() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def ask(service: EngineService, requester: Requester, time: ThinkingTime = LONG) -> asyncio.Task[str]:
    return asyncio.create_task(service.choose(a_view(), 8, time, requester))


async def test_a_level_one_game_is_not_held_up_by_eight_games_of_level_eight(services: Services) -> None:
    workers = WaitingWorkers()
    services.engines = EngineService(workers, services.clock, services.engine_statistics)
    guest = Player("guest", "Guest")
    for game in range(8):
        command = CreateMatch(
            command_id=f"create {game}", by=guest, game_id="drafti", seat="black", opponent=EngineOpponent(8), nonce="n"
        )
        await create_match(services, command)
    await others_run()
    assert len(workers.jobs) == 1, "all workers think for the guest"
    match_id = await create(services, opponent=EngineOpponent(1), seat="white", control=fischer(5_000))
    await play(services, match_id, "21-17")
    while len((await current(services, match_id)).moves) < 2:
        await asyncio.sleep(0)
    assert len(workers.jobs) == 1, "the level-8 thought is still in progress"
    assert (await current(services, match_id)).player("white") == ANA
    while services.tasks:
        for job in tuple(workers.jobs):
            job.answer()
        await others_run()
    await settled(services)
    assert not services.engine_statistics.fallbacks


async def test_whoever_comes_later_is_next_and_a_long_thought_is_cut_short_for_them(
    service: EngineService, workers: WaitingWorkers, clock: ManualClock
) -> None:
    games = [ask(service, ANA_ASKS) for _ in range(8)]
    await others_run()
    later = ask(service, BEN_ASKS)
    await others_run()
    assert not workers.jobs[0].stop.is_set()
    clock.time += ROUND
    also_later = ask(service, EVE_ASKS)
    await others_run()
    assert service.statistics.shortened["move"] >= 1
    while not (later.done() and also_later.done()):
        workers.jobs[0].answer()
        await others_run()
    assert sum(game.done() for game in games) <= 2
    for game in games:
        game.cancel()
    await asyncio.gather(*games, return_exceptions=True)


async def test_what_waits_too_long_is_late(service: EngineService, workers: WaitingWorkers, clock: ManualClock) -> None:
    first = ask(service, ANA_ASKS)
    await others_run()
    late = ask(service, BEN_ASKS, ThinkingTime(100, 200))
    await others_run()
    clock.time += 200
    with pytest.raises(EngineLate):
        await late
    workers.jobs[0].answer()
    assert await first


async def test_another_worker_takes_over_once_from_one_that_was_lost(
    service: EngineService, workers: WaitingWorkers
) -> None:
    asked = ask(service, ANA_ASKS)
    await others_run()
    workers.jobs[0].fail(WorkerLost("It died."))
    await others_run()
    workers.jobs[0].answer()
    assert await asked
    lost = ask(service, ANA_ASKS)
    for _ in range(2):
        await others_run()
        workers.jobs[0].fail(WorkerLost("It died."))
    with pytest.raises(WorkerLost):
        await lost


def depth(plies: int) -> Analysis:
    return Analysis(plies, plies, (Line(("21-17",), 0),))


async def test_an_analysis_gives_way_to_a_game_and_goes_on_after_it(
    service: EngineService, workers: WaitingWorkers, clock: ManualClock
) -> None:
    analysis = service.analyse(a_view(), 1, 60_000, ANA_ASKS)
    following = asyncio.ensure_future(anext(analysis))
    await others_run()
    workers.jobs[0].tell(depth(3))
    assert (await following).depth == 3
    following = asyncio.ensure_future(anext(analysis))
    clock.time += 10_000
    game = ask(service, BEN_ASKS)
    await others_run()
    assert isinstance(workers.jobs[0].job, ChooseMove)
    workers.jobs[0].answer()
    assert await game
    await others_run()
    again = workers.jobs[0]
    assert isinstance(again.job, AnalysePosition)
    assert again.limit == 50_000
    again.tell(depth(2))
    again.tell(depth(4))
    assert (await following).depth == 4, "what is less deep than before is not told"
    assert service.statistics.shortened == {"analysis": 1}
    await analysis.aclose()
    await others_run()
    assert not workers.jobs, "closing it stops the worker"


async def test_only_the_time_of_thought_is_charged_for_an_analysis(
    service: EngineService, workers: WaitingWorkers, clock: ManualClock
) -> None:
    """Not what it waits while others play."""
    charged: list[float] = []
    game = ask(service, BEN_ASKS)
    await others_run()
    analysis = service.analyse(a_view(), 1, 60_000, replace(ANA_ASKS, charge=charged.append))
    following = asyncio.ensure_future(anext(analysis))
    await others_run()
    clock.time += 4_000
    workers.jobs[0].answer()
    await game
    await others_run()
    clock.time += 1_500
    workers.jobs[0].tell(depth(3))
    await following
    await analysis.aclose()
    assert charged == [1.5]


async def test_a_review_goes_on_with_the_move_at_which_it_gave_way(
    service: EngineService, workers: WaitingWorkers
) -> None:
    review = service.review(ReviewGame("drafti", 1, "start", ("a", "b", "c"), pace=100), 60_000, ANA_ASKS)
    following = asyncio.ensure_future(anext(review))
    await others_run()
    workers.jobs[0].tell(Judgement(1, "white", "a", "a", (), 0, 0, 0, 0))
    assert (await following).ply == 1
    following = asyncio.ensure_future(anext(review))
    game = ask(service, BEN_ASKS)
    await others_run()
    workers.jobs[0].answer()
    await game
    await others_run()
    assert isinstance(workers.jobs[0].job, ReviewGame)
    assert workers.jobs[0].job.first == 1
    workers.jobs[0].over.set()
    with pytest.raises(StopAsyncIteration):
        await following


async def test_an_analysis_goes_on_at_another_worker_when_its_own_is_lost(
    service: EngineService, workers: WaitingWorkers
) -> None:
    analysis = service.analyse(a_view(), 1, 60_000, ANA_ASKS)
    following = asyncio.ensure_future(anext(analysis))
    await others_run()
    workers.jobs[0].tell(depth(3))
    assert (await following).depth == 3
    following = asyncio.ensure_future(anext(analysis))
    await others_run()
    workers.jobs[0].fail(WorkerLost("It died."))
    await others_run()
    workers.jobs[0].tell(depth(4))
    assert (await following).depth == 4
    await analysis.aclose()


async def test_a_review_goes_on_at_another_worker_but_not_for_ever(
    service: EngineService, workers: WaitingWorkers
) -> None:
    review = service.review(ReviewGame("drafti", 1, "start", ("a", "b", "c"), pace=100), 60_000, ANA_ASKS)
    following = asyncio.ensure_future(anext(review))
    await others_run()
    workers.jobs[0].tell(Judgement(1, "white", "a", "a", (), 0, 0, 0, 0))
    await following
    following = asyncio.ensure_future(anext(review))
    for lost in range(1 + MOST_LOSSES):
        await others_run()
        job = workers.jobs[0].job
        assert isinstance(job, ReviewGame)
        assert job.first == (1 if lost else 0), f"after {lost} lost workers"
        workers.jobs[0].fail(WorkerLost("It died."))
    with pytest.raises(WorkerLost):
        await following


async def test_a_request_that_is_given_up_waits_no_longer(service: EngineService, workers: WaitingWorkers) -> None:
    first, second = ask(service, ANA_ASKS), ask(service, BEN_ASKS)
    await others_run()
    assert (service.statistics.running, service.statistics.waiting) == (1, 1)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    assert service.statistics.waiting == 0
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await others_run()
    assert service.statistics.running == 0


async def test_an_engine_that_is_late_is_replaced_by_the_lowest_level_and_counted(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    workers = WaitingWorkers()
    services.engines = EngineService(workers, services.clock, services.engine_statistics)
    busy = ask(services.engines, BEN_ASKS)
    await others_run()
    match_id = await create(services, opponent=EngineOpponent(8), seat="black", control=fischer(3_000))
    await others_run()
    turn(services, 2_000)
    while not (await current(services, match_id)).moves:
        await asyncio.sleep(0)
    assert services.engine_statistics.fallbacks == {"late": 1}
    assert [record for record in caplog.records if "fallback move" in record.message]
    busy.cancel()
    await asyncio.gather(busy, return_exceptions=True)
