"""The WebSocket of a match: after hello, numbered updates to the client and commands from it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types.empty import Empty
from litestar.utils.scope.state import ScopeState

from damero.application.enter_as_guest import as_player
from damero.application.log_in import authenticate
from damero.application.ports import StoreUnavailable
from damero.application.work_queue import sender
from damero.domain.clock import NO_LAG, Lag
from damero.domain.errors import DameroError
from damero.web import problems, wire
from damero.web.auth import address_of, check_origin, current_account, note_address, signed_in, token_of
from damero.web.context import Context, ServerContext
from damero.web.dispatch import CommandHandler
from damero.web.limits import SNAPSHOT
from damero.web.live.broadcast import Watcher
from damero.web.live.connection import Connection, never, run_connection
from damero.web.live.rooms import Room
from damero.web.live.socket_session import SocketSession
from damero.web.live.websocket_protocol import TOO_MANY, kernel_round_trip, network_of
from damero.web.openapi import MatchPath

HELLO_WITHIN = 5.0
MOST_MALFORMED = 3
NOT_ALLOWED, TOO_LARGE, TRY_AGAIN = 1008, 1009, 1013
NOT_THIS_PROTOCOL, NO_SUCH_MATCH, NO_HELLO = 4400, 4404, 4408

AnySocket = WebSocket[Any, Any, Any]


class MatchConnection:
    """One connection to one match, from hello until it closes."""

    __slots__ = (
        "_address",
        "_commands",
        "_connection",
        "_context",
        "_frames",
        "_hellos",
        "_malformed",
        "_match_id",
        "_room",
        "_session",
        "_watcher",
    )

    def __init__(
        self, context: ServerContext, match_id: str, address: str, connection: Connection, session: SocketSession
    ) -> None:
        self._context = context
        self._match_id = match_id
        self._address = address
        self._connection = connection
        self._session = session
        self._room: Room | None = None
        self._watcher: Watcher | None = None
        self._malformed = 0
        limits = context.gate.limits
        self._frames = context.gate.for_connection(limits.frames_by_connection)
        self._commands: tuple[str, Callable[[], None]] | None = None
        """Whose commands are limited, and how."""
        self._hellos = context.gate.for_connection(limits.hellos_by_connection)

    async def run(self, socket: AnySocket) -> None:
        """Reads frames until either end closes the connection."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                first = await receive(socket)
            while first is not None and await self._receive(first):
                first = await receive(socket)
        except TimeoutError:
            self._connection.close(NO_HELLO)
        finally:
            if self._room is not None and self._watcher is not None:
                await self._context.rooms.leave(self._room, self._watcher)

    async def _receive(self, data: bytes) -> bool:
        """Handles one frame; whether to go on."""
        if len(data) > wire.LONGEST_FRAME:
            self._connection.close(TOO_LARGE)
            return False
        try:
            self._frames.take()
            frame = wire.read_client_frame(data)
        except problems.TooManyError as refusal:
            self._refuse(problems.problem(refusal))
            self._connection.close(TOO_MANY)
            return False
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
            return self._refuse_malformed(fault)
        self._malformed = 0
        return await self._handle(frame)

    async def _handle(self, frame: wire.ClientFrame) -> bool:
        if isinstance(frame, wire.Pong):
            self._connection.receive_pong(frame.id)
            return True
        if isinstance(frame, wire.Hello):
            return self._may_say_hello() and await self._hello(frame)
        if self._watcher is None:
            self._connection.close(NO_HELLO)
            return False
        await self._command(frame)
        return True

    def _may_say_hello(self) -> bool:
        """Each hello is answered with a snapshot, which can be large."""
        gate = self._context.gate
        try:
            self._hellos.take()
            gate.request(self._address, SNAPSHOT)
        except problems.TooManyError as refusal:
            self._refuse(problems.problem(refusal))
            self._connection.close(TOO_MANY)
            return False
        return True

    async def _hello(self, hello: wire.Hello) -> bool:
        if hello.token is not None:
            self._session.identify(await authenticate(self._context.services, hello.token), hello.token)
            sender.set(self._context.gate.sender(self._address, self._session.player_id))
        player_id = self._session.player_id
        if self._watcher is None or self._watcher.player_id != player_id:
            await self._change_watcher(player_id)
        assert self._watcher is not None
        self._watcher.wanted, self._watcher.takes_changes = hello.seat, hello.changes
        self._watcher.plies = hello.plies
        try:
            self._room = await self._context.rooms.enter(self._match_id, self._watcher, hello.version)
        except DameroError as refusal:
            self._refuse(problems.problem(refusal))
            self._connection.close(NO_SUCH_MATCH)
            return False
        except StoreUnavailable as failure:
            self._refuse(problems.unavailable(failure))
            self._connection.close(TRY_AGAIN)
            return False
        return True

    async def _change_watcher(self, player_id: str | None) -> None:
        if self._room is not None and self._watcher is not None:
            await self._context.rooms.leave(self._room, self._watcher)
        self._watcher = Watcher(self._connection, player_id)

    async def _command(self, frame: wire.CommandFrame) -> None:
        try:
            account = signed_in(self._session.account)
            self._check_limits(account.id)
            self._note_quick_move(frame)
            handler = CommandHandler(self._context.services, self._match_id, as_player(account), self._lag())
            ack = await handler.handle(frame)
        except DameroError as refusal:
            self._refuse(problems.problem(refusal), frame.command_id)
        except StoreUnavailable as failure:
            self._refuse(problems.unavailable(failure), frame.command_id)
        else:
            self._connection.hold(wire.write_frame(wire.AckFrame(*msgspec.structs.astuple(ack))))

    def _check_limits(self, player_id: str) -> None:
        """In a match with a made-up start a move can take long, so whoever has used up their time must wait."""
        gate = self._context.gate
        if self._commands is None or self._commands[0] != player_id:
            self._commands = player_id, gate.commands_of(player_id, self._address)
        self._commands[1]()
        if self._room is not None and self._room.match.created.start is not None:
            gate.check_exhausted(self._address, player_id)

    def _lag(self) -> Lag:
        """Measured only where it counts: in a match with clocks."""
        return self._connection.lag if self._is_timed else NO_LAG

    @property
    def _is_timed(self) -> bool:
        return self._room is not None and bool(self._room.match.clock.accounts)

    def _note_quick_move(self, frame: wire.CommandFrame) -> None:
        """A move that comes sooner than the estimated round trip allows shows that the trip is shorter."""
        if self._room is None or self._watcher is None or not isinstance(frame, wire.PlayFrame):
            return
        match = self._room.match
        if self._is_timed and match.to_move in self._watcher.seats:
            pause = match.moves[-1].pause if match.moves else 0
            self._connection.note_round_trip(pause + match.clock.elapsed(self._context.services.clock.now()))

    def _refuse_malformed(self, fault: Exception) -> bool:
        self._refuse(problems.malformed(fault))
        self._malformed += 1
        if self._malformed < MOST_MALFORMED:
            return True
        self._connection.close(NOT_THIS_PROTOCOL)
        return False

    def _refuse(self, problem: wire.Problem, command_id: str | None = None) -> None:
        self._connection.send(wire.write_frame(problems.error_frame(problem, command_id)))


