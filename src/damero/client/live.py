"""A match that is followed over a WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import cast
from uuid import uuid4

from msgspec import UNSET
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from damero.client.answers import refusal_of
from damero.client.changes import changed_state
from damero.client.errors import Disconnected
from damero.client.keepsakes import Nonces, Receipts
from damero.web import wire


class Live:
    """A match as it is now, kept up to date by the server.

    >>> import asyncio
    >>> from damero.client import Client
    >>> async def play_five_moves(address):
    ...     async with Client(address) as client:
    ...         await client.enter()
    ...         created = await client.create("drafti", opponent="engine", level=1)
    ...         async with client.watch(created.match.id) as live:
    ...             async for state in live:
    ...                 if len(live.record) >= 5:
    ...                     return state.status
    ...                 if state.moves:
    ...                     await live.play(state.moves[0].text)
    >>> print(asyncio.run(play_five_moves(address)))  # "http://127.0.0.1:8000"
    active
    """

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
        self.record_from = 0
        """The ply with which `record` begins; `Client.plies` gives the earlier ones."""
        self.events: list[wire.Event] = []
        """What happened since the connection was opened, in order."""
        self._seat: str | None = None
        self._state: wire.State | None = None
        self._waiting: dict[str, asyncio.Future[wire.Ack]] = {}
        self._changed = asyncio.Condition()
        self._is_open = True

    @property
    def state(self) -> wire.State:
        """Everything that can change, as the viewer may know it."""
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

    async def hello(self, version: int | None = None, seat: str | None = None, plies: int | None = None) -> None:
        """Ask for the match, or for what happened since a version."""
        self._seat = seat
        await self._send(wire.Hello(version, seat, plies=plies, changes=True))

    async def play(self, text: str, command_id: str | None = None, version: int | None = None) -> wire.Ack:
        """Plays a move; returns once it is durable and `state` is no older than it."""
        known = self.version if version is None else version
        return await self.order(wire.PlayFrame(command_id or new_id(), known, text=text))

    async def place(self, pieces: tuple[wire.Placed, ...]) -> wire.Ack:
        """Place the army, in games that begin so."""
        return await self.order(wire.PlaceFrame(new_id(), pieces))

    async def resign(self) -> wire.Ack:
        """Give the game up."""
        return await self.order(wire.ResignFrame(new_id()))

    async def claim(self, *, draw: bool = False) -> wire.Ack:
        """Claims a win, or a draw, because the other player has left."""
        return await self.order(wire.ClaimFrame(new_id(), draw=draw))

    async def order(self, frame: wire.CommandFrame) -> wire.Ack:
        """Sends a command and waits for its answer, and until `state` shows its effect.

        `Refusal` or `Disconnected` if there is no answer. The server answers before it tells of the change, and a
        command that is sent again gets the first answer: without waiting, `state` could still be older than that.
        """
        ack = await self._answered(frame)
        with suppress(Disconnected):
            await self._version_after(ack.version - 1)
        return ack

    async def _answered(self, frame: wire.CommandFrame) -> wire.Ack:
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
            if answer.done() and not answer.cancelled():
                answer.exception()  # The sending may have failed first: nobody else asks for this one.

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
                self.match, self.record, self.record_from = frame.match, list(frame.record), frame.record_from
                await self._show(frame)
            case wire.Update():
                await self._update(frame)
            case wire.Change():
                await self._change(frame)

    async def _update(self, update: wire.Update) -> None:
        if update.version < self.version:
            return
        self.record[max(0, update.record_from - self.record_from) :] = update.record
        self.events.extend(update.events)
        await self._show(update)

    async def _change(self, change: wire.Change) -> None:
        """A change of another version than mine cannot be applied, so I ask for what I missed."""
        if self._state is None or self.viewer is None or self.presence is None or change.from_version != self.version:
            await self.hello(self.version or None, self._seat)
            return
        await self._update(
            wire.Update(
                change.from_version,
                change.version,
                change.events,
                changed_state(self._state, change.state),
                change.record_from,
                change.record,
                self.viewer if change.viewer is UNSET else change.viewer,
                self.presence if change.presence is UNSET else change.presence,
                change.head,
            )
        )

    async def _version_after(self, version: int) -> int:
        async with self._changed:
            await self._changed.wait_for(lambda: self.version > version or not self._is_open)
        if self.version <= version:
            raise Disconnected("The connection is lost.")
        return self.version

    def _answer(self, frame: wire.AckFrame | wire.ErrorFrame) -> None:
        if isinstance(frame, wire.AckFrame):
            self.receipts.keep(self.match_id, frame.version, frame.head)
        for waiting in self._waiting_for(frame.command_id):
            if waiting.done():
                continue
            if isinstance(frame, wire.ErrorFrame):
                waiting.set_exception(refusal_of(frame))
            else:
                waiting.set_result(frame)

    def _waiting_for(self, command_id: str | None) -> tuple[asyncio.Future[wire.Ack], ...]:
        """An error without a command's id is about a frame that the server could not read, so about any of them."""
        if command_id is None:
            return tuple(self._waiting.values())
        return (self._waiting[command_id],) if command_id in self._waiting else ()

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
