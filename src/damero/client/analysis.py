"""Analyses and reviews that are followed over a WebSocket."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from damero.client.answers import refusal_of
from damero.client.errors import Disconnected
from damero.web import wire

Found = wire.AnalysisFrame | wire.JudgementFrame


async def follow(
    socket: ClientConnection, request: wire.AnalyseFrame | wire.ReviewFrame
) -> AsyncGenerator[Found, None]:
    """What the server finds, until it has found everything. Whoever stops following stops the analysis."""
    await socket.send(wire.write_frame(request).decode())
    try:
        async for data in socket:
            frame = wire.read_analysis_reply(data)
            if isinstance(frame, wire.Ping):
                await socket.send(wire.write_frame(wire.Pong(frame.id)).decode())
            elif isinstance(frame, wire.ErrorFrame):
                raise refusal_of(frame)
            elif isinstance(frame, wire.AnalysisEnd):
                return
            else:
                yield frame
    except ConnectionClosed as closed:
        raise Disconnected("The connection is lost.") from closed
    finally:
        with suppress(ConnectionClosed):
            await socket.send(wire.write_frame(wire.StopFrame()).decode())
    raise Disconnected("The connection is lost.")
