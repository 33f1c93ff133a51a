"""The queue of engine work while the database, or every worker, is gone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.application.fixtures import ManualClock
from tests.infrastructure.implementations import database_for

from damero.application.ports import ChooseArmy, StoreUnavailable
from damero.infrastructure.postgres.connections import Connection, Connections
from damero.infrastructure.postgres.engine_queue import NoWorkers, QueuedWorkers

pytestmark = pytest.mark.asyncio

NOWHERE = "postgresql://postgres@127.0.0.1:1/nowhere"
JOB = ChooseArmy("barrage", 1, "red")


async def think(workers: QueuedWorkers) -> None:
    await workers.think(JOB, 10, asyncio.Event(), lambda _found: None)


async def lost(_connection: Connection) -> None:
    raise OSError("the connection is lost")


async def test_a_lost_database_is_no_fault_of_the_engine() -> None:
    connections = Connections(NOWHERE)
    with pytest.raises(StoreUnavailable):
        await think(QueuedWorkers(NOWHERE, connections, ManualClock(), b"key"))
    await connections.close()


async def test_workers_get_time_to_return_after_the_database_was_lost(tmp_path: Path) -> None:
    url = await database_for(tmp_path)
    connections = Connections(url)
    workers = QueuedWorkers(url, connections, ManualClock(), b"key")
    with pytest.raises(NoWorkers):
        await think(workers)
    with pytest.raises(StoreUnavailable):
        await connections.run(lost)
    await workers.open()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await think(workers)
    await workers.close()
    await connections.close()
