"""The WebSocket of the lobby: the list of seeks and a player's own challenges, sent whenever they change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from damero.application.ports import LOBBY, StoreUnavailable, player_topic
from damero.web import problems, wire
from damero.web.api.lists import challenges
from damero.web.context import Context, ServerContext
from damero.web.limits import Bucket
from damero.web.live.connection import Connection, run_connection
from damero.web.live.match_socket import TOO_LARGE, opened, receive
from damero.web.live.websocket_protocol import TOO_MANY


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any], context: Context) -> None:
    async with opened(socket, context) as (connection, session):
        if connection is None or session is None:
            return
        async with AsyncExitStack() as tellers:
            tellers.enter_context(_counted(context))
            await tellers.enter_async_context(_telling(context, LOBBY, partial(_tell_lobby, context, connection)))
            if session.account is not None:
                tell = partial(_tell_challenges, context, connection, session.account.id)
                await tellers.enter_async_context(_telling(context, player_topic(session.account.id), tell))
            frames = context.gate.for_connection(context.gate.limits.frames_by_connection)
            await run_connection(connection, _listen(socket, connection, frames))


@contextmanager
def _counted(context: ServerContext) -> Iterator[None]:
    context.lobby.watchers += 1
    try:
        yield
    finally:
        context.lobby.watchers -= 1


@asynccontextmanager
async def _telling(context: ServerContext, topic: str, tell: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Tells once, and again after announcements on the topic."""
    changed = asyncio.Event()
    unsubscribe = context.services.bus.subscribe(topic, lambda _announcement: changed.set())
    teller = asyncio.create_task(tell_repeatedly(tell, changed, lambda: context.lobby.pause))
    try:
        yield
    finally:
        unsubscribe()
        teller.cancel()


async def tell_repeatedly(
    tell: Callable[[], Awaitable[None]], changed: asyncio.Event, pause: Callable[[], float]
) -> None:
    """Runs until cancelled. What could not be read is tried again after a pause."""
    while True:
        changed.clear()
        try:
            await tell()
        except StoreUnavailable:
            changed.set()
        await changed.wait()
        await asyncio.sleep(pause())


async def _tell_lobby(context: ServerContext, connection: Connection) -> None:
    connection.send(await context.lobby.frame())


async def _tell_challenges(context: ServerContext, connection: Connection, player_id: str) -> None:
    found = await challenges(context, player_id)
    connection.send(wire.write_frame(wire.ChallengesFrame(found.received, found.sent)))


async def _listen(socket: WebSocket[Any, Any, Any], connection: Connection, frames: Bucket) -> None:
    """Accepts pongs only; anything else is refused and closes the connection."""
    while (data := await receive(socket)) is not None:
        if len(data) > wire.LONGEST_FRAME:
            connection.close(TOO_LARGE)
            return
        try:
            frames.take()
            connection.receive_pong(wire.read_pong(data).id)
        except problems.TooManyError as refusal:
            connection.send(wire.write_frame(problems.error_frame(problems.problem(refusal))))
            connection.close(TOO_MANY)
            return
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as fault:
            connection.send(wire.write_frame(problems.error_frame(problems.malformed(fault))))
            connection.close(4400)
            return
