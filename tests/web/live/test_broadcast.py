"""Who is told of a change, and in which order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from tests.application.fixtures import ANA, BEN, begin, opened_services, play

from damero.web import wire
from damero.web.live.broadcast import Watcher
from damero.web.live.connection import Connection
from damero.web.live.rooms import BATCH, Rooms

pytestmark = pytest.mark.asyncio


class Written:
    """What connections have written, in order, with the number of each connection."""

    def __init__(self) -> None:
        self.frames: list[tuple[int, tuple[bytes, ...]]] = []

    def connection(self, number: int) -> Connection:
        def write_now(*frames: bytes) -> bool:
            self.frames.append((number, frames))
            return True

        return Connection(cast(Any, None), write_now=write_now)


async def test_an_acknowledgement_leaves_in_one_write_with_the_change() -> None:
    written = Written()
    connection = written.connection(1)
    connection.hold(b"acknowledgement")
    assert written.frames == []
    connection.send(b"change")
    await asyncio.sleep(0)
    assert written.frames == [(1, (b"acknowledgement", b"change"))]


async def test_an_acknowledgement_without_a_change_leaves_alone() -> None:
    written = Written()
    connection = written.connection(1)
    connection.hold(b"acknowledgement")
    await asyncio.sleep(0)
    connection.send(b"later")
    assert written.frames == [(1, (b"acknowledgement",)), (1, (b"later",))]


async def test_the_mover_comes_first_then_the_opponent_then_every_spectator_once(tmp_path: Path) -> None:
    spectators, written = 2 * BATCH + 7, Written()
    async with opened_services(tmp_path) as services:
        match_id, rooms = await begin(services), Rooms(services)
        watchers = [Watcher(written.connection(number), None) for number in range(2, spectators + 2)]
        watchers += [Watcher(written.connection(number), player) for number, player in enumerate((ANA.id, BEN.id))]
        for watcher in watchers:
            watcher.takes_changes = True
            await rooms.enter(match_id, watcher, None)
        while written.frames[-1][1][0][:19] != b'{"type":"presence",':
            await asyncio.sleep(0.01)
        written.frames.clear()
        mover = watchers[-2].connection
        await play(services, match_id, "21-17")
        mover.hold(b"acknowledgement")
        while len(written.frames) < len(watchers):
            await asyncio.sleep(0)
    told = [number for number, _frames in written.frames]
    assert told[:2] == [0, 1]
    assert sorted(told) == list(range(len(watchers)))
    assert written.frames[0][1][0] == b"acknowledgement"
    assert len({frames for number, frames in written.frames if number > 1}) == 1
    assert isinstance(wire.read_server_frame(written.frames[-1][1][0]), wire.Change)
