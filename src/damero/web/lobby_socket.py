"""The live line of the lobby: the list of seeks whenever it changes."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.commands import Listing, ListMatches
from damero.application.list_matches import list_matches
from damero.application.ports import LOBBY
from damero.web import problems, wire
from damero.web.api_lists import seeks
from damero.web.line import Line, converse
from damero.web.reception import Desk, Reception
from damero.web.socket import TOO_LARGE, opened, receive

PAUSE = 0.25
"""Changes within this time, in seconds, are told together."""


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any], desk: Desk) -> None:
    async with opened(socket, desk) as (line, _visit):
        if line is None:
            return
        changed = asyncio.Event()
        leave_bus = desk.hall.bus.subscribe(LOBBY, lambda _announcement: changed.set())
        teller = asyncio.create_task(_tell(desk, line, changed))
        try:
            await converse(line, _listen(socket, line))
        finally:
            leave_bus()
            teller.cancel()


async def _tell(desk: Reception, line: Line, changed: asyncio.Event) -> None:
    while True:
        changed.clear()
        live = await list_matches(desk.hall, ListMatches(listing=Listing.LIVE))
        line.send(wire.write_frame(wire.Lobby(await seeks(desk), len(live))))
        await changed.wait()
        await asyncio.sleep(PAUSE)


async def _listen(socket: WebSocket[Any, Any, Any], line: Line) -> None:
    """Only pongs are expected; anything else is answered once and ends it."""
    while (data := await receive(socket)) is not None:
        if len(data) > wire.LONGEST_FRAME:
            line.close(TOO_LARGE)
            return
        try:
            line.hear(wire.read_pong(data).id)
        except (msgspec.MsgspecError, RecursionError) as fault:
            line.send(wire.write_frame(problems.error_frame(problems.malformed(fault))))
            line.close(4400)
            return
