"""The WebSocket of the lobby: the list of seeks, sent whenever it changes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.ports import LOBBY
from damero.web import problems, wire
from damero.web.api.lists import seeks
from damero.web.context import Context, ServerContext
from damero.web.live.connection import Connection, run_connection
from damero.web.live.match_socket import TOO_LARGE, opened, receive

PAUSE = 0.25
"""Changes within this many seconds are sent together."""


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any], context: Context) -> None:
    async with opened(socket, context) as (connection, _session):
        if connection is None:
            return
        changed = asyncio.Event()
        unsubscribe = context.services.bus.subscribe(LOBBY, lambda _announcement: changed.set())
        teller = asyncio.create_task(_tell(context, connection, changed))
        try:
            await run_connection(connection, _listen(socket, connection))
        finally:
            unsubscribe()
            teller.cancel()


async def _tell(context: ServerContext, connection: Connection, changed: asyncio.Event) -> None:
    while True:
        changed.clear()
        live = await context.services.matches.count_active()
        connection.send(wire.write_frame(wire.Lobby(await seeks(context), live)))
        await changed.wait()
        await asyncio.sleep(PAUSE)


async def _listen(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Accepts pongs only; anything else is refused and closes the connection."""
    while (data := await receive(socket)) is not None:
        if len(data) > wire.LONGEST_FRAME:
            connection.close(TOO_LARGE)
            return
        try:
            connection.receive_pong(wire.read_pong(data).id)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
            connection.send(wire.write_frame(problems.error_frame(problems.malformed(fault))))
            connection.close(4400)
            return
