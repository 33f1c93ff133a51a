"""Bots play on a real server: they wait in the lobby, accept challenges, and come back after a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.web.playing import play_out
from tests.web.servers import NO_LIMITS, a_server, guests

import damero
from damero.bot import _Service
from damero.client import Client, Live, Refusal, new_id
from damero.domain.events import OfferKind
from damero.domain.game import Move, View
from damero.engines.bot import load_bot
from damero.web import wire
from damero.web.limits import Rate

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*_bot.py"))
NAMES: dict[damero.Bot, str] = {}


class Careful(damero.Bot):
    """Plays at random, and keeps what it saw."""

    games = ("drafti", "barrage", "banqi")

    def __init__(self) -> None:
        self.chance = Random(7)
        self.views: list[View] = []

    def choose(self, view: View) -> Move:
        self.views.append(view)
        return self.chance.choice(view.legal_moves())


class Broken(damero.Bot):
    def __init__(self, failure: Exception) -> None:
        self.failure = failure

    def choose(self, view: View) -> Move:
        raise self.failure


def name_of(bot: damero.Bot) -> str:
    """A name that no other bot of these tests has."""
    return NAMES.setdefault(bot, f"Robin {len(NAMES) + 1}")


@asynccontextmanager
async def at_work(bot: damero.Bot, server: str, **options: object) -> AsyncIterator[asyncio.Task[None]]:
    working = asyncio.create_task(bot.serve(server, name=name_of(bot), **options))  # type: ignore[arg-type]
    try:
        yield working
    finally:
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


async def seek_of(bot: damero.Bot, client: Client, game: str) -> str:
    """The match in which the bot waits for an opponent."""
    async for frame in client.lobby():
        if isinstance(frame, wire.Lobby):
            found = [seek.id for seek in frame.seeks if seek.game == game and seek.creator.name == name_of(bot)]
            if found:
                return found[0]
    raise AssertionError("The lobby was closed.")


async def finish(client: Client, match_id: str) -> wire.Outcome:
    async with client.watch(match_id) as live:
        state = await play_out(client, live, Random(1), plies=30)
    assert state.outcome is not None
    return state.outcome


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_the_examples_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 60


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_the_examples_play_without_a_server(path: Path) -> None:
    result = damero.match(load_bot(str(path)), 1, game="drafti", games=2)
    assert sum(result.wins_draws_losses) == 2


@pytest.mark.asyncio
@pytest.mark.parametrize("game", ["drafti", "barrage", "banqi"])
async def test_a_bot_waits_in_the_lobby_and_plays_a_whole_game(server: str, game: str) -> None:
    bot = Careful()
    async with guests(server, 1) as (ana,), at_work(bot, server, seeks=[game], matches=1) as working:
        match_id = await seek_of(bot, ana, game)
        await ana.join(match_id)
        await finish(ana, match_id)
        await working
    assert bot.views
    assert all(view.seat == view.to_move for view in bot.views)
    assert max(len(view.plies) for view in bot.views) >= 10


@pytest.mark.asyncio
async def test_a_bot_accepts_challenges_in_its_games_and_plays_several_at_once(server: str) -> None:
    bot = Careful()
    async with guests(server, 2) as (ana, ben), at_work(bot, server, seeks=["drafti"]):
        await seek_of(bot, ana, "drafti")
        matches = [(client, (await client.challenge(name_of(bot), "drafti")).match.id) for client in (ana, ben)]
        outcomes = await asyncio.gather(*(finish(client, match_id) for client, match_id in matches))
    assert len(outcomes) == 2


@pytest.mark.asyncio
async def test_a_bot_declines_what_it_does_not_play(server: str) -> None:
    bot = Careful()
    async with guests(server, 1) as (ana,), at_work(bot, server, seeks=["drafti"]):
        await seek_of(bot, ana, "drafti")
        match_id = (await ana.challenge(name_of(bot), "english")).match.id
        async with ana.watch(match_id) as live:
            states = [state async for state in live]
    assert states[-1].status is wire.Status.ABORTED


@pytest.mark.asyncio
async def test_a_bot_joins_the_seeks_of_others_if_it_is_told_to(server: str) -> None:
    async with guests(server, 1) as (ana,), at_work(Careful(), server, joins=True, matches=1) as working:
        match_id = (await ana.create("banqi")).match.id
        await finish(ana, match_id)
        await working


@pytest.mark.asyncio
@pytest.mark.parametrize("failure", [RuntimeError("No idea."), OSError("No such file.")], ids=repr)
async def test_a_bot_that_fails_resigns(server: str, failure: Exception) -> None:
    bot = Broken(failure)
    async with guests(server, 1) as (ana,), at_work(bot, server, seeks=["drafti"]):
        match_id = await seek_of(bot, ana, "drafti")
        await ana.join(match_id)
        outcome = await finish(ana, match_id)
    assert outcome.reason == "resignation"


class Generous(Careful):
    def accept_draw(self, view: View) -> bool:
        return view.seat == view.to_move

    def accept_takeback(self) -> bool:
        return True


async def my_turn(live: Live) -> wire.State:
    """The first state in which it is my turn and no offer is open, or the end of the match."""
    async for state in live:
        if state.outcome is not None or (state.moves and state.offer is None):
            return state
    raise AssertionError("The match is gone.")


@pytest.mark.asyncio
@pytest.mark.parametrize("bot", [Careful(), Generous()], ids=str)
async def test_a_bot_answers_offers(server: str, bot: damero.Bot) -> None:
    """By default it declines both; it also plays on while an offer is open, so the takeback comes at my turn."""
    is_generous = isinstance(bot, Generous)
    async with guests(server, 1) as (ana,), at_work(bot, server, seeks=["drafti"]):
        match_id = await seek_of(bot, ana, "drafti")
        await ana.join(match_id)
        async with ana.watch(match_id) as live:
            await live.play((await my_turn(live)).moves[0].text)
            await my_turn(live)
            plies = len(live.record)
            await live.order(wire.OfferFrame(new_id(), OfferKind.TAKEBACK))
            state = await my_turn(live)
            assert len(live.record) == (plies - 2 if is_generous else plies)
            await live.order(wire.OfferFrame(new_id(), OfferKind.DRAW))
            await live.play(state.moves[0].text)
            state = await my_turn(live)
    assert (state.outcome is not None and state.outcome.reason == "agreement") == is_generous


class Relay:
    """Passes bytes between clients and a server, can cut all its connections, and can answer in the server's place."""

    def __init__(self, server: str) -> None:
        self.target = server.removeprefix("http://").split(":")
        self.writers: list[asyncio.StreamWriter] = []
        self.cut_connections = 0
        self.answer: bytes | None = None
        self.answered = asyncio.Semaphore(0)
        """Released for each request that it answered itself."""

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.answer is not None:
            await self._refuse(reader, writer, self.answer)
            return
        far_reader, far_writer = await asyncio.open_connection(self.target[0], int(self.target[1]))
        self.writers += [writer, far_writer]
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _refuse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: bytes) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
            self.answered.release()
        writer.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
        writer.close()

    def cut(self) -> None:
        for writer in self.writers:
            writer.transport.abort()
        self.cut_connections += len(self.writers)
        self.writers.clear()


