"""The requests of one address begin one after the other, with time for others in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.servers import a_server

from damero.web.turns import Turns

pytestmark = pytest.mark.asyncio
HEALTH = b"GET /api/health HTTP/1.1\r\nhost: damero\r\n\r\n"
LAST = b"GET /api/health HTTP/1.1\r\nhost: damero\r\nconnection: close\r\n\r\n"


async def test_in_each_turn_of_the_event_loop_one_request_of_an_address_begins() -> None:
    turns, begun = Turns(), list[str]()
    for name in ("first", "second", "third"):
        turns.take("192.0.2.1", lambda name=name: begun.append(name))  # type: ignore[misc]
    assert begun == ["first"]
    await asyncio.sleep(0)
    assert begun == ["first", "second"]
    await asyncio.sleep(0)
    assert begun == ["first", "second", "third"]


async def test_other_addresses_do_not_wait() -> None:
    turns, begun = Turns(), list[str]()
    for name in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        turns.take(name, lambda name=name: begun.append(name))  # type: ignore[misc]
    assert begun == ["192.0.2.1", "192.0.2.2"]


async def test_nothing_is_kept_of_an_address_whose_requests_have_begun() -> None:
    turns = Turns()
    assert turns.take("192.0.2.1", lambda: None)
    assert not turns.take("192.0.2.1", lambda: None)
    while len(turns):
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert turns.take("192.0.2.1", lambda: None)


async def test_requests_sent_at_once_are_all_answered(tmp_path: Path) -> None:
    """On many connections, several on each, without waiting for an answer."""
    with a_server(tmp_path) as address:
        host, port = address.removeprefix("http://").split(":")
        opened = [await asyncio.open_connection(host, int(port)) for _ in range(30)]
        for _, writer in opened:
            writer.write(4 * HEALTH + LAST)
        async with asyncio.timeout(60):
            answers = await asyncio.gather(*(reader.read() for reader, _ in opened))
        for _, writer in opened:
            writer.close()
    assert [answer.count(b"HTTP/1.1 200") for answer in answers] == [5] * 30


async def test_a_connection_that_ends_before_its_turn_is_forgotten(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        host, port = address.removeprefix("http://").split(":")
        opened = [await asyncio.open_connection(host, int(port)) for _ in range(30)]
        for _, writer in opened:
            writer.write(3 * HEALTH)
            writer.transport.abort()
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(LAST)
        async with asyncio.timeout(60):
            assert b"HTTP/1.1 200" in await reader.read()
        writer.close()
