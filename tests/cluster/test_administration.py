"""`damero admin` and `damero keys` on a cluster, from a machine with a server and from one without."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.cli.running import damero
from tests.cluster.processes import shared_valkey
from tests.infrastructure.implementations import database_for
from tests.web.servers import a_server, guests

from damero.bootstrap import Settings, publish_admin_access
from damero.infrastructure.admin_access import AdminAccess, published

GONE = "http://127.0.0.1:1"


@pytest.fixture
def shared(tmp_path: Path) -> Settings:
    database = asyncio.run(database_for(tmp_path))
    return Settings(tmp_path / "a", engine_workers=1, database=database, bus=shared_valkey().url)


async def _enter(address: str) -> tuple[str, str]:
    async with guests(address, 1) as (ana,):
        assert ana.player is not None
        return ana.player.id, ana.token or ""


def _status_of(address: str, token: str) -> int:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.get(f"{address}/api/me", headers=headers, trust_env=False, timeout=30).status_code


def _listed(*where: str) -> list[str]:
    told = damero("admin", *where, "--json", "players").json
    assert isinstance(told, list)
    return [row["id"] for row in told]


def test_the_server_of_a_folder_is_asked_and_nothing_is_created_there(shared: Settings) -> None:
    shared.data_dir.mkdir()
    with a_server(shared.data_dir, settings=shared) as address, publish_admin_access(shared, address):
        player_id, token = asyncio.run(_enter(address))
        where = ("--data", str(shared.data_dir))
        assert _listed(*where) == [player_id]
        assert damero("admin", *where, "ban", player_id, "--reason", "insults").code == 0
        assert _status_of(address, token) == 401
    assert not list(shared.data_dir.glob("*.sqlite"))


def test_a_database_is_administered_while_servers_run_elsewhere_and_when_none_runs(
    shared: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_server(shared.data_dir, settings=shared) as address:
        player_id, token = asyncio.run(_enter(address))
        assert damero("admin", "--database", str(shared.database), "ban", player_id).code == 0
        assert _status_of(address, token) == 401
    monkeypatch.setenv("DAMERO_DATABASE", str(shared.database))
    assert _listed() == [player_id]
    assert "ban" in damero("admin", "log").out


def test_what_a_killed_server_left_in_its_folder_does_not_keep_an_administrator_out(shared: Settings) -> None:
    shared.data_dir.mkdir()
    with published(shared.data_dir, AdminAccess(GONE, "secret")):
        where = ("--data", str(shared.data_dir))
        assert _listed(*where, "--database", str(shared.database)) == []
        refused = damero("admin", *where, "players")
    assert (refused.code, refused.err.split()[1]) == (1, "NOTHING_TO_ADMINISTER")
    assert not list(shared.data_dir.glob("*.sqlite"))


def test_the_keys_of_a_database_are_listed_and_rotated(shared: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    before = damero("keys", "--database", str(shared.database), "--json").json
    monkeypatch.setenv("DAMERO_DATABASE", str(shared.database))
    after = damero("keys", "rotate", "--json").json
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    new, old = after["keys"]
    assert old["public_key"] == before["keys"][0]["public_key"] != new["public_key"]
    assert (new["until"], old["until"]) == (None, new["since"])
    with a_server(shared.data_dir, settings=replace(shared, data_dir=shared.data_dir)) as address:
        assert httpx.get(f"{address}/api/keys", trust_env=False, timeout=30).json() == after