@websocket("/ws/matches/{match_id:str}")
async def match_socket(match_id: MatchPath, socket: AnySocket, context: Context) -> None:
    async with opened(socket, context) as (connection, session):
        if connection is not None and session is not None:
            reader = MatchConnection(context, match_id, address_of(socket), connection, session)
            await run_connection(connection, reader.run(socket))


@asynccontextmanager
async def opened(
    socket: AnySocket, context: ServerContext
) -> AsyncIterator[tuple[Connection | None, SocketSession | None]]:
    """Accepts a connection; gives none if it is refused."""
    try:
        async with _opened(socket, context) as accepted:
            yield accepted
    finally:
        del socket.receive, socket.send  # Both refer to the socket.


@asynccontextmanager
async def _opened(
    socket: AnySocket, context: ServerContext
) -> AsyncIterator[tuple[Connection | None, SocketSession | None]]:
    try:
        check_origin(socket)
        gate, address = context.gate, address_of(socket)
        gate.request(address, 1)
        account = await current_account(context.services, socket)
        release = gate.open_socket(address, account.id if account else None)
        sender.set(gate.sender(address, account.id if account else None))
        if account is not None:
            note_address(context.services, account.id, address)
    except DameroError as refusal:
        await socket.accept()
        await socket.send_data(wire.write_frame(problems.error_frame(problems.problem(refusal))).decode())
        await socket.close(code=TOO_MANY if isinstance(refusal, problems.TooManyError) else NOT_ALLOWED)
        yield None, None
        return
    await socket.accept()
    network = network_of(socket)
    connection = Connection(socket, partial(kernel_round_trip, socket), network.write if network else never)
    session = SocketSession(context.services, connection)
    session.identify(account, token_of(socket))
    if network is not None:
        network.forget_handshake()
        ScopeState.from_scope(socket.scope).headers = Empty
    try:
        yield connection, session
    finally:
        session.end()
        release()


async def receive(socket: AnySocket) -> bytes | None:
    """The next frame as bytes; `None` when the connection is closed."""
    try:
        message = await socket.receive()
    except WebSocketDisconnect:
        return None
    if message["type"] != "websocket.receive":
        return None
    text = message.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
