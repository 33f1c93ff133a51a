"""The lobby is read once for all who watch it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.application.fixtures import create, opened_services, settled

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Summary
from damero.domain.events import Access
from damero.infrastructure.sqlite.matches import SqliteMatchStore
from damero.web import wire
from damero.web.live import lobby as lobby_module
from damero.web.live.lobby import Lobby

pytestmark = pytest.mark.asyncio


async def test_many_watchers_read_the_lobby_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "LONGEST_SHARED", 10**9)
    reads: list[ListMatches] = []
    real = SqliteMatchStore.list

    async def noted(store: SqliteMatchStore, wanted: ListMatches) -> tuple[Summary, ...]:
        if wanted.listing is Listing.LOBBY:
            reads.append(wanted)
        return await real(store, wanted)

    monkeypatch.setattr(SqliteMatchStore, "list", noted)
    async with opened_services(tmp_path) as services:
        lobby = Lobby(services)
        empty = await asyncio.gather(*(lobby.frame() for _ in range(20)))
        assert len(set(empty)) == len(reads) == 1
        match_id = await create(services, "drafti", access=Access.LOBBY)
        await settled(services)
        changed = wire.read_server_frame(await lobby.frame())
        await lobby.frame()
    assert isinstance(changed, wire.Lobby)
    assert [seek.id for seek in changed.seeks] == [match_id]
    assert len(reads) == 2


async def test_a_watcher_who_leaves_while_the_lobby_is_read_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened_services(tmp_path) as services:
        lobby = Lobby(services)
        hasty = asyncio.create_task(lobby.frame())
        await asyncio.sleep(0)
        hasty.cancel()
        await asyncio.gather(hasty, return_exceptions=True)
        assert hasty.cancelled()
        assert isinstance(wire.read_server_frame(await lobby.frame()), wire.Lobby)
