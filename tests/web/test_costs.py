"""Requests are limited by what they cost, and expensive answers are made once."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server, guests
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from damero.application.services import Queues
from damero.bootstrap import Settings, open_services
from damero.domain.errors import BadPosition
from damero.infrastructure.judging_processes import SupervisedJudging
from damero.web import openapi_page
from damero.web.api import server as server_api
from damero.web.limits import Buckets, Gate, Limits, Rate, network
from damero.web.live.lobby import Lobby
from damero.web.live.viewer_frames import MatchFrames
from damero.web.problems import TooManyError

START = b"{}"


def test_a_request_takes_what_it_costs_and_a_full_bucket_is_always_enough() -> None:
    buckets, rate = Buckets(lambda: 0.0), Rate(burst=10, per_second=1)
    buckets.take(rate, "ana", cost=8)
    with pytest.raises(TooManyError) as refused:
        buckets.take(rate, "ana", cost=5)
    assert refused.value.wait == pytest.approx(3_000, abs=2)
    buckets.take(rate, "ben", cost=1_000)


def test_processor_time_is_charged_to_the_address_and_the_player_after_the_fact() -> None:
    limits = Limits(cpu_second=100)
    gate = Gate(limits, lambda: 0.0)
    gate.charge("192.0.2.1", "ana", 5.0)
    with pytest.raises(TooManyError):
        gate.by_address(limits.requests_by_address, "192.0.2.1")
    with pytest.raises(TooManyError):
        gate.by_player(limits.requests_by_player, "ana")
    gate.by_address(limits.requests_by_address, "192.0.2.2")


def test_addresses_of_one_ipv6_network_share_their_limits() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("::ffff:192.0.2.1") == "192.0.2.1"
    assert network("unknown") == "unknown"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "path",
    ["/", "/static/main.js", "/api/docs", "/api/openapi.json", "/api/games", "/api/lobby", "/api/schema/openapi.json"],
)
async def test_every_path_is_limited(tmp_path: Path, path: str) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=2, per_second=0.001), loopback=1)
    with a_server(tmp_path, limits) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            answers = [await client.get(path) for _ in range(12)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.asyncio
async def test_the_description_of_the_api_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = openapi_page.openapi_page
    monkeypatch.setattr(openapi_page, "openapi_page", lambda schema: made.append("page") or real(schema))
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            pages = [await client.get("/api/docs") for _ in range(3)]
            schemas = [await client.get("/api/openapi.json") for _ in range(2)]
            again = await client.get("/api/docs", headers={"if-none-match": pages[0].headers["etag"]})
    assert made == ["page"]
    assert len({page.content for page in pages}) == 1
    assert pages[0].headers["content-type"].startswith("text/html")
    assert schemas[0].json()["openapi"]
    assert again.status_code == 304


@pytest.mark.asyncio
async def test_the_description_of_the_api_is_made_beside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[str] = []
    real = server_api.api_description
    monkeypatch.setattr(
        server_api, "api_description", lambda app: threads.append(threading.current_thread().name) or real(app)
    )
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            for path in ("/api/docs", "/api/openapi.json"):
                assert (await client.get(path)).status_code == 200
    assert [name.rstrip("_0123456789") for name in threads] == ["work"]


@pytest.mark.asyncio
@pytest.mark.parametrize("path", ["/api/schema", "/api/schema/openapi.json"])
async def test_the_description_of_the_api_has_one_address(server: str, path: str) -> None:
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        answer = await client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


@pytest.mark.asyncio
async def test_work_on_a_position_is_paid_by_its_sender(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=100, per_second=0.001), cpu_second=1e9, loopback=1)
    with a_server(tmp_path, limits) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            headers = {"content-type": "application/json"}
            answers = [await client.post("/api/games/drafti/positions", content=START, headers=headers) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [200, 429]


@pytest.mark.asyncio
async def test_what_the_queue_has_no_room_for_is_told_when_to_come_back_and_the_work_of_those_who_left_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, begun = threading.Event(), threading.Semaphore(0)
    checked: list[str | None] = []

    async def wait_and_note(_judging: object, work: partial[object], *_given: object) -> None:
        checked.append(work.args[-1].text)
        begun.release()
        await asyncio.to_thread(opened.wait, 60)
        raise BadPosition("position.over")

    monkeypatch.setattr(SupervisedJudging, "run", wait_and_note)
    queues: list[Queues] = []
    real = Queues.__init__
    monkeypatch.setattr(Queues, "__init__", lambda own, *given: (queues.append(own), real(own, *given))[1])

    def ask(client: httpx.AsyncClient, text: str) -> asyncio.Task[httpx.Response]:
        return asyncio.create_task(client.post("/api/games/drafti/positions", json={"text": text}))

    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            first = ask(client, "first")
            await asyncio.to_thread(begun.acquire)
            waiting = [ask(client, f"waiting {number}") for number in range(30)]
            await _until(lambda: queues[-1].handed_in.waiting == 30)
            refused = await ask(client, "too late")
            assert (refused.status_code, refused.json()["code"]) == (503, "SERVER_BUSY")
            assert int(refused.headers["retry-after"]) >= 1
            for task in waiting:
                task.cancel()
            await _until(lambda: queues[-1].handed_in.waiting == 0)
            opened.set()
            assert (await first).status_code == 422
    assert checked == ["first"]


async def _until(is_so: object) -> None:
    assert callable(is_so)
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_equal_viewers_who_come_together_share_one_snapshot(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("damero.web.live.rooms.SHARED_FOR", 10**9)
    made: list[int] = []
    real = MatchFrames.snapshot
    monkeypatch.setattr(
        MatchFrames, "snapshot", lambda own, *plies: made.append(own.match.version) or real(own, *plies)
    )
    async with guests(server, 1) as (ana,):
        match_id = (await ana.create("drafti", "here")).match.id
        address = f"{server.replace('http', 'ws', 1)}/ws/matches/{match_id}"
        async with ana.watch(match_id) as live:
            await anext(aiter(live))
            made.clear()
            seen = [await _snapshot_of(address) for _ in range(5)]
            assert len(made) == len(set(seen)) == 1
            await live.play("21-17")
            assert "21-17" in await _snapshot_of(address)
            assert len(made) == 2


async def _snapshot_of(address: str) -> str:
    """What a spectator is sent after hello."""
    async with connect(address) as socket, asyncio.timeout(30):
        await socket.send('{"type":"hello"}')
        while '"snapshot"' not in (frame := str(await socket.recv())):
            pass
        return frame


@pytest.mark.asyncio
async def test_a_connection_that_repeats_hello_is_closed(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, hellos_by_connection=Rate(burst=3, per_second=0.001))
    with a_server(tmp_path, limits) as address:
        async with guests(address, 1) as (ana,):
            match_id = (await ana.create("drafti", "here")).match.id
            socket = await connect(f"{address.replace('http', 'ws', 1)}/ws/matches/{match_id}")
            with suppress(ConnectionClosed):
                for _ in range(50):
                    await socket.send('{"type":"hello"}')
                    await socket.recv()
            await socket.wait_closed()
            assert socket.close_code == 4429


@pytest.mark.asyncio
async def test_a_connection_to_the_lobby_that_floods_the_server_is_closed(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, frames_by_connection=Rate(burst=3, per_second=0.001))
    with a_server(tmp_path, limits) as address:
        socket = await connect(f"{address.replace('http', 'ws', 1)}/ws/lobby")
        with suppress(ConnectionClosed):
            for _ in range(50):
                await socket.send('{"type":"pong","id":1}')
        await asyncio.wait_for(socket.wait_closed(), 30)
        assert socket.close_code == 4429


@pytest.mark.asyncio
async def test_the_more_watch_the_lobby_the_more_of_its_changes_are_sent_together(tmp_path: Path) -> None:
    async with open_services(Settings(data_dir=tmp_path, engine_workers=0)) as services:
        lobby = Lobby(services)
        assert lobby.pause == 0.25
        lobby.watchers = 20_000
        assert lobby.pause == 5.0


PAID_AFTERWARDS = replace(NO_LIMITS, requests_by_address=Rate(burst=100, per_second=0.001), cpu_second=1e9, loopback=1)
"""Whoever has used any processor time has nothing left."""


@pytest.mark.asyncio
async def test_a_code_for_cameras_is_paid_by_its_sender(tmp_path: Path) -> None:
    with a_server(tmp_path, PAID_AFTERWARDS) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            answers = [await client.get("/api/qr", params={"path": f"/match/{tmp_path.name}"}) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [200, 429]


def process_of(_address: str) -> bytes:
    return str(os.getpid()).encode()


@pytest.mark.asyncio
async def test_a_code_for_cameras_is_drawn_in_another_process_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_api, "svg_of", process_of)
    with a_server(tmp_path) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            drawn = await client.get("/api/qr", params={"path": f"/{tmp_path.name}"})
            monkeypatch.setattr(server_api, "svg_of", str.encode)
            again = await client.get("/api/qr", params={"path": f"/{tmp_path.name}"})
    assert int(drawn.text) != os.getpid()
    assert again.text == drawn.text


@pytest.mark.asyncio
async def test_a_position_that_is_handed_in_for_analysis_is_paid_by_its_sender(tmp_path: Path) -> None:
    with a_server(tmp_path, PAID_AFTERWARDS) as address:
        async with guests(address, 1) as (ana,), httpx.AsyncClient(base_url=address, timeout=60) as client:
            headers = {"authorization": f"Bearer {ana.token}"}
            async with connect(f"{address.replace('http', 'ws', 1)}/ws/analysis", additional_headers=headers) as socket:
                await socket.send('{"type":"analyse","id":1,"game":"russian","position":"W:WKa1:BKh8","seconds":1}')
                while "analysis" not in str(await asyncio.wait_for(socket.recv(), 60)):
                    pass
                assert (await client.get("/api/games")).status_code == 429
                await socket.send('{"type":"analyse","id":2,"game":"russian","position":"W:WKa1:BKh6","seconds":1}')
                while "error" not in (answer := str(await asyncio.wait_for(socket.recv(), 60))):
                    pass
                assert "TOO_MANY_REQUESTS" in answer


@pytest.mark.asyncio
async def test_a_body_of_unknown_length_costs_as_much_as_the_longest(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=100, per_second=0.001), loopback=1, body_megabyte=150)

    async def body() -> AsyncIterator[bytes]:
        yield b'{"text":"x"}'

    with a_server(tmp_path, limits) as address:
        async with httpx.AsyncClient(
            base_url=address, headers={"content-type": "application/json"}, timeout=60
        ) as client:
            answers = [await client.post("/api/records", content=body()) for _ in range(3)]
    assert answers[0].status_code != 429
    assert answers[-1].status_code == 429
