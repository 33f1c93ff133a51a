"""PostgreSQL behind a network that loses an answer, or is cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.application.fixtures import ManualClock
from tests.cluster.processes import shared_postgres
from tests.cluster.topology import LosingProxy, StallingProxy
from tests.infrastructure.implementations import database_for
from tests.infrastructure.stored_matches import active, append

from damero.application.ports import MatchStore, StaleAppend, StoreUnavailable
from damero.domain import judge
from damero.domain.match import Match
from damero.infrastructure.postgres import appending, schema_version
from damero.infrastructure.postgres.cluster_clock import HOLD, ClusterClock
from damero.infrastructure.postgres.connections import Connections
from damero.infrastructure.postgres.matches import PostgresMatchStore
from damero.infrastructure.postgres.schema_version import DatabaseRefused

pytestmark = pytest.mark.asyncio

LOG = Connections.__module__


@asynccontextmanager
async def a_store(url: str) -> AsyncIterator[tuple[MatchStore, Connections]]:
    connections = Connections(url)
    matches = PostgresMatchStore(connections, ManualClock())
    try:
        yield matches, connections
    finally:
        await matches.close()
        await connections.close()


async def moved(matches: MatchStore, match: Match, command: str) -> Match:
    move = str(match.position.legal_moves()[0])
    assert match.to_move is not None
    return await append(matches, judge.play(match, match.to_move, move, 1), command)


async def test_what_was_committed_is_no_refusal_when_its_answer_is_lost(tmp_path: Path) -> None:
    proxy = LosingProxy()
    async with proxy.running(await database_for(tmp_path)) as url, a_store(url) as (matches, _):
        entry = active("match")
        proxy.lose_next_commit()
        await matches.append(entry)
        proxy.lose_next_commit()
        match = await moved(matches, entry.match, "one")
        match = await moved(matches, match, "two")
        assert proxy.lost == 2
        stored = [one.command for one in await matches.events("match")]
        assert stored[-2:] == ["one", "two"]
        with pytest.raises(StaleAppend):
            await moved(matches, entry.match, "another")


async def test_nothing_is_acknowledged_while_the_network_is_cut_and_everything_works_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(appending, "RETRY_FOR", 0.0)
    proxy = StallingProxy()
    async with proxy.running(await database_for(tmp_path)) as url, a_store(url) as (matches, connections):
        clock = ClusterClock(connections, "a")
        await clock.start()
        entry = active("match")
        await matches.append(entry)
        proxy.stall()
        shown = clock.now()
        with pytest.raises(StoreUnavailable):
            await moved(matches, entry.match, "lost")
        assert clock.now() <= shown + HOLD
        assert matches.failure() is not None
        proxy.resume()
        while not await connections.is_reached():
            await asyncio.sleep(0.05)
        await clock.tick()
        assert matches.failure() is None
        before = [one.command for one in await matches.events("match")]
        if "lost" not in before:
            await moved(matches, entry.match, "lost")
        assert [one.command for one in await matches.events("match")].count("lost") == 1
    told = [record.getMessage().partition(":")[0] for record in caplog.records if record.name == LOG]
    assert (told[0], told[-1]) == ("The database cannot be used", "The database can be used again.")


async def setting(connections: Connections, wanted: str) -> None:
    """Waits until PostgreSQL has read its settings again."""
    while (await connections.select("SELECT current_setting('fsync')"))[0][0] != wanted:
        await asyncio.sleep(0.01)


async def test_a_database_that_may_lose_what_it_acknowledged_is_refused(tmp_path: Path) -> None:
    url = await database_for(tmp_path)
    await schema_version.check(url)
    with pytest.raises(DatabaseRefused, match="synchronous_commit"):
        await schema_version.check(f"{url}?options=-csynchronous_commit%3Doff")
    connections = Connections(shared_postgres().url())
    try:
        await connections.execute("ALTER SYSTEM SET fsync = off")
        await connections.execute("SELECT pg_reload_conf()")
        await setting(connections, "off")
        with pytest.raises(DatabaseRefused, match="fsync"):
            await schema_version.check(url)
    finally:
        await connections.execute("ALTER SYSTEM RESET fsync")
        await connections.execute("SELECT pg_reload_conf()")
        await setting(connections, "on")
        await connections.close()
