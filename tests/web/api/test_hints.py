"""Hints over HTTP."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server

from damero.application import take_hint
from damero.client import Client
from damero.web.limits import Rate

pytestmark = pytest.mark.asyncio


async def ask_for_hint(server: str, player: Client, match: str, command: str) -> httpx.Response:
    headers = {"authorization": f"Bearer {player.token}"}
    async with httpx.AsyncClient(base_url=server, headers=headers, timeout=60) as http:
        return await http.post(f"/api/matches/{match}/hints", json={"command_id": command})


async def test_a_hint_that_nobody_waits_for_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(take_hint, "THOUGHT", 600_000)
    with a_server(tmp_path) as server:
        async with Client(server) as ana, httpx.AsyncClient(base_url=server, timeout=60) as http:
            await ana.enter()
            match = (await ana.create("drafti", "engine", seat="white")).match.id
            asking = asyncio.create_task(ask_for_hint(server, ana, match, "one"))
            while "damero_engine_running 1\n" not in (await http.get("/api/metrics")).text:
                await asyncio.sleep(0.02)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            while "damero_engine_running 0\n" not in (await http.get("/api/metrics")).text:
                await asyncio.sleep(0.02)
            assert 'damero_engine_thoughts_total{kind="analysis"}' not in (await http.get("/api/metrics")).text


async def test_a_hint_takes_its_thought_from_the_players_time_for_analysis(tmp_path: Path) -> None:
    with a_server(tmp_path, replace(NO_LIMITS, analysis_by_player=Rate(burst=0.001, per_second=0.0001))) as server:
        async with Client(server) as ana:
            await ana.enter()
            match = (await ana.create("drafti", "engine", seat="white")).match.id
            given = await ask_for_hint(server, ana, match, "one")
            refused = await ask_for_hint(server, ana, match, "two")
    assert (given.status_code, given.json()["hints"]) == (200, 1)
    assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY_REQUESTS")
