"""The live line of a match: hello, then numbered updates one way and commands the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from damero.application.enter_as_guest import as_player
from damero.application.log_in import authenticate
from damero.application.ports import StoreUnavailable
from damero.domain.errors import DameroError
from damero.web import problems, wire
from damero.web.contract import MatchPath
from damero.web.line import Line, converse
from damero.web.orders import Clerk
from damero.web.reception import Desk, Reception
from damero.web.rooms import Room, Watcher
from damero.web.visit import Visit
from damero.web.who import address_of, asker, check_origin, signed_in, token_of

HELLO_WITHIN = 5.0
MOST_MALFORMED = 3
NOT_ALLOWED, TOO_LARGE, NOT_THIS_PROTOCOL, NO_SUCH_MATCH, NO_HELLO, TOO_MANY = 1008, 1009, 4400, 4404, 4408, 4429

AnySocket = WebSocket[Any, Any, Any]


class Session:
    """One connection to one match, from hello to goodbye."""

    def __init__(self, desk: Reception, match_id: str, line: Line, visit: Visit) -> None:
        self._desk = desk
        self._match_id = match_id
        self._line = line
        self._visit = visit
        self._room: Room | None = None
        self._watcher: Watcher | None = None
        self._malformed = 0

    async def run(self, socket: AnySocket) -> None:
        """Reads until the other end leaves or is sent away."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await receive(socket)
            while first is not None and await self._take(first):
                first = await receive(socket)
        except TimeoutError:
            self._line.close(NO_HELLO)
        finally:
            if self._room is not None and self._watcher is not None:
                await self._desk.rooms.leave(self._room, self._watcher)

    async def _take(self, data: bytes) -> bool:
        """Deals with one frame; whether to go on."""
        if len(data) > wire.LONGEST_FRAME:
            self._line.close(TOO_LARGE)
            return False
        try:
            self._desk.gate.by_connection(self._desk.gate.limits.frames_by_connection, self._line)
            frame = wire.read_client_frame(data)
        except problems.TooManyError as refusal:
            self._refuse(problems.problem(refusal))
            self._line.close(TOO_MANY)
            return False
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
            return self._malformed_once_more(fault)
        self._malformed = 0
        return await self._heed(frame)

    async def _heed(self, frame: wire.ClientFrame) -> bool:
        if isinstance(frame, wire.Pong):
            self._line.hear(frame.id)
            return True
        if isinstance(frame, wire.Hello):
            return await self._greet(frame)
        if self._watcher is None:
            self._line.close(NO_HELLO)
            return False
        await self._order(frame)
        return True

    async def _greet(self, hello: wire.Hello) -> bool:
        if hello.token is not None:
            self._visit.identify(await authenticate(self._desk.hall, hello.token), hello.token)
        player_id = self._visit.record.id if self._visit.record else None
        if self._watcher is None or self._watcher.player_id != player_id:
            await self._change_watcher(player_id)
        assert self._watcher is not None
        self._watcher.wanted = hello.seat
        try:
            self._room = await self._desk.rooms.enter(self._match_id, self._watcher, hello.version)
        except DameroError as refusal:
            self._refuse(problems.problem(refusal))
            self._line.close(NO_SUCH_MATCH)
            return False
        return True

    async def _change_watcher(self, player_id: str | None) -> None:
        if self._room is not None and self._watcher is not None:
            await self._desk.rooms.leave(self._room, self._watcher)
        self._watcher = Watcher(self._line, player_id)

    async def _order(self, frame: wire.CommandFrame) -> None:
        try:
            record = signed_in(self._visit.record)
            self._desk.gate.by_player(self._desk.gate.limits.commands_by_player, record.id)
            clerk = Clerk(self._desk.hall, self._match_id, as_player(record), self._line.round_trip)
            ack = await clerk.carry_out(frame)
        except DameroError as refusal:
            self._refuse(problems.problem(refusal), frame.command_id)
        except StoreUnavailable:
            self._refuse(problems.unavailable(), frame.command_id)
        else:
            self._line.send(
                wire.write_frame(wire.AckFrame(ack.command_id, ack.match_id, ack.version, ack.pending, ack.rematch))
            )

    def _malformed_once_more(self, fault: Exception) -> bool:
        self._refuse(problems.malformed(fault))
        self._malformed += 1
        if self._malformed < MOST_MALFORMED:
            return True
        self._line.close(NOT_THIS_PROTOCOL)
        return False

    def _refuse(self, problem: wire.Problem, command_id: str | None = None) -> None:
        self._line.send(wire.write_frame(problems.error_frame(problem, command_id)))


@websocket("/ws/matches/{match_id:str}")
async def match_socket(match_id: MatchPath, socket: AnySocket, desk: Desk) -> None:
    async with opened(socket, desk) as (line, visit):
        if line is not None and visit is not None:
            await converse(line, Session(desk, match_id, line, visit).run(socket))


@asynccontextmanager
async def opened(socket: AnySocket, desk: Reception) -> AsyncIterator[tuple[Line | None, Visit | None]]:
    """A line to whoever connects; none if it must not connect."""
    try:
        check_origin(socket)
        record = await asker(desk.hall, socket)
        release = desk.gate.open_socket(address_of(socket), record.id if record else None)
    except DameroError as refusal:
        await socket.accept()
        await socket.send_data(wire.write_frame(problems.error_frame(problems.problem(refusal))).decode())
        await socket.close(code=TOO_MANY if isinstance(refusal, problems.TooManyError) else NOT_ALLOWED)
        yield None, None
        return
    await socket.accept()
    line = Line(socket)
    visit = Visit(desk.hall, line)
    visit.identify(record, token_of(socket))
    try:
        yield line, visit
    finally:
        visit.end()
        release()


async def receive(socket: AnySocket) -> bytes | None:
    """The next frame as it came; nothing when the other end is gone."""
    try:
        message = await socket.receive()
    except WebSocketDisconnect:
        return None
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
