"""A small typed client for bots, tests and tools: HTTP for requests, one WebSocket for each match that is played.

async with Client("http://127.0.0.1:8000") as client:
    await client.enter("Ana")
    match = await client.create("drafti", opponent="engine")
    async with client.watch(match.match.id) as live:
        async for state in live:
            if state.moves:
                await live.play(state.moves[0].text)
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar, cast
from uuid import uuid4

import httpx
import msgspec
from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damero.domain.fairness import nonce_hash
from damero.web import wire

Result = TypeVar("Result")
LONGEST_MESSAGE = 4 * 1024 * 1024


class Refusal(Exception):
    """The server refused: a code for programs and a sentence for people."""

    def __init__(self, code: str, detail: str, squares: tuple[str, ...] = (), status: int | None = None) -> None:
        super().__init__(f"{code} {detail}")
        self.code = code
        self.detail = detail
        self.squares = squares
        self.status = status


class Disconnected(Exception):
    """The connection is lost. A command without an answer may have been carried out: send it again with the same id."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The head of a match's hash chain at a version. A record that does not lead to it was rewritten."""

    version: int
    head: str


class Receipts:
    """The newest receipt of each match."""

    def __init__(self) -> None:
        self._newest: dict[str, Receipt] = {}

    def __getitem__(self, match_id: str) -> Receipt:
        return self._newest[match_id]

    def keep(self, match_id: str, version: int, head: str | None) -> None:
        kept = self._newest.get(match_id)
        if head and (kept is None or version >= kept.version):
            self._newest[match_id] = Receipt(version, head)


class Nonces:
    """The player's part in the chance of each match: only the hash is announced, the nonce is told later."""

    def __init__(self) -> None:
        self._nonces: dict[str, str] = {}

    def announce(self, match_id: str) -> str:
        """The hash of the nonce for this match."""
        return nonce_hash(self._nonces.setdefault(match_id, secrets.token_hex(32)))

    def announce_rematch(self, order: wire.Request, match_id: str) -> wire.Request:
        """The offer or acceptance, with the hash of a nonce for the next match."""
        if isinstance(order, wire.Offer | wire.Accept) and order.nonce_hash is None:
            return structs.replace(order, nonce_hash=self.announce(f"rematch of {match_id}"))
        return order

    def keep(self, match_id: str, nonce: str) -> None:
        self._nonces[match_id] = nonce

    def of(self, match: wire.MatchFacts) -> str | None:
        return self._nonces.get(match.id) or self._nonces.get(f"rematch of {match.rematch_of}")


class Client:
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
        return self._welcome(await self.ask("POST", "/api/accounts", wire.SignedIn, wire.Credentials(name, password)))

    async def log_in(self, name: str, password: str) -> wire.Player:
        return self._welcome(await self.ask("POST", "/api/sessions", wire.SignedIn, wire.Credentials(name, password)))

    async def games(self) -> tuple[wire.Game, ...]:
        return (await self.ask("GET", "/api/games", wire.Games)).games

    async def armies(self, game: str, seat: str) -> wire.Armies:
        """The pieces a seat places before the game begins, and ready-made armies."""
        return await self.ask("GET", f"/api/games/{game}/formations?seat={seat}", wire.Armies)

    async def create(self, game: str, opponent: str = "anyone", **options: Any) -> wire.Snapshot:
        """A new match; `options` are the other fields of `wire.CreateMatch`."""
        nonce = secrets.token_hex(32)
        fields = {"game": game, "opponent": opponent, "nonce_hash": nonce_hash(nonce), **options}
        created = await self.ask("POST", "/api/matches", wire.Snapshot, msgspec.convert(fields, wire.CreateMatch))
        self.nonces.keep(created.match.id, nonce)
        return await self._tell_nonce(created)

    async def join(self, match_id: str, code: str | None = None) -> wire.Ack:
        ack = await self.act(match_id, "join", wire.Join(new_id(), code, nonce_hash=self.nonces.announce(match_id)))
        if ack.commitment:
            await self.match(match_id)
        return ack

    async def match(self, match_id: str) -> wire.Snapshot:
        """The match as I may see it; tells my nonce if the match waits for it."""
        return await self._tell_nonce(await self.ask("GET", f"/api/matches/{match_id}", wire.Snapshot))

    async def play(self, match_id: str, text: str, version: int | None = None) -> wire.Ack:
        return await self.act(match_id, "moves", wire.Play(new_id(), version, text=text))

    async def act(self, match_id: str, action: str, order: wire.Request) -> wire.Ack:
        """Any action of a match by its path: `moves`, `resign`, `offers/12/accept` …"""
        order = self.nonces.announce_rematch(order, match_id)
        return await self.ask("POST", f"/api/matches/{match_id}/{action}", wire.Ack, order)

    async def ask(self, method: str, path: str, kind: type[Result], body: wire.Request | None = None) -> Result:
        """Any request; raises `Refusal` if the server refuses."""
        answer = await self.send(method, path, None if body is None else msgspec.json.encode(body))
        if answer.status_code >= 400:
            problem = msgspec.json.decode(answer.content, type=wire.Problem)
            raise Refusal(problem.code, problem.detail, problem.squares, problem.status)
        result = msgspec.json.decode(answer.content, type=kind)
        if isinstance(result, wire.Snapshot):
            self.receipts.keep(result.match.id, result.version, result.head)
        elif isinstance(result, wire.Ack):
            self.receipts.keep(result.match_id, result.version, result.head)
        return result

    async def send(self, method: str, path: str, body: bytes | None = None) -> httpx.Response:
        headers = {"content-type": "application/json"} if body is not None else {}
        return await self._http.request(method, path, content=body, headers=headers | self._credentials)

    @asynccontextmanager
    async def watch(self, match_id: str, version: int | None = None, seat: str | None = None) -> AsyncIterator[Live]:
        """Connects to a match until the block is left."""
        address = f"{self.address.replace('http', 'ws', 1)}/ws/matches/{match_id}"
        async with connect(
            address,
            additional_headers=self._credentials,
            max_size=LONGEST_MESSAGE,
            compression=None,
            ping_interval=None,
            close_timeout=1,
        ) as socket:
            live = Live(socket, match_id, self.receipts, self.nonces)
            reader = asyncio.create_task(live.listen())
            try:
                await live.hello(version, seat)
                yield live
            finally:
                reader.cancel()
                await asyncio.gather(reader, return_exceptions=True)

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


