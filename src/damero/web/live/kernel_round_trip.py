"""The round trip of a WebSocket as the operating system measures it."""

from __future__ import annotations

import socket
import struct
from typing import Any

from litestar.connection import ASGIConnection
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "damero.socket"
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
"""Only Linux has it."""
RTT_AT = 68
"""The offset of `tcpi_rtt` in Linux' `struct tcp_info`: a 32-bit number of microseconds."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Hands its network socket to the application, and the address of whoever is at its other end."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        network: dict[object, object] = {
            "socket": self.transport.get_extra_info("socket"),
            "peer": self.scope["client"],
        }
        self.scope["extensions"] = {**extensions, EXTENSION: network}
        await super().run_asgi()


def kernel_round_trip(connection: ASGIConnection[Any, Any, Any, Any]) -> int | None:
    """Milliseconds; None if the system does not tell, or measures the way to a trusted proxy only.

    Headers that a client sends itself do not count: only those of a trusted proxy give the connection another address.
    """
    extensions: dict[str, Any] = connection.scope.get("extensions") or {}
    network = extensions.get(EXTENSION)
    if TCP_INFO is None or network is None or connection.scope.get("client") != network["peer"]:
        return None
    try:
        info = network["socket"].getsockopt(socket.IPPROTO_TCP, TCP_INFO, RTT_AT + 4)
    except OSError:
        return None
    return int(struct.unpack_from("=I", info, RTT_AT)[0]) // 1000 if len(info) == RTT_AT + 4 else None
