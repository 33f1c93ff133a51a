"""Everything that one viewer of a match is ever sent, byte by byte: the WebSocket and every request it may make."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from damero.client import Client
from damero.web import wire

QUESTIONS = ("", "/moves", "/record", "/replay", "/replay?perspective=truth", "/record.pdn")
BAD_ORDERS = (b"{}", b'{"command_id":"x","text":"a1xd4"}', b'{"command_id":"x","squares":["a1","d4"]}')


class Eavesdropper:
    """Keeps what it hears; knows after which move each message came."""

    def __init__(self, client: Client, match_id: str) -> None:
        self.heard: list[bytes] = []
        self._client = client
        self._match_id = match_id

    @property
    def bytes_heard(self) -> bytes:
        return b"\n".join(self.heard)

    async def ask_everything(self) -> None:
        """Asks all it can, also what must be refused."""
        for question in QUESTIONS:
            answer = await self._client.send("GET", f"/api/matches/{self._match_id}{question}")
            self.heard.append(answer.content)
        for path in ("moves", "why", "army"):
            for body in BAD_ORDERS:
                answer = await self._client.send("POST", f"/api/matches/{self._match_id}/{path}", body)
                self.heard.append(answer.content)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        address = f"{self._client.address.replace('http', 'ws', 1)}/ws/matches/{self._match_id}"
        headers = {"authorization": f"Bearer {self._client.token}"} if self._client.token else {}
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            await socket.send(wire.write_frame(wire.Hello()).decode())
            reader = asyncio.create_task(self._read(socket))
            try:
                yield
            finally:
                await socket.close()
                await reader

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self.heard.append(data.encode() if isinstance(data, str) else data)
        except ConnectionClosed:
            return


def told_pieces(message: bytes) -> set[tuple[str, str]]:
    """Every square with a kind, wherever it stands in a message."""
    found: set[tuple[str, str]] = set()
    pending: list[object] = [msgspec.json.decode(message)] if message else []
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if {"square", "kind"} <= value.keys():
                found.add((value["square"], value["kind"]))
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return found