class Live:
    """A match as it is now, kept up to date by the server."""

    def __init__(self, socket: ClientConnection, match_id: str, receipts: Receipts, nonces: Nonces) -> None:
        self.socket = socket
        self.match_id = match_id
        self.receipts = receipts
        self.nonces = nonces
        self.version = 0
        self.match: wire.MatchFacts | None = None
        self.viewer: wire.Viewer | None = None
        self.presence: wire.Presence | None = None
        self.record: list[wire.Ply] = []
        self.events: list[wire.Event] = []
        """What happened since the connection was opened, in order."""
        self._state: wire.State | None = None
        self._waiting: dict[str, asyncio.Future[wire.Ack]] = {}
        self._changed = asyncio.Condition()
        self._is_open = True

    @property
    def state(self) -> wire.State:
        if self._state is None:
            raise Disconnected("Nothing is known of the match yet.")
        return self._state

    async def __aiter__(self) -> AsyncIterator[wire.State]:
        """The current state, and again after every change, until the match is over or the connection is lost."""
        shown = 0
        while True:
            shown = await self._version_after(shown)
            yield self.state
            if self.state.status in (wire.Status.FINISHED, wire.Status.ABORTED):
                return

    async def hello(self, version: int | None = None, seat: str | None = None) -> None:
        await self._send(wire.Hello(version, seat))

    async def play(self, text: str, command_id: str | None = None, version: int | None = None) -> wire.Ack:
        """Plays a move; returns once it is durable."""
        known = self.version if version is None else version
        return await self.order(wire.PlayFrame(command_id or new_id(), known, text=text))

    async def place(self, pieces: tuple[wire.Placed, ...]) -> wire.Ack:
        return await self.order(wire.PlaceFrame(new_id(), pieces))

    async def resign(self) -> wire.Ack:
        return await self.order(wire.ResignFrame(new_id()))

    async def order(self, frame: wire.CommandFrame) -> wire.Ack:
        """Sends a command and waits for its answer; `Refusal` or `Disconnected` if there is none."""
        if not self._is_open:
            raise Disconnected("The connection is lost.")
        frame = cast(wire.CommandFrame, self.nonces.announce_rematch(frame, self.match_id))
        answer = self._waiting.get(frame.command_id)
        if answer is None:
            answer = self._waiting[frame.command_id] = asyncio.get_running_loop().create_future()
        try:
            await self._send(frame)
            return await answer
        finally:
            self._waiting.pop(frame.command_id, None)

    async def listen(self) -> None:
        """Receives frames until the connection is closed."""
        try:
            async for data in self.socket:
                await self._take(wire.read_server_frame(data))
        except ConnectionClosed:
            pass
        finally:
            await self._end()

    async def _take(self, frame: wire.ServerFrame) -> None:
        match frame:
            case wire.Ping():
                await self._send(wire.Pong(frame.id))
            case wire.AckFrame() | wire.ErrorFrame():
                self._answer(frame)
            case wire.PresenceFrame():
                self.presence = frame
            case wire.Snapshot():
                self.match, self.record = frame.match, list(frame.record)
                await self._show(frame)
            case wire.Update():
                if frame.version < self.version:
                    return
                self.record[frame.record_from :] = frame.record
                self.events.extend(frame.events)
                await self._show(frame)

    async def _version_after(self, version: int) -> int:
        async with self._changed:
            await self._changed.wait_for(lambda: self.version > version or not self._is_open)
        if self.version <= version:
            raise Disconnected("The connection is lost.")
        return self.version

    def _answer(self, frame: wire.AckFrame | wire.ErrorFrame) -> None:
        if isinstance(frame, wire.AckFrame):
            self.receipts.keep(self.match_id, frame.version, frame.head)
        waiting = self._waiting.get(frame.command_id or "")
        if waiting is None or waiting.done():
            return
        if isinstance(frame, wire.ErrorFrame):
            waiting.set_exception(Refusal(frame.code, frame.detail, frame.squares))
        else:
            waiting.set_result(frame)

    async def _show(self, frame: wire.Snapshot | wire.Update) -> None:
        self._state, self.version, self.viewer, self.presence = frame.state, frame.version, frame.viewer, frame.presence
        self.receipts.keep(self.match_id, frame.version, frame.head)
        nonce = self.nonces.of(self.match) if self.match else None
        if nonce and "nonce" in frame.state.can:
            await self._send(wire.NonceFrame(new_id(), nonce))
        async with self._changed:
            self._changed.notify_all()

    async def _end(self) -> None:
        self._is_open = False
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(Disconnected("The connection was lost before the answer came."))
        async with self._changed:
            self._changed.notify_all()

    async def _send(self, frame: wire.ClientFrame) -> None:
        try:
            await self.socket.send(wire.write_frame(frame).decode())
        except ConnectionClosed as closed:
            raise Disconnected(str(closed)) from closed


def new_id() -> str:
    """A fresh command id."""
    return uuid4().hex
