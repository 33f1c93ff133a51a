"""A server in a process of its own that is killed again and again, and players who do not mind."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import DEVNULL, Process, create_subprocess_exec
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Self, TypeVar

import httpx
from tests.ports import free_port
from websockets.exceptions import WebSocketException

from damero.client import Client, Disconnected, Live, Refusal, new_id
from damero.domain import catalogue
from damero.web import wire

GONE = (Disconnected, OSError, httpx.TransportError, WebSocketException, asyncio.TimeoutError)
TRY_AGAIN = ("TOO_MANY_REQUESTS", "STORE_UNAVAILABLE", "SERVER_BUSY")
LOOK_FOR_STOP = 0.5
Result = TypeVar("Result")


@dataclass
class Server:
    """`damero serve` on one port and one file, through all its lives."""

    folder: Path
    database: str | None = None
    """Of PostgreSQL; without one, an SQLite file in the folder."""
    port: int = field(default_factory=free_port)
    process: Process | None = None
    born: float = 0.0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self) -> None:
        self.born = time.monotonic()
        command = ("-m", "damero", "serve", "--no-browser", "--port", str(self.port), "--data", str(self.folder))
        shared = ("--database", self.database, "--engine-workers", "1") if self.database else ()
        self.process = await create_subprocess_exec(sys.executable, *command, *shared, stdout=DEVNULL)

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await self.process.wait()


@dataclass
class Ledger:
    """What the server has acknowledged, and when."""

    moves: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """For each match the version and the text of each move."""
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Moves by the family of the game and by the way they were sent."""
    errors: dict[str, str] = field(default_factory=dict)
    """The last thing that went wrong in each match, for a test that hangs."""
    last: float = 0.0
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    stopping: bool = False

    def note(self, match_id: str, ack: wire.Ack, text: str, kind: tuple[str, str]) -> None:
        self.moves.setdefault(match_id, []).append((ack.version, text))
        self.counts[kind] += 1
        self.last = time.monotonic()
        self.heard.set()

    def acknowledged(self) -> int:
        return sum(map(len, self.moves.values()))


async def insist(attempt: Callable[[], Awaitable[Result]]) -> Result:
    """Tries the same again until the server answers."""
    while True:
        try:
            async with asyncio.timeout(20):
                return await attempt()
        except GONE:
            await asyncio.sleep(0.05)
        except Refusal as refusal:
            if refusal.code not in TRY_AGAIN:
                raise
            await asyncio.sleep(0.5)


class Pair:
    """Two players who play one game after the other, whatever happens to the server."""

    def __init__(self, address: str, games: list[str], ledger: Ledger, seed: int, *, over_http: bool) -> None:
        self._clients = (Client(address), Client(address))
        self._games = games
        self._ledger = ledger
        self._random = Random(seed)
        self._play = self._play_over_http if over_http else self._play_over_websocket
        self._kind = (catalogue.game(games[0]).info.family, "HTTP" if over_http else "WebSocket")

    async def run(self) -> None:
        for client in self._clients:
            await insist(client.enter)
        turn = 0
        while not self._ledger.stopping:
            match_id = await self._begin(self._games[turn % len(self._games)])
            await asyncio.gather(*(self._play(client, match_id) for client in self._clients))
            turn += 1
        for client in self._clients:
            await client.__aexit__(None, None, None)

    async def _begin(self, game: str) -> str:
        first, second = self._clients
        command, join = new_id(), wire.Join(new_id())
        seats = catalogue.game(game).info.seats
        created = await insist(lambda: first.create(game, "friend", seat=seats[0], command_id=command))
        match_id = created.match.id
        await insist(lambda: second.act(match_id, "join", join))
        if "place" in created.state.can or catalogue.game(game).info.start == "placed":
            for client, seat in zip(self._clients, seats, strict=True):
                await self._place(client, match_id, game, seat)
        return match_id

    async def _place(self, client: Client, match_id: str, game: str, seat: str) -> None:
        armies = await insist(lambda: client.armies(game, seat))
        order = wire.Place(new_id(), self._random.choice(armies.formations).pieces)
        await insist(lambda: client.act(match_id, "army", order))

    async def _play_over_http(self, client: Client, match_id: str) -> None:
        """Like the other way, by asking for the state again and again."""
        pending: wire.Play | None = None
        while True:
            try:
                pending = pending or await self._next_order(client, match_id)
                if pending is None:
                    return
                ack = await client.act(match_id, "moves", pending)
                self._ledger.note(match_id, ack, pending.text or "", self._kind)
                pending = None
            except (*GONE, Refusal) as error:
                await self._after(error, match_id)

    async def _next_order(self, client: Client, match_id: str) -> wire.Play | None:
        """The next move when it is this client's turn; None when the game is over or everybody stops."""
        while not self._ledger.stopping:
            shown = await client.match(match_id)
            if shown.state.status in (wire.Status.FINISHED, wire.Status.ABORTED):
                return None
            if shown.state.moves:
                return wire.Play(new_id(), shown.version, text=self._random.choice(shown.state.moves).text)
            await asyncio.sleep(0.05)
        return None

    async def _states(self, live: Live) -> AsyncIterator[wire.State]:
        """Like `live`, until everybody stops: the other player may have stopped instead of moving."""
        shown = 0
        while not self._ledger.stopping:
            try:
                async with asyncio.timeout(LOOK_FOR_STOP):
                    shown = await live._version_after(shown)
            except TimeoutError:
                continue
            yield live.state
            if live.state.status in (wire.Status.FINISHED, wire.Status.ABORTED):
                return

    async def _play_over_websocket(self, client: Client, match_id: str) -> None:
        """Plays until the game is over or everybody stops; a move without an answer is sent again as it was."""
        pending: wire.PlayFrame | None = None
        known: int | None = None
        acknowledged = 0
        while True:
            try:
                async with client.watch(match_id, known) as live:
                    if pending is not None:
                        ack = await live.order(pending)
                        self._ledger.note(match_id, ack, pending.text or "", self._kind)
                        pending, acknowledged = None, ack.version
                    async for state in self._states(live):
                        known = live.version if live.match is None else None
                        if state.moves and live.version >= acknowledged:
                            text = self._random.choice(state.moves).text
                            pending = wire.PlayFrame(new_id(), live.version, text=text)
                            self._ledger.note(match_id, await live.order(pending), text, self._kind)
                            pending = None
                    return
            except (*GONE, Refusal) as error:
                await self._after(error, match_id)

    async def _after(self, error: Exception, match_id: str) -> None:
        """A pause before the same is tried again."""
        self._ledger.errors[match_id] = repr(error)
        if isinstance(error, Refusal) and error.code not in TRY_AGAIN:
            raise error
        await asyncio.sleep(0.5 if isinstance(error, Refusal) else 0.05)
