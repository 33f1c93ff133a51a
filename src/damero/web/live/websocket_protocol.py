"""The WebSocket protocol of the server, and what it lets the application do with the network beneath it."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar.connection import ASGIConnection
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

EXTENSION = "damero.network"
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
"""Only Linux has it."""
RTT_AT = 68
"""The offset of `tcpi_rtt` in Linux' `struct tcp_info`: a 32-bit number of microseconds."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Hands its `Network` to the application."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        own: dict[object, object] = {"network": Network(self, self.scope["client"])}
        self.scope["extensions"] = {**extensions, EXTENSION: own}
        await super().run_asgi()


@dataclass(frozen=True, slots=True)
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
        protocol.transport.write(_framed(texts[0]) if len(texts) == 1 else b"".join(map(_framed, texts)))
        return True

    def round_trip(self) -> int | None:
        """As the operating system measures it, in milliseconds; None if it does not tell."""
        if TCP_INFO is None:
            return None
        network = self.protocol.transport.get_extra_info("socket")
        try:
            info = network.getsockopt(socket.IPPROTO_TCP, TCP_INFO, RTT_AT + 4)
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


@lru_cache(8)
def _framed(text: bytes) -> bytes:
    """The bytes of a message. Those of a message to many are made once."""
    return Frame(Opcode.TEXT, text).serialize(mask=False)
