"""The suites about secrets and crashes, on PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.cluster.processes import shared_valkey
from tests.cluster.topology import balanced
from tests.infrastructure.implementations import database_for
from tests.web.crashing import Server
from tests.web.servers import NO_LIMITS, a_server
from tests.web.test_crash import check_kills
from tests.web.test_secrets import check_secrecy

from damero.bootstrap import Settings

pytestmark = [pytest.mark.asyncio, pytest.mark.slow]

KILLS = 3


@pytest.mark.parametrize("game", ["barrage", "banqi"])
async def test_no_byte_tells_a_hidden_fact_whichever_of_two_servers_sends_it(tmp_path: Path, game: str) -> None:
    database = await database_for(tmp_path)
    shared = Settings(tmp_path, engine_workers=1, limits=NO_LIMITS, database=database, bus=shared_valkey().url)
    one, other = (replace(shared, data_dir=tmp_path / name, name=name) for name in "ab")
    with a_server(tmp_path, settings=one) as a, a_server(tmp_path, settings=other) as b:
        ports = tuple(int(address.rpartition(":")[2]) for address in (a, b))
        async with balanced(ports) as address:
            await check_secrecy(address, game, seed=1)


async def test_no_acknowledged_move_is_lost_or_doubled_by_kills_of_the_only_server(tmp_path: Path) -> None:
    await check_kills(Server(tmp_path, await database_for(tmp_path)), shard=0, kills=KILLS)
