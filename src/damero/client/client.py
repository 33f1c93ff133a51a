"""Requests over HTTP, and connections to matches and to the lobby."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damero.client.analysis import follow
from damero.client.answers import failure_of
from damero.client.errors import Refusal
from damero.client.keepsakes import Nonces, Receipts
from damero.client.live import Live, new_id
from damero.domain.fairness import nonce_hash
from damero.web import wire

Result = TypeVar("Result")
LONGEST_MESSAGE = 4 * 1024 * 1024


class Client:
    """A connection to a server, for one player.

    Every request raises `Refusal` if the server refuses, `Disconnected` or an error of `httpx` if it is not reached.

    >>> import asyncio
    >>> from damero.client import Client
    >>> async def first_move(address):
    ...     async with Client(address) as client:
    ...         await client.enter()
    ...         created = await client.create("drafti", opponent="engine", level=1, seat="white")
    ...         await client.play(created.match.id, "21-17")
    ...         return (await client.plies(created.match.id)).record[0].text
    >>> asyncio.run(first_move(address))  # "http://127.0.0.1:8000"
    '21-17'
    """

    def __init__(self, address: str = "http://127.0.0.1:8000", token: str | None = None) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.player: wire.Player | None = None
        self.receipts = Receipts()
        self.nonces = Nonces()
        is_secure = self.address.startswith("https")
        self._http = httpx.AsyncClient(base_url=self.address, timeout=30, verify=is_secure, trust_env=is_secure)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def enter(self, name: str | None = None) -> wire.Player:
        """Enters as a guest."""
        return self._welcome(await self.ask("POST", "/api/guests", wire.SignedIn, wire.NewGuest(name)))

    async def register(self, name: str, password: str) -> wire.Player:
        """Create an account, and enter with it."""
        return self._welcome(await self.ask("POST", "/api/accounts", wire.SignedIn, wire.Credentials(name, password)))

    async def log_in(self, name: str, password: str) -> wire.Player:
        """Enter with an account."""
        return self._welcome(await self.ask("POST", "/api/sessions", wire.SignedIn, wire.Credentials(name, password)))

    async def games(self) -> tuple[wire.Game, ...]:
        """The games that the server has."""
        return (await self.ask("GET", "/api/games", wire.Games)).games

    async def armies(self, game: str, seat: str) -> wire.Armies:
        """The pieces a seat places before the game begins, and ready-made armies."""
        return await self.ask("GET", f"/api/games/{game}/formations?seat={seat}", wire.Armies)

    async def create(self, game: str, opponent: str = "anyone", **options: Any) -> wire.Snapshot:
        """A new match; `options` are the other fields of `wire.CreateMatch`."""
        return await self._create("/api/matches", wire.CreateMatch, game=game, opponent=opponent, **options)

    async def seek(self, game: str, **options: Any) -> wire.Snapshot:
        """Joins the oldest match in the lobby that fits, or creates one; `options` are fields of `wire.SeekGame`."""
        return await self._create("/api/seeks", wire.SeekGame, game=game, **options)

    async def challenge(self, player: str, game: str, **options: Any) -> wire.Snapshot:
        """Challenges the player with this name; `options` are the other fields of `wire.CreateMatch`."""
        return await self.create(game, "player", player=player, **options)

    async def challenges(self) -> wire.Challenges:
        """My challenges that are not answered yet."""
        return await self.ask("GET", "/api/me/challenges", wire.Challenges)

    async def accept(self, match_id: str) -> wire.Ack:
        """Accepts a challenge."""
        return await self.join(match_id)

    async def decline(self, match_id: str) -> wire.Ack:
        """Declines a challenge."""
        return await self.act(match_id, "decline", wire.Act(new_id()))

    async def matches(self) -> tuple[wire.Summary, ...]:
        """My matches that are not over. Those in which it is my turn come first."""
        return (await self.ask("GET", "/api/me/matches", wire.Summaries)).matches

    async def join(self, match_id: str, code: str | None = None) -> wire.Ack:
        """Take the free seat of a match. A private one asks for its code."""
        ack = await self.act(match_id, "join", wire.Join(new_id(), code, nonce_hash=self.nonces.announce(match_id)))
        if ack.commitment:
            await self.match(match_id)
        return ack

    async def plies(self, match_id: str, start: int = 0, limit: int = 500) -> wire.RecordPage:
        """Some of the moves of a match, from this ply on."""
        return await self.ask("GET", f"/api/matches/{match_id}/plies?start={start}&limit={limit}", wire.RecordPage)

    async def match(self, match_id: str) -> wire.Snapshot:
        """The match as I may see it; tells my nonce if the match waits for it."""
        return await self._tell_nonce(await self.ask("GET", f"/api/matches/{match_id}", wire.Snapshot))

    async def play(self, match_id: str, text: str, version: int | None = None) -> wire.Ack:
        """Play a move. With a version, it is refused if the match has changed since."""
        return await self.act(match_id, "moves", wire.Play(new_id(), version, text=text))

    async def claim(self, match_id: str, *, draw: bool = False) -> wire.Ack:
        """Claims a win, or a draw, in a match whose other player has left."""
        return await self.act(match_id, "claim", wire.Claim(new_id(), draw=draw))

    async def act(self, match_id: str, action: str, order: wire.Request) -> wire.Ack:
        """Any action of a match by its path: `moves`, `resign`, `offers/12/accept` …"""
        order = self.nonces.announce_rematch(order, match_id)
        return await self.ask("POST", f"/api/matches/{match_id}/{action}", wire.Ack, order)

    async def ask(self, method: str, path: str, kind: type[Result], body: wire.Request | None = None) -> Result:
        """Any request; raises `Refusal` if the server refuses, `Disconnected` if something else answers for it."""
        answer = await self.send(method, path, None if body is None else msgspec.json.encode(body))
        if answer.status_code >= 400:
            raise failure_of(answer)
        result = msgspec.json.decode(answer.content, type=kind)
        if isinstance(result, wire.Snapshot):
            self.receipts.keep(result.match.id, result.version, result.head)
        elif isinstance(result, wire.Ack):
            self.receipts.keep(result.match_id, result.version, result.head)
        return result

    async def send(self, method: str, path: str, body: bytes | None = None) -> httpx.Response:
        """Any request, with whatever the server answers."""
        headers = {"content-type": "application/json"} if body is not None else {}
        return await self._http.request(method, path, content=body, headers=headers | self._credentials)

    @asynccontextmanager
    async def watch(
        self, match_id: str, version: int | None = None, seat: str | None = None, plies: int | None = None
    ) -> AsyncIterator[Live]:
        """Connects to a match until the block is left. With `plies`, its record begins with the newest of them."""
        async with self._connected(f"/ws/matches/{match_id}") as socket:
            live = Live(socket, match_id, self.receipts, self.nonces)
            reader = asyncio.create_task(live.listen())
            try:
                await live.hello(version, seat, plies)
                yield live
            finally:
                reader.cancel()
                await asyncio.gather(reader, return_exceptions=True)

    async def analyse(self, **wanted: Any) -> AsyncGenerator[wire.AnalysisFrame, None]:
        """The best lines, ever deeper; `wanted` are fields of `wire.AnalyseFrame`. Closing it stops the analysis."""
        request = msgspec.convert({"type": "analyse", "id": 1, **wanted}, wire.AnalyseFrame)
        async with self._connected("/ws/analysis") as socket, aclosing(follow(socket, request)) as found:
            async for frame in found:
                assert isinstance(frame, wire.AnalysisFrame)
                yield frame

    async def review(self, match_id: str) -> AsyncGenerator[wire.JudgementFrame, None]:
        """Every move of a finished match, judged in order. Closing it stops it."""
        request = wire.ReviewFrame(id=1, match=match_id)
        async with self._connected("/ws/analysis") as socket, aclosing(follow(socket, request)) as found:
            async for frame in found:
                assert isinstance(frame, wire.JudgementFrame)
                yield frame

    async def lobby(self) -> AsyncIterator[wire.Lobby | wire.ChallengesFrame]:
        """The lobby and my challenges as they are now, and again whenever they change, until the connection is lost."""
        async with self._connected("/ws/lobby") as socket:
            with suppress(ConnectionClosed):
                async for data in socket:
                    frame = wire.read_server_frame(data)
                    if isinstance(frame, wire.Ping):
                        await socket.send(wire.write_frame(wire.Pong(frame.id)).decode())
                    elif isinstance(frame, wire.Lobby | wire.ChallengesFrame):
                        yield frame

    @asynccontextmanager
    async def _connected(self, path: str) -> AsyncIterator[ClientConnection]:
        async with connect(
            f"{self.address.replace('http', 'ws', 1)}{path}",
            additional_headers=self._credentials,
            max_size=LONGEST_MESSAGE,
            compression=None,
            ping_interval=None,
            close_timeout=1,
        ) as socket:
            yield socket

    async def _create(self, path: str, kind: type[wire.Request], **fields: Any) -> wire.Snapshot:
        """A new match, in whose chance I take part."""
        nonce = secrets.token_hex(32)
        body = msgspec.convert({"nonce_hash": nonce_hash(nonce), **fields}, kind)
        created = await self.ask("POST", path, wire.Snapshot, body)
        self.nonces.keep(created.match.id, nonce)
        return await self._tell_nonce(created)

    async def _tell_nonce(self, seen: wire.Snapshot) -> wire.Snapshot:
        """The match after telling the nonce that it waits for."""
        nonce = self.nonces.of(seen.match)
        if nonce is None or "nonce" not in seen.state.can:
            return seen
        with suppress(Refusal):
            await self.act(seen.match.id, "nonce", wire.OpenNonce(new_id(), nonce))
        return await self.ask("GET", f"/api/matches/{seen.match.id}", wire.Snapshot)

    @property
    def _credentials(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def _welcome(self, entrance: wire.SignedIn) -> wire.Player:
        self.token, self.player = entrance.token, entrance.player
        self._http.cookies.clear()
        return entrance.player
