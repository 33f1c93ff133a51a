"""An engine that dies in the middle of its work is a reason to try again, not a defect of the server."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path

import httpx
import pytest
from tests.web.servers import a_server

from damero.application import engine_service
from damero.client import Client

pytestmark = pytest.mark.asyncio
BLUNDERS = (
    *("22-17", "9-14", "17-13", "14-18", "23x14", "10x17", "21x14", "12-16"),
    *("14-9", "5x14", "25-22", "1-5", "26-23", "16-20"),
)
IDLE, BUSY = "damero_engine_running 0\n", "damero_engine_running 1\n"


@asynccontextmanager
async def a_player(address: str) -> AsyncIterator[tuple[Client, httpx.AsyncClient]]:
    async with Client(address) as ana, httpx.AsyncClient(base_url=f"{address}/api", timeout=60) as browser:
        await ana.enter()
        browser.headers["authorization"] = f"Bearer {ana.token}"
        yield ana, browser


async def finished(ana: Client, game: str, moves: tuple[str, ...]) -> str:
    match_id = (await ana.create(game, "here")).match.id
    for move in moves:
        await ana.play(match_id, move)
    async with ana.watch(match_id) as live:
        async for _ in live:
            break
        await live.resign()
    return match_id


async def reached(browser: httpx.AsyncClient, line: str) -> None:
    while line not in (await browser.get("/metrics")).text:
        await asyncio.sleep(0.05)


def workers(others: set[int]) -> set[int]:
    return {child.pid for child in active_children() if child.pid is not None} - others


async def test_a_dead_engine_is_a_reason_to_try_again_when_no_other_takes_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_service, "MOST_LOSSES", 0)
    others = workers(set())
    with a_server(tmp_path) as address:
        async with a_player(address) as (ana, browser):
            match_id = await finished(ana, "russian", BLUNDERS)
            judged = [frame async for frame in ana.review(match_id)]
            mistake = next(frame for frame in judged if frame.mark in ("?", "??"))
            asked = f"/matches/{match_id}/mistakes/{mistake.ply}"
            task = (await browser.get(asked)).json()
            routes = [route["text"] for route in task["position"]["moves"]]
            other = next(text for text in routes if text not in (mistake.best, mistake.move))
            await reached(browser, IDLE)
            stopped = workers(others)
            for worker in stopped:
                os.kill(worker, signal.SIGSTOP)
            answering = asyncio.create_task(browser.post(f"{asked}/tries", json={"move": other}))
            await reached(browser, BUSY)
            for worker in stopped:
                os.kill(worker, signal.SIGKILL)
            answer = await answering
            assert (answer.status_code, answer.json()["code"]) == (503, "ENGINE_FAILED")
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["detail"] == "The engine could not finish the analysis. Try again."
            again = await browser.post(f"{asked}/tries", json={"move": other})
            assert again.status_code == 200, again.text
