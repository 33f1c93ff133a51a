"""The live connection of the lobby: the list of seeks whenever it changes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.commands import Listing, ListMatches
from damero.application.list_matches import list_matches
from damero.application.ports import LOBBY
from damero.web import problems, wire
from damero.web.api.lists import seeks
from damero.web.context import Context, ServerContext
from damero.web.live.connection import Connection, converse
from damero.web.live.match_socket import TOO_LARGE, opened, receive

PAUSE = 0.25
"""Changes within this time, in seconds, are told together."""


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any], context: Context) -> None:
    async with opened(socket, context) as (connection, _session):
        if connection is None:
            return
        changed = asyncio.Event()
        leave_bus = context.services.bus.subscribe(LOBBY, lambda _announcement: changed.set())
        teller = asyncio.create_task(_tell(context, connection, changed))
        try:
            await converse(connection, _listen(socket, connection))
        finally:
            leave_bus()
            teller.cancel()


async def _tell(context: ServerContext, connection: Connection, changed: asyncio.Event) -> None:
    while True:
        changed.clear()
        live = await list_matches(context.services, ListMatches(listing=Listing.LIVE))
        connection.send(wire.write_frame(wire.Lobby(await seeks(context), len(live))))
        await changed.wait()
        await asyncio.sleep(PAUSE)


async def _listen(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    """Only pongs are expected; anything else is answered once and ends it."""
    while (data := await receive(socket)) is not None:
        if len(data) > wire.LONGEST_FRAME:
            connection.close(TOO_LARGE)
            return
        try:
            connection.hear(wire.read_pong(data).id)
        except (msgspec.MsgspecError, RecursionError) as fault:
            connection.send(wire.write_frame(problems.error_frame(problems.malformed(fault))))
            connection.close(4400)
            return
