"""HTTP connections with limits: how many, and how long a request may take to arrive and a response to be taken."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from functools import partial
from time import monotonic
from typing import Any, ClassVar

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from damero.web.limits import FILE, FLOOD, PIECE, Gate, network
from damero.web.open_files import most_connections
from damero.web.problems import PROBLEM, TooManyError, problem, retry_after
from damero.web.turns import Turns

HEAD_WITHIN = 10.0
"""Seconds from the first byte, or from the connection, until the head of a request is complete."""
BODY_WITHIN = 30.0
TAKEN_WITHIN = 30.0
"""Drop a client that accepts nothing of its response for this many seconds."""
WARN_EVERY = 60.0
REFUSAL = b"HTTP/1.1 %s\r\nretry-after: 10\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
SMALL_PIECES, SMALL = 200, 64
"""A body may come in more pieces than this only if they have this many bytes on average. Each takes as long to read as
thousands of bytes."""
LARGEST_BODY = 4_000_000
"""Bytes that are read of a request that was refused because its body is too large."""
EXHAUSTED = (
    "HTTP/1.1 429 Too Many Requests\r\nretry-after: {wait}\r\nconnection: close\r\ncache-control: no-store\r\n"
    "content-type: {type}\r\ncontent-length: {length}\r\n\r\n"
)
TOO_MANY, FULL = b"429 Too Many Requests", b"503 Service Unavailable"

log = logging.getLogger(__name__)


class BoundedConnection(h11.Connection):
    """Refuses bodies that take long to read."""

    pieces = _size = 0
    """Of the body that is being read."""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if type(event) is h11.Data:
            self._check_body(len(event.data))
        elif type(event) is h11.Request:
            self.pieces = self._size = 0
        return event

    def _check_body(self, size: int) -> None:
        self.pieces += 1
        self._size += size
        if self._size > LARGEST_BODY or (self.pieces > SMALL_PIECES and self._size < SMALL * self.pieces):
            raise h11.RemoteProtocolError("The body is too long or comes in too many pieces.")


class LimitedProtocol(H11Protocol):
    """One connection. A subclass made by `limited_protocol` counts those of one server."""

    gate: ClassVar[Gate]
    open: ClassVar[Counter[str]]
    most: ClassVar[int]
    turns: ClassVar[Turns]
    warned_at: ClassVar[float] = -WARN_EVERY
    conn: BoundedConnection
    _network: str | None = None
    """None: not counted."""
    _waiting_for: object = None
    _deadline: asyncio.TimerHandle | None = None
    _taken_by: asyncio.TimerHandle | None = None
    _refusal: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.conn = BoundedConnection(h11.SERVER)
        if refusal := self._count():
            transport.write(REFUSAL % refusal)
            transport.close()
        else:
            self._set_deadline()

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE:
            if not self.turns.take(self._address, partial(self._begin, data)):
                self.flow.pause_reading()
        else:
            self._read(data)

    def on_response_complete(self) -> None:
        """A request that was sent without waiting for this response waits for its turn like any other."""
        if self.conn.trailing_data[0]:
            self.turns.take(self._address, self._begin_next)
        else:
            super().on_response_complete()

    @property
    def _address(self) -> str:
        return network(self.client[0]) if self.client else "unknown"

    def _begin(self, data: bytes) -> None:
        if self.transport.is_closing() or self._refusal is not None or self._refuse_exhausted():
            return
        self.flow.resume_reading()
        self._read(data)

    def _begin_next(self) -> None:
        if not self.transport.is_closing() and not self._refuse_exhausted():
            super().on_response_complete()

    def _read(self, data: bytes) -> None:
        if self.transport.is_closing() or self._refusal is not None:
            return
        before = self.conn.pieces
        super().data_received(data)
        self._charge(PIECE * max(0, self.conn.pieces - before))
        self._set_deadline()

    def send_400_response(self, msg: str) -> None:
        """A response that has begun cannot be replaced: then the connection just ends."""
        self._charge(FLOOD if self.conn.pieces > SMALL_PIECES else FILE)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on the connection is counted and watched as a WebSocket."""
        self._release()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taken_by = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taken_by is not None:
            self._taken_by.cancel()
            self._taken_by = None

    def _count(self) -> bytes | None:
        """Counts the connection for its address, or says why it is refused."""
        if len(self.connections) > self.most:
            self._warn()
            return FULL
        address = self.client[0] if self.client else "unknown"
        if address in self.gate.proxies:
            return None
        counted = network(address)
        limits = self.gate.limits
        if self.open[counted] >= limits.connections_by_address * limits.factor(address):
            return TOO_MANY
        self._network = counted
        self.open[counted] += 1
        return None

    def _charge(self, cost: float) -> None:
        if cost and self._network is not None and self.client is not None:
            self.gate.charge_request(self.client[0], cost)

    def _refuse_exhausted(self) -> bool:
        """Whether the sender has used up everything.

        The refusal is sent after a pause, so that whoever tries again at once does not keep the server busy with it.
        """
        refusal = self._exhausted()
        if refusal is None:
            return False
        self.transport.pause_reading()
        self._refusal = self.loop.call_later(self.gate.limits.refused_after, self._end, refusal)
        return True

    def _end(self, refusal: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(refusal)
            self.transport.close()

    def _exhausted(self) -> bytes | None:
        """The refusal of a sender who could not even ask for a file. The request is not read."""
        if self._network is None or self.client is None:
            return None
        try:
            self.gate.check_exhausted(self.client[0])
        except TooManyError as refusal:
            self.gate.refused_early += 1
            answer = problem(refusal)
            body = msgspec.json.encode(answer)
            head = EXHAUSTED.format(wait=retry_after(answer), type=PROBLEM, length=len(body))
            return head.encode() + body
        return None

    def _warn(self) -> None:
        own = type(self)
        if monotonic() - own.warned_at >= WARN_EVERY:
            own.warned_at = monotonic()
            log.warning("All %d connections that the file limit allows are in use; more are refused.", self.most)

    def _release(self) -> None:
        for timer in (self._deadline, self._taken_by, self._refusal):
            if timer is not None:
                timer.cancel()
        if self._network is not None:
            self.open[self._network] -= 1
            if not self.open[self._network]:
                del self.open[self._network]
            self._network = None

    def _set_deadline(self) -> None:
        """Starts a deadline for each part of a request that is still on its way."""
        state = self.conn.their_state
        if state is self._waiting_for or self.transport.get_protocol() is not self:
            return
        self._waiting_for = state
        if self._deadline is not None:
            self._deadline.cancel()
        within = {h11.IDLE: HEAD_WITHIN, h11.SEND_BODY: BODY_WITHIN}.get(state)
        self._deadline = None if within is None else self.loop.call_later(within, self.transport.close)


def limited_protocol(gate: Gate) -> type[LimitedProtocol]:
    """The protocol of one server, with its own counts."""
    own: dict[str, Any] = {"gate": gate, "open": Counter(), "most": most_connections(), "turns": Turns()}
    return type("LimitedProtocol", (LimitedProtocol,), own)
