"""The analysis as a browser follows it: start, follow, stop."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server
from websockets.asyncio.client import ClientConnection, connect

from damero.domain.catalogue import game
from damero.web.limits import Rate
from damero.web.live import analysis_socket

pytestmark = pytest.mark.asyncio
Frame: TypeAlias = dict[str, Any]


@asynccontextmanager
async def followed(server: str, *, as_guest: bool = True, token: str = "") -> AsyncIterator[ClientConnection]:
    headers = {"authorization": token} if token else {}
    if as_guest and not token:
        async with httpx.AsyncClient(base_url=server, timeout=60) as client:
            token = (await client.post("/api/guests", json={})).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
    async with connect(server.replace("http", "ws") + "/ws/analysis", additional_headers=headers) as socket:
        yield socket


async def send(socket: ClientConnection, **frame: object) -> None:
    await socket.send(json.dumps(frame))


async def frames_until_end(socket: ClientConnection) -> list[Frame]:
    frames: list[Frame] = []
    while not frames or frames[-1]["type"] not in ("analysis_end", "error"):
        frame = json.loads(await socket.recv())
        frames += [] if frame["type"] == "ping" else [frame]
    return frames


async def test_lines_come_ever_deeper_until_the_time_is_over(server: str) -> None:
    async with followed(server) as socket:
        await send(socket, type="analyse", id=7, game="russian", moves=["22-17"], lines=3, seconds=1)
        *found, end = await frames_until_end(socket)
    assert {frame["id"] for frame in found} == {7}
    depths = [frame["depth"] for frame in found]
    assert depths == sorted(set(depths))
    legal = {str(move) for move in game("russian").initial().play("22-17").legal_moves()}
    assert all(line["moves"][0] in legal for frame in found for line in frame["lines"])
    assert len(found[-1]["lines"]) == 3
    assert end == {"type": "analysis_end", "id": 7, "reason": "done"}


async def test_an_analysis_is_stopped_and_another_takes_its_place(server: str) -> None:
    async with followed(server) as socket:
        await send(socket, type="analyse", id=1, game="international", seconds=60)
        assert json.loads(await socket.recv())["type"] in ("ping", "analysis")
        await send(socket, type="stop")
        assert (await frames_until_end(socket))[-1] == {"type": "analysis_end", "id": 1, "reason": "stopped"}
        await send(socket, type="analyse", id=2, game="english", position="W:WK6:BK1,K2", seconds=1)
        assert (await frames_until_end(socket))[-1]["id"] == 2


async def test_an_analysis_that_fails_by_a_defect_says_so_and_the_next_one_works(
    server: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ValueError("a defect")

    async with followed(server) as socket:
        with monkeypatch.context() as patched:
            patched.setattr(analysis_socket, "_game", broken)
            await send(socket, type="analyse", id=1, game="russian", seconds=1)
            (refusal,) = await frames_until_end(socket)
        assert (refusal["code"], refusal["command_id"]) == ("INTERNAL", "1")
        assert "An analysis failed" in caplog.text
        await send(socket, type="analyse", id=2, game="russian", seconds=1)
        assert (await frames_until_end(socket))[-1] == {"type": "analysis_end", "id": 2, "reason": "done"}


async def test_what_cannot_be_analysed_is_refused_with_a_reason(server: str) -> None:
    async with followed(server) as socket:
        for wrong, code in (
            ({"game": "russian", "moves": ["22-1"]}, "ILLEGAL_MOVE"),
            ({"game": "barrage"}, "STILL_SECRET"),
            ({"match": "nowhere"}, "NO_SUCH_MATCH"),
            ({"game": "chess"}, "UNKNOWN_GAME"),
            ({}, "UNKNOWN_GAME"),
        ):
            await send(socket, type="analyse", id=3, **wrong)
            (refusal,) = await frames_until_end(socket)
            assert refusal["command_id"] == "3"
            assert refusal["detail"]
            assert refusal["code"] == code or code in ("ILLEGAL_MOVE", "UNKNOWN_GAME")


async def test_a_stranger_is_asked_to_enter_first(server: str) -> None:
    async with followed(server, as_guest=False) as socket:
        await send(socket, type="analyse", id=1, game="russian")
        assert (await frames_until_end(socket))[0]["code"] == "NOT_SIGNED_IN"


@pytest.mark.parametrize("nonsense", ['{"type":"analyse"}', "[]", '{"type":"analyse","id":1,"lines":9}', "{"])
async def test_nonsense_ends_the_connection_with_a_reason(server: str, nonsense: str) -> None:
    async with followed(server) as socket:
        await socket.send(nonsense)
        assert (await frames_until_end(socket))[0]["code"] == "MALFORMED"


async def test_a_player_has_a_number_of_analyses_at_a_time(tmp_path: Path) -> None:
    """Those that wait for an engine count, or many of them could be admitted by what is left of one budget."""
    with a_server(tmp_path, replace(NO_LIMITS, analyses_by_player=2)) as server:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(followed(server))
            token = first.request.headers["authorization"] if first.request else ""
            others = [await stack.enter_async_context(followed(server, token=token)) for _ in range(2)]
            for socket in (first, others[0]):
                await send(socket, type="analyse", id=1, game="international", seconds=60)
                while json.loads(await socket.recv())["type"] != "analysis":
                    pass
            await send(others[1], type="analyse", id=1, game="international", seconds=60)
            assert (await frames_until_end(others[1]))[-1]["code"] == "TOO_MANY_REQUESTS"
            await send(first, type="stop")
            await frames_until_end(first)
            await send(others[1], type="analyse", id=2, game="english", position="W:WK6:BK1,K2", seconds=1)
            assert (await frames_until_end(others[1]))[-1]["type"] == "analysis_end"


async def test_a_player_has_a_budget_of_analysis(tmp_path: Path) -> None:
    with a_server(tmp_path, replace(NO_LIMITS, analysis_by_player=Rate(burst=1.5, per_second=0.001))) as server:
        async with followed(server) as socket:
            await send(socket, type="analyse", id=1, game="russian", seconds=1)
            assert (await frames_until_end(socket))[-1]["type"] == "analysis_end"
            await send(socket, type="analyse", id=2, game="russian", seconds=1)
            assert (await frames_until_end(socket))[0]["code"] == "TOO_MANY_REQUESTS"
