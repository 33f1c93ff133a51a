"""Hints over HTTP."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server

from damero.client import Client
from damero.web.limits import Rate

pytestmark = pytest.mark.asyncio


async def test_a_hint_takes_its_thought_from_the_players_time_for_analysis(tmp_path: Path) -> None:
    with a_server(tmp_path, replace(NO_LIMITS, analysis_by_player=Rate(burst=0.001, per_second=0.0001))) as server:
        async with Client(server) as ana:
            await ana.enter()
            match = (await ana.create("drafti", "engine", seat="white")).match.id
            headers = {"authorization": f"Bearer {ana.token}"}
            async with httpx.AsyncClient(base_url=f"{server}/api/matches/{match}", headers=headers, timeout=60) as http:
                given = await http.post("/hints", json={"command_id": "one"})
                refused = await http.post("/hints", json={"command_id": "two"})
    assert (given.status_code, given.json()["hints"]) == (200, 1)
    assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY_REQUESTS")
