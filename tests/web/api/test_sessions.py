"""The devices on which somebody is signed in, over HTTP."""

from __future__ import annotations

import httpx
import pytest

pytestmark = pytest.mark.asyncio
PASSWORD = "correct horse"


async def signed_in(browser: httpx.AsyncClient, name: str, path: str, agent: str) -> None:
    answer = await browser.post(path, json={"name": name, "password": PASSWORD}, headers={"user-agent": agent})
    assert answer.status_code == 201, answer.text


async def sessions(browser: httpx.AsyncClient) -> list[dict[str, object]]:
    answer = await browser.get("/api/me/sessions")
    assert answer.status_code == 200
    found: list[dict[str, object]] = answer.json()["sessions"]
    return found


async def test_devices_are_listed_and_signed_out_one_by_one_or_all_others(server: str) -> None:
    async with (
        httpx.AsyncClient(base_url=server, timeout=60) as laptop,
        httpx.AsyncClient(base_url=server, timeout=60) as phone,
        httpx.AsyncClient(base_url=server, timeout=60) as library,
    ):
        await signed_in(laptop, "Wren Devices", "/api/accounts", "Laptop/1.0")
        await signed_in(phone, "Wren Devices", "/api/sessions", "Phone/1.0")
        await signed_in(library, "Wren Devices", "/api/sessions", "Library/1.0" + "x" * 1000)
        found = {str(one["agent"])[:6]: one for one in await sessions(laptop)}
        assert {agent: one["current"] for agent, one in found.items()} == {
            "Laptop": True,
            "Phone/": False,
            "Librar": False,
        }
        assert all(one["address"] == "127.0.0.1" and int(str(one["opened_at"])) > 1.6e12 for one in found.values())
        assert (await laptop.delete(f"/api/me/sessions/{found['Phone/']['id']}")).status_code == 204
        assert (await phone.get("/api/me")).json()["player"] is None
        again = await laptop.delete(f"/api/me/sessions/{found['Phone/']['id']}")
        assert (again.status_code, again.json()["code"]) == (404, "NO_SUCH_SESSION")
        assert (await laptop.delete("/api/me/sessions")).status_code == 204
        assert (await library.get("/api/me")).json()["player"] is None
        assert [one["current"] for one in await sessions(laptop)] == [True]


async def test_nobody_sees_or_ends_the_sessions_of_others(server: str) -> None:
    async with (
        httpx.AsyncClient(base_url=server, timeout=60) as owner,
        httpx.AsyncClient(base_url=server, timeout=60) as stranger,
    ):
        await owner.post("/api/guests", json={})
        (own,) = await sessions(owner)
        assert (await stranger.get("/api/me/sessions")).status_code == 401
        assert (await stranger.delete("/api/me/sessions")).status_code == 401
        await stranger.post("/api/guests", json={})
        assert (await stranger.delete(f"/api/me/sessions/{own['id']}")).status_code == 404
        assert own["id"] not in [one["id"] for one in await sessions(stranger)]
        assert len(await sessions(owner)) == 1
