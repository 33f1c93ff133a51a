"""A player gets no more of the engines by using several servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest
from tests.cluster.servers import two_servers, until

from damero.application.ports import AnalysePosition, ChooseMove, Finding, Job, Requester, ThinkingTime
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.game import View

pytestmark = pytest.mark.asyncio

LEFT_BEHIND = "INSERT INTO engine_place (number, player, is_analysis, server) VALUES (%s, %s, false, %s)"
OF_SERVER = "SELECT count(*) FROM engine_place WHERE server = %s"
LONG = ThinkingTime(60_000, 60_000)
ANA, ANAS_OTHER_ACCOUNT, BEN = Requester("ana", "192.0.2.1"), Requester("anna", "192.0.2.1"), Requester("ben")


@dataclass(eq=False)
class Thought:
    job: Job
    over: asyncio.Event


class PatientEngines:
    """They think until the test says so, or until they are told to stop."""

    capacity = 8

    def __init__(self) -> None:
        self.thoughts: list[Thought] = []

    async def think(self, job: Job, _limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        thought = Thought(job, stop if isinstance(job, AnalysePosition) else asyncio.Event())
        self.thoughts.append(thought)
        try:
            await thought.over.wait()
        finally:
            self.thoughts.remove(thought)
        if isinstance(job, ChooseMove):
            tell("21-17")


@dataclass(frozen=True)
class Pair:
    """Two servers with engines of their own."""

    servers: tuple[Services, Services]
    engines: tuple[PatientEngines, PatientEngines]

    @property
    def thoughts(self) -> list[Thought]:
        return list(chain(*(engines.thoughts for engines in self.engines)))

    def moves(self) -> list[Thought]:
        return [thought for thought in self.thoughts if isinstance(thought.job, ChooseMove)]

    def ask(self, server: int, who: Requester) -> asyncio.Task[str]:
        return asyncio.create_task(self.servers[server].engines.choose(a_view(), 8, LONG, who))

    def analyse(self, server: int, who: Requester) -> asyncio.Task[None]:
        async def follow() -> None:
            async for _ in self.servers[server].engines.analyse(a_view(), 1, 60_000, who):
                pass

        return asyncio.create_task(follow())


@asynccontextmanager
async def two_with_engines(folder: Path) -> AsyncIterator[Pair]:
    async with two_servers(folder) as servers:
        engines = PatientEngines(), PatientEngines()
        for services, own in zip(servers, engines, strict=True):
            services.engines._workers = own  # type: ignore[attr-defined]
        yield Pair(servers, engines)


def a_view() -> View:
    return catalogue.game("drafti").initial().view("white")


async def given_up(*tasks: asyncio.Task[object]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.parametrize("again", [ANA, ANAS_OTHER_ACCOUNT])
async def test_a_player_and_an_address_have_two_thoughts_at_a_time_at_all_servers_together(
    tmp_path: Path, again: Requester
) -> None:
    async with two_with_engines(tmp_path) as pair:
        asked = [pair.ask(server, who) for who in (ANA, again) for server in (0, 1)]
        await until(lambda: len(pair.moves()) == 2)
        others = pair.ask(0, BEN)
        await until(lambda: len(pair.moves()) == 3)
        await asyncio.sleep(0.5)
        assert len(pair.moves()) == 3, "Ben does not wait for Ana, and Ana waits for herself"
        while not all(one.done() for one in (others, *asked)):
            assert len(pair.moves()) <= 3
            for thought in pair.moves():
                thought.over.set()
            await asyncio.sleep(0.01)
        assert await asyncio.gather(others, *asked) == ["21-17"] * 5


async def test_a_game_at_one_server_does_not_wait_for_its_players_analyses_at_another_which_give_way(
    tmp_path: Path,
) -> None:
    async with two_with_engines(tmp_path) as pair:
        analyses = [pair.analyse(0, ANA) for _ in range(2)]
        await until(lambda: len(pair.thoughts) == 2)
        move = pair.ask(1, ANA)
        await until(lambda: len(pair.moves()) == 1)
        await until(lambda: len(pair.thoughts) == 2)
        pair.moves()[0].over.set()
        assert await move == "21-17"
        await until(lambda: len(pair.thoughts) == 2)
        await given_up(*analyses)


async def test_an_analysis_does_not_begin_beside_two_thoughts_at_another_server(tmp_path: Path) -> None:
    async with two_with_engines(tmp_path) as pair:
        moves = [pair.ask(0, ANA) for _ in range(2)]
        await until(lambda: len(pair.moves()) == 2)
        analysis = pair.analyse(1, ANA)
        await asyncio.sleep(0.5)
        assert len(pair.thoughts) == 2
        pair.moves()[0].over.set()
        await until(lambda: any(isinstance(thought.job, AnalysePosition) for thought in pair.thoughts))
        await given_up(analysis, *moves)


async def test_thoughts_that_nobody_waits_for_any_more_give_their_places_back(tmp_path: Path) -> None:
    async with two_with_engines(tmp_path) as pair:
        for _ in range(3):
            moves = [pair.ask(0, ANA) for _ in range(2)]
            await until(lambda: len(pair.moves()) == 2)
            await given_up(*moves)
        last = pair.ask(1, ANA)
        await until(lambda: len(pair.moves()) == 1)
        await given_up(last)


async def test_thoughts_for_a_server_that_died_count_no_more(tmp_path: Path) -> None:
    async with two_with_engines(tmp_path) as pair:
        connections = pair.servers[0].matches._connections  # type: ignore[attr-defined]
        for number in ("one", "two"):
            await connections.execute(LEFT_BEHIND, number, "player ana", "gone")
        move = pair.ask(0, ANA)
        await until(lambda: len(pair.moves()) == 1)
        await given_up(move)
        while (await connections.select(OF_SERVER, "gone"))[0][0]:
            await asyncio.sleep(0.05)


async def test_a_place_that_is_being_taken_is_not_given_back(tmp_path: Path) -> None:
    async with two_with_engines(tmp_path) as pair:
        shares = pair.servers[0].engines._shares  # type: ignore[attr-defined]
        connections = pair.servers[0].matches._connections  # type: ignore[attr-defined]
        for number in range(40):
            looking = [asyncio.create_task(shares._look()) for _ in range(4)]
            taking = [shares.take(f"{number}-{one}", Requester(f"p{number}-{one}"), None) for one in range(4)]
            assert await asyncio.gather(*taking) == [True] * 4
            await asyncio.gather(*looking)
        assert (await connections.select("SELECT count(*) FROM engine_place"))[0][0] == 160
