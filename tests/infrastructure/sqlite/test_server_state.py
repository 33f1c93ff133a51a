from __future__ import annotations

from pathlib import Path

import pytest
from tests.application.fixtures import ManualClock

from damero.infrastructure.sqlite import server_state
from damero.infrastructure.sqlite.data_folder import open_database

pytestmark = pytest.mark.asyncio


async def test_the_time_of_the_last_commit_is_there_after_a_restart(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_database(tmp_path) as database:
        assert await server_state.stored_time(database) is None
        server_state.store_time_with_every_commit(database, clock)
        for clock.time in (5_000, 6_000):
            await database.write(lambda connection: None)
    async with open_database(tmp_path) as database:
        assert await server_state.stored_time(database) == 6_000


async def test_a_file_has_one_identifier_key_and_no_other_file_has_it(tmp_path: Path) -> None:
    keys = []
    for folder in ("one", "one", "other"):
        async with open_database(tmp_path / folder) as database:
            keys += [await server_state.identifier_key(database) for _ in range(2)]
    assert len(set(keys)) == 2
    assert len(set(keys[:4])) == 1
    assert {len(key) for key in keys} == {32}
