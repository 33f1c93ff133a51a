from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
from tests.cli.running import damero
from tests.web.servers import a_server, guests

from damero.application.register import register
from damero.bootstrap import Settings, open_services, publish_admin_access
from damero.infrastructure.admin_access import FILE, OWNER_ONLY


async def _registered(folder: Path) -> str:
    async with open_services(Settings(data_dir=folder)) as services:
        return (await register(services, "Ana", "correct horse")).player.id


def test_a_stopped_server_is_administered(tmp_path: Path) -> None:
    player_id = asyncio.run(_registered(tmp_path))
    data = ("--data", str(tmp_path))
    assert damero("admin", *data, "ban", "Ana", "--reason", "insults").code == 0
    assert damero("admin", *data, "--json", "players").json == [
        {"id": player_id, "name": "Ana", "kind": "account", "banned because": "insults"}
    ]
    assert "ban" in damero("admin", *data, "log").out
    assert damero("admin", "players", *data, "--json").json == damero("admin", *data, "--json", "players").json
    refused = damero("admin", *data, "delete", "Nobody there")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("error: NO_SUCH_PLAYER ")


async def _enter(address: str) -> tuple[str, str]:
    async with guests(address, 1) as (ana,):
        assert ana.player is not None
        return ana.player.id, ana.token or ""


def test_a_running_server_is_administered(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    settings = Settings(data_dir=tmp_path)
    with a_server(tmp_path, settings=settings) as address, publish_admin_access(settings, address):
        assert (tmp_path / FILE).stat().st_mode & 0o777 == OWNER_ONLY
        player_id, token = asyncio.run(_enter(address))
        assert damero("admin", *data, "ban", player_id).code == 0
        me = httpx.get(f"{address}/api/me", headers={"authorization": f"Bearer {token}"}, trust_env=False, timeout=60)
        assert me.status_code == 401
        refused = damero("admin", *data, "close", "nosuchmatch1")
        assert (refused.code, refused.err.split()[1]) == (1, "NO_SUCH_MATCH")
    assert not (tmp_path / FILE).exists()


def test_only_the_secret_of_the_data_folder_opens_the_administration(tmp_path: Path) -> None:
    with a_server(tmp_path) as address:
        for headers in ({}, {"x-damero-admin": "wrong"}, {"x-damero-admin": ""}):
            answer = httpx.post(
                f"{address}/api/admin", json={"action": "players"}, headers=headers, trust_env=False, timeout=60
            )
            assert answer.status_code == 404


def test_a_server_that_cannot_be_reached_is_named(tmp_path: Path) -> None:
    with a_server(tmp_path):
        refused = damero("admin", "--data", str(tmp_path), "players")
    assert (refused.code, refused.err.split()[1]) == (1, "SERVER_UNREACHABLE")
