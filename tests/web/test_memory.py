"""Closed connections leave nothing behind for long."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest
from tests.web.servers import a_server, guests
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from damero.infrastructure import garbage_collection


@pytest.mark.asyncio
async def test_memory_is_searched_for_what_closed_connections_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage_collection, "INTERVAL", 0.5)
    gc.disable()
    try:
        with a_server(tmp_path) as address:
            async with guests(address, 1) as (ana,):
                match_id = (await ana.create("drafti", "here")).match.id
                for _ in range(20):
                    async with ana.watch(match_id) as live:
                        await anext(aiter(live))
            async with asyncio.timeout(60):
                while _connections():
                    await asyncio.sleep(0.5)
    finally:
        gc.enable()


def _connections() -> int:
    return sum(type(one) is WebSocketsSansIOProtocol for one in gc.get_objects())
