"""The WebSocket protocol of the server, and what it lets the application do with the network beneath it."""

from __future__ import annotations

import asyncio
import socket
import struct
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from litestar.connection import ASGIConnection
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from damero.web.limits import FLOOD, Bucket, Gate
from damero.web.live.framing import framed, read_frame
from damero.web.live.waiting import Flag, Inbox
from damero.web.problems import TooManyError

EXTENSION = "damero.network"
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
"""Only Linux has it."""
RTT_AT = 68
"""The offset of `tcpi_rtt` in Linux' `struct tcp_info`: a 32-bit number of microseconds."""
WAITING = 8
"""Messages of one connection that wait to be handled. Nothing more is read from it meanwhile."""
PIECE = 512
"""Bytes that are read at a time, so that a flood of frames is noticed before all of it is read."""
TAKEN_WITHIN = 30.0
"""Drop a client that accepts nothing for this many seconds."""
TOO_MANY = 4429


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Hands its `Network` to the application. `websocket_protocol` makes a subclass with the limits of one server."""

    gate: ClassVar[Gate]
    _bucket: Bucket | None = None
    _taken_by: asyncio.TimerHandle | None = None
    _is_between_frames = False
    """Everything so far came in whole frames. Once `websockets` has a part of one, it reads all that follows."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._inbox = Inbox[ASGIReceiveEvent]()
        self.queue = self._inbox  # type: ignore[assignment]
        self.writable = Flag()  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        try:
            if self.conn.state is not State.OPEN:
                self._is_between_frames = not self.handshake_initiated
            elif self._is_between_frames:
                data = self._read_frames(data)
            for start in range(0, len(data), PIECE):
                if self.transport.is_closing():
                    return
                super().data_received(data[start : start + PIECE])
        except TooManyError:
            self._end_flood()

    def _read_frames(self, data: bytes) -> bytes:
        """Handles the whole messages at the start of the data; what is left is for `websockets`."""
        while data and self.conn.state is State.OPEN:
            frame = read_frame(data, self.config.ws_max_size)
            if frame is None:
                self._is_between_frames = False
                return data
            if frame.text is None:
                super().data_received(data[: frame.end])
            else:
                self._receive_message(frame.text)
            data = data[frame.end :]
        return data

    def _receive_message(self, text: bytes) -> None:
        """What uvicorn does, but reading goes on while few messages wait."""
        self._count()
        self._inbox.put_nowait({"type": "websocket.receive", "bytes": text})
        if len(self._inbox) > WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_text(self, event: Frame) -> None:
        """Texts are read from their bytes, so that invalid UTF-8 is refused like anything else that is malformed."""
        self.handle_bytes(event)

    def handle_bytes(self, event: Frame) -> None:
        self._count()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._count()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._count()
        super().handle_pong(event)

    def handle_parser_exception(self) -> None:
        """Wrong frames that come before the handshake is answered leave nothing that could be closed in order."""
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
            return
        if self.handshake_initiated:
            self._charge_flood()
        self.disconnected = True
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._taken_by = self.loop.call_later(TAKEN_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_deadline()
        super().connection_lost(exc)

    def _count(self) -> None:
        """Also what never reaches the application: pings, and pieces of messages."""
        if self._bucket is None:
            self._bucket = self.gate.for_connection(self.gate.limits.raw_frames_by_connection)
        self._bucket.take()

    def _end_flood(self) -> None:
        self._charge_flood()
        self.conn.fail(TOO_MANY)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def _charge_flood(self) -> None:
        """Charges the client that a trusted proxy names, never the proxy, which would then be refused everything."""
        client = self.scope["client"]
        if client is not None and client[0] not in self.gate.proxies:
            self.gate.charge_request(client[0], FLOOD)

    def _forget_deadline(self) -> None:
        if self._taken_by is not None:
            self._taken_by.cancel()
            self._taken_by = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        own: dict[object, object] = {"network": Network(self, self.scope["client"])}
        self.scope["extensions"] = {**extensions, EXTENSION: own}
        try:
            await super().run_asgi()
        finally:
            own.clear()


@dataclass(frozen=True)
class Network:
    """A connection as the protocol sees it."""

    protocol: WebSocketsSansIOProtocol
    peer: tuple[str, int] | None
    """The address at the other end of the socket."""

    def write(self, *texts: bytes) -> bool:
        """Sends text messages at once; whether that was possible without waiting for the other end."""
        protocol = self.protocol
        if not protocol.writable.is_set() or protocol.disconnected or protocol.close_sent:
            return False
        protocol.transport.write(framed(texts[0]) if len(texts) == 1 else b"".join(map(framed, texts)))
        return True

    @cached_property
    def _socket(self) -> socket.socket:
        found: socket.socket = self.protocol.transport.get_extra_info("socket")
        return found

    def forget_handshake(self) -> None:
        """Drops what only the handshake needed: a fifth of the memory of an idle connection."""
        protocol = self.protocol
        protocol.scope["headers"] = []
        for message in (protocol.request, protocol.response):
            message.headers.clear()
        del protocol.request, protocol.response

    def round_trip(self) -> int | None:
        """As the operating system measures it, in milliseconds; None if it does not tell."""
        if TCP_INFO is None:
            return None
        try:
            info = self._socket.getsockopt(socket.IPPROTO_TCP, TCP_INFO, RTT_AT + 4)
        except OSError:
            return None
        return int(struct.unpack_from("=I", info, RTT_AT)[0]) // 1000 if len(info) == RTT_AT + 4 else None


def network_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Network | None:
    """None if another server runs the application."""
    extensions: dict[str, Any] = connection.scope.get("extensions") or {}
    found: Network | None = extensions.get(EXTENSION, {}).get("network")
    return found


def kernel_round_trip(connection: ASGIConnection[Any, Any, Any, Any]) -> int | None:
    """Milliseconds; None if the system does not tell, or measures the way to a trusted proxy only.

    Headers that a client sends itself do not count: only those of a trusted proxy give the connection another address.
    """
    network = network_of(connection)
    if network is None or connection.scope.get("client") != network.peer:
        return None
    return network.round_trip()


def websocket_protocol(gate: Gate) -> type[WebSocketProtocol]:
    """The protocol of one server, with its limits."""
    return type("LimitedWebSocketProtocol", (WebSocketProtocol,), {"gate": gate})
