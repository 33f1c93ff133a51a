"""Request ids, Host headers and HEAD."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio

from damero.web.logs import Ids

pytestmark = pytest.mark.asyncio


@pytest_asyncio.fixture
async def browser(server: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server, timeout=60) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/play", "/static/js/main.js", "/api/games", "/api/me", "/api/openapi.json"])
async def test_head_is_answered_like_get_without_a_body(browser: httpx.AsyncClient, path: str) -> None:
    got, headed = await browser.get(path), await browser.head(path)
    assert headed.status_code == got.status_code == 200
    assert headed.headers["content-type"] == got.headers["content-type"]
    assert headed.content == b""


async def test_head_of_what_is_not_there_is_not_found(browser: httpx.AsyncClient) -> None:
    assert (await browser.head("/api/matches/nosuchmatch1")).status_code == 404


@pytest.mark.parametrize("host", ["x:99999", "x:1:2", "a b", "[::", "x:port", "x/y"])
async def test_an_invalid_host_is_a_bad_request(browser: httpx.AsyncClient, host: str) -> None:
    for path in ("/", "/api/me", "/api/qr?path=/", "/api/nonsense"):
        answer = await browser.get(path, headers={"host": host})
        assert answer.status_code == 400
    posted = await browser.post("/api/guests", json={}, headers={"host": host})
    assert posted.json()["code"] == "MALFORMED"


@pytest.mark.parametrize("host", ["x", "x:8000", "[::1]:8000", "192.0.2.1", "xn--mnchen-3ya.example:65535"])
async def test_valid_hosts_are_served(browser: httpx.AsyncClient, host: str) -> None:
    assert (await browser.get("/api/me", headers={"host": host})).status_code == 200


async def test_every_answer_names_its_request(browser: httpx.AsyncClient) -> None:
    answers = [await browser.get(path) for path in ("/", "/api/me", "/api/nonsense", "/static/nonsense")]
    ids = {answer.headers["x-request-id"] for answer in answers}
    assert len(ids) == len(answers)


async def test_log_lines_have_a_request_id_even_outside_of_requests() -> None:
    record = logging.LogRecord("damero", logging.ERROR, __file__, 1, "text", (), None)
    assert Ids().filter(record)
    assert record.__dict__["request_id"] == "-"