def answer(status: str, body: bytes = b"", *headers: str) -> bytes:
    lines = (f"HTTP/1.1 {status}", f"content-length: {len(body)}", "connection: close", *headers, "", "")
    return "\r\n".join(lines).encode() + body


def refusal(status: int, code: str) -> bytes:
    problem = wire.Problem(title="", status=status, code=code, detail="Later.", retry_after=50)
    return answer(f"{status} Later", msgspec.json.encode(problem), "content-type: application/problem+json")


UNAVAILABLE = {
    "a proxy without a server": answer("502 Bad Gateway"),
    "a proxy with a page": answer("503 Service Unavailable", b"<html>Back soon</html>", "retry-after: 0"),
    "a busy server": refusal(503, "SERVER_BUSY"),
    "a limit": refusal(429, "TOO_MANY_REQUESTS"),
    "a quota": refusal(409, "MATCH_QUOTA"),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("unavailable", UNAVAILABLE.values(), ids=UNAVAILABLE.keys())
async def test_a_bot_outlives_a_server_that_is_briefly_unavailable(server: str, unavailable: bytes) -> None:
    """It is told so in its match, in the lobby, and when it wants to wait for the next opponent."""
    relay, bot = Relay(server), Careful()
    listener = await asyncio.start_server(relay.connect, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    working = at_work(bot, address, seeks=["drafti"])
    async with listener, guests(server, 1) as (ana,), working as task, asyncio.timeout(60):
        match_id = await seek_of(bot, ana, "drafti")
        await ana.join(match_id)
        async with ana.watch(match_id) as live:
            await live.play((await my_turn(live)).moves[0].text)
            relay.answer = unavailable
            relay.cut()
            for _ in range(4):
                await relay.answered.acquire()
            relay.answer = None
            await live.play((await my_turn(live)).moves[0].text)
            relay.answer = unavailable
            relay.cut()
            await live.resign()
            for _ in range(4):
                await relay.answered.acquire()
            relay.answer = None
            assert live.state.outcome is not None
            assert live.state.outcome.winner != (live.viewer and live.viewer.seat)
        assert await seek_of(bot, ana, "drafti") != match_id
        assert not task.done()


async def play_twice(client: Client, match_id: str) -> None:
    played = 0
    while played < 2:
        await asyncio.sleep(0.01)
        for move in (await client.match(match_id)).state.moves[:1]:
            with suppress(Refusal):
                await client.play(match_id, move.text)
                played += 1


@pytest.mark.asyncio
async def test_a_bot_plays_its_move_again_after_a_limit_refused_it(tmp_path: Path) -> None:
    bot = Careful()
    bot.most_matches = 6
    limits = replace(NO_LIMITS, commands_by_player=Rate(burst=2, per_second=20))
    with a_server(tmp_path, limits) as address:
        async with guests(address, 1) as (ana,), at_work(bot, address, joins=True), asyncio.timeout(60):
            matches = [(await ana.create("drafti")).match.id for _ in range(6)]
            await asyncio.gather(*(play_twice(ana, match_id) for match_id in matches))


@pytest.mark.asyncio
async def test_a_bot_takes_up_no_more_interrupted_matches_than_it_may_play_at_once(server: str) -> None:
    bot = Careful()
    bot.most_matches = 2
    async with guests(server, 1) as (ana,), Client(server) as robin, asyncio.timeout(60):
        await robin.enter(name_of(bot))
        for _ in range(5):
            await robin.join((await ana.create("drafti")).match.id)
        service = _Service(bot, robin, (), joins=False, matches=5)
        working = asyncio.create_task(service.run())
        while not service.playing:
            await asyncio.sleep(0.01)
        at_once = []
        while not working.done():
            at_once.append(len(service.playing))
            for each in await ana.matches():
                await ana.act(each.id, "resign", wire.Act(new_id()))
                break
            await asyncio.sleep(0.01)
    assert max(at_once) == 2


@pytest.mark.asyncio
async def test_a_bot_comes_back_after_a_lost_connection(server: str) -> None:
    relay, bot = Relay(server), Careful()
    listener = await asyncio.start_server(relay.connect, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    async with listener, guests(server, 1) as (ana,), at_work(bot, address, seeks=["drafti"], matches=1) as working:
        match_id = await seek_of(bot, ana, "drafti")
        await ana.join(match_id)
        async with ana.watch(match_id) as live:
            async for state in live:
                if len(live.record) in (4, 9, 10):
                    relay.cut()
                if len(live.record) > 14 and state.moves:
                    await live.resign()
                elif state.moves:
                    await live.play(state.moves[0].text)
        await working
    assert relay.cut_connections > 0
    assert len(bot.views) >= 6
