"""How a server of a cluster ends: its players go to the other servers one after the other, not all at once."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import cast

import uvicorn

from damero.web.live.websocket_protocol import WebSocketProtocol

BETWEEN = 0.01
"""Seconds between two connections that are closed …"""
LONGEST = 1.5
"""… or less, so that the last one is closed after this many seconds."""


async def drain(server: uvicorn.Server, sockets: Sequence[socket.socket]) -> None:
    """Listens no more, and closes each WebSocket while the others are still served. A match's players go together."""
    for listening in server.servers:
        listening.close()
    for one in sockets:
        one.close()
    opened = sorted(_websockets(server), key=lambda connection: str(connection.scope["path"]))
    loop = asyncio.get_running_loop()
    due, pause = loop.time(), min(BETWEEN, LONGEST / max(1, len(opened)))
    for connection in opened:
        if server.force_exit:
            return
        if connection in server.server_state.connections:
            connection.shutdown()
        due += pause
        await asyncio.sleep(max(0.0, due - loop.time()))


def _websockets(server: uvicorn.Server) -> list[WebSocketProtocol]:
    connections = cast("set[object]", server.server_state.connections)
    return [one for one in connections if isinstance(one, WebSocketProtocol) and one.handshake_complete]
