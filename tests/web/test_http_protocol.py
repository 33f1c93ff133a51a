"""Connections that are slow or too many, before any request reaches the application."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.servers import NO_LIMITS, a_server
from websockets.asyncio.client import connect

from damero.bootstrap import Settings
from damero.web import http_protocol
from damero.web.limits import Rate

pytestmark = pytest.mark.asyncio
HEALTH = b"GET /api/health HTTP/1.1\r\nhost: damero\r\n\r\n"


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()


async def status(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(30):
        return int((await reader.readline()).split()[1])


@pytest.mark.parametrize(
    "part",
    [b"", b"GET / HTTP/1.1\r\nhost: da", b"POST /api/guests HTTP/1.1\r\nhost: damero\r\ncontent-length: 5\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
async def test_a_request_that_does_not_arrive_in_time_ends_its_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: bytes
) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_WITHIN", 0.05)
    monkeypatch.setattr(http_protocol, "BODY_WITHIN", 0.05)
    with a_server(tmp_path) as address:
        async with connected(address) as (reader, writer), asyncio.timeout(30):
            writer.write(part)
            assert b"200 OK" not in await reader.read()


async def test_a_second_request_on_the_same_connection_has_its_own_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_server(tmp_path) as address:
        async with connected(address) as (reader, writer), asyncio.timeout(60):
            writer.write(HEALTH)
            answered = await reader.readuntil(b"ok")
            monkeypatch.setattr(http_protocol, "HEAD_WITHIN", 0.05)
            writer.write(b"GET /api/hea")
            answered += await reader.read()
            assert answered.count(b"HTTP/1.1") == 1


async def test_connections_without_a_request_are_counted_for_their_address(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, connections_by_address=2, loopback=1)
    with a_server(tmp_path, limits) as address:
        async with connected(address), connected(address) as (reader, writer):
            writer.write(HEALTH)
            assert await status(reader) == 200
            async with connected(address) as (refused, _):
                assert await status(refused) == 429
        async with asyncio.timeout(30):
            while not await _answers(address):
                await asyncio.sleep(0.01)


async def test_a_sender_who_has_used_up_everything_is_refused_before_the_request_is_read(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=2, per_second=0.01), loopback=1)
    with a_server(tmp_path, limits) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            answers = [await client.get("/api/health") for _ in range(4)]
            malformed = await client.get("/api/health", headers={"host": "x:99999"})
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert malformed.status_code == 429
    assert malformed.json()["code"] == "TOO_MANY_REQUESTS"
    assert malformed.json()["retry_after"] > 1_000
    assert int(malformed.headers["retry-after"]) >= 2
    assert "x-request-id" not in malformed.headers


async def test_a_large_body_costs_as_much_as_it_weighs_even_if_it_is_refused(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=100, per_second=0.01), loopback=1, body_megabyte=80)
    with a_server(tmp_path, limits) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            body, headers = b"x" * 1_000_000, {"content-type": "application/json"}
            answers = [await client.post("/api/guests", content=body, headers=headers) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [413, 429]


async def _answers(address: str) -> bool:
    async with connected(address) as (reader, writer):
        writer.write(HEALTH)
        return await status(reader) == 200


async def test_connections_that_the_file_limit_does_not_allow_are_refused_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(http_protocol, "most_connections", lambda: 3)
    with a_server(tmp_path) as address, caplog.at_level(logging.WARNING):
        async with (
            connected(address),
            connected(address),
            connected(address),
            connected(address) as (refused, _),
        ):
            assert await status(refused) == 503
        async with asyncio.timeout(30):
            while not await _answers(address):
                await asyncio.sleep(0.01)
    assert caplog.text.count("more are refused") == 1


@pytest.mark.parametrize(("trusted", "expected"), [((), 429), (("127.0.0.0/8",), 200)])
async def test_a_forwarded_address_counts_only_if_it_comes_from_a_trusted_proxy(
    tmp_path: Path, trusted: tuple[str, ...], expected: int
) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(1, 0.001), loopback=1)
    settings = Settings(data_dir=tmp_path, limits=limits, trusted_proxies=trusted)
    with a_server(tmp_path, settings=settings) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            answers = [
                await client.get("/api/health", headers={"x-forwarded-for": f"192.0.2.{number}"}) for number in (1, 2)
            ]
    assert [answer.status_code for answer in answers] == [200, expected]


async def test_a_proxy_is_always_told_whether_the_server_is_ready(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(1, 0.001), loopback=1)
    settings = Settings(data_dir=tmp_path, limits=limits, trusted_proxies=("127.0.0.0/8",))
    paths = ("/api/games", "/api/games", "/api/ready", "/api/health", "/api/metrics")
    with a_server(tmp_path, settings=settings) as address:
        async with httpx.AsyncClient(base_url=address, timeout=60) as client:
            of_proxy = [(await client.get(path)).status_code for path in paths]
            forwarded = {"x-forwarded-for": "192.0.2.1"}
            of_client = [(await client.get(path, headers=forwarded)).status_code for path in paths]
    assert of_proxy == [200, 429, 200, 200, 200]
    assert of_client == [200, 429, 429, 429, 429]


async def test_a_websocket_has_no_deadline_of_a_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "BODY_WITHIN", 0.05)
    with a_server(tmp_path) as address:
        async with connect(address.replace("http", "ws") + "/ws/lobby") as socket, asyncio.timeout(30):
            await asyncio.sleep(0.3)
            await (await socket.ping())


def _chunked(head: str, pieces: list[bytes]) -> bytes:
    start = f"{head} HTTP/1.1\r\nhost: damero\r\ntransfer-encoding: chunked\r\n"
    body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
    return start.encode() + b"content-type: application/json\r\n\r\n" + body + b"0\r\n\r\n"


async def test_a_body_in_thousands_of_tiny_pieces_is_refused(tmp_path: Path) -> None:
    pieces = [b"{", *[b" "] * 5_000, b"}"]
    with a_server(tmp_path) as address:
        async with connected(address) as (reader, writer):
            writer.write(_chunked("POST /api/guests", [b"{", b" " * 5_000, b"}"]))
            assert await status(reader) == 201
        async with connected(address) as (reader, writer), asyncio.timeout(30):
            writer.write(_chunked("POST /api/guests", pieces))
            assert await status(reader) == 400
            await reader.read()


async def test_whoever_sends_a_flood_pays_much_more_than_for_a_request(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=60, per_second=0.01), loopback=1)
    with a_server(tmp_path, limits) as address:
        for _ in range(2):
            async with connected(address) as (reader, writer), asyncio.timeout(30):
                writer.write(_chunked("POST /api/guests", [b"{", *[b" "] * 5_000, b"}"]))
                await reader.readline()
        async with connected(address) as (reader, writer):
            writer.write(HEALTH)
            assert await status(reader) == 429


async def test_a_body_without_end_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "LARGEST_BODY", 100_000)
    head = b"POST /api/guests HTTP/1.1\r\nhost: damero\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
    with a_server(tmp_path) as address:
        async with connected(address) as (_, writer), asyncio.timeout(60):
            writer.write(head % 10**9)
            with pytest.raises(OSError):
                await _write_forever(writer)


async def _write_forever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b" " * 50_000)
        await writer.drain()
        await asyncio.sleep(0)


async def test_requests_sent_without_waiting_are_refused_like_any_others(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=3, per_second=0.01), loopback=1)
    with a_server(tmp_path, limits) as address:
        async with connected(address) as (reader, writer), asyncio.timeout(30):
            writer.write(HEALTH * 50)
            answered = await reader.read()
    assert answered.count(b"HTTP/1.1 200") == 3
    assert answered.count(b"HTTP/1.1 429") == 1


async def test_who_is_refused_and_tries_again_at_once_waits_for_each_refusal(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=1, per_second=0.01), loopback=1, refused_after=3600)
    with a_server(tmp_path, limits) as address:
        async with connected(address) as (reader, writer):
            writer.write(HEALTH * 2)
            assert await status(reader) == 200
        async with connected(address) as (reader, writer):
            writer.write(HEALTH)
            await writer.drain()
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.3)


async def test_malformed_requests_are_charged_too(tmp_path: Path) -> None:
    limits = replace(NO_LIMITS, requests_by_address=Rate(burst=2, per_second=0.01), loopback=1)
    with a_server(tmp_path, limits) as address:
        for _ in range(20):
            async with connected(address) as (reader, writer), asyncio.timeout(30):
                writer.write(b"nonsense\r\n\r\n")
                await reader.read()
        async with connected(address) as (reader, writer):
            writer.write(HEALTH)
            assert await status(reader) == 429


async def test_nonsense_after_an_early_answer_ends_the_connection_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    head = (
        b"POST /api/guests HTTP/1.1\r\nhost: damero\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    with a_server(tmp_path) as address, caplog.at_level(logging.WARNING):
        async with connected(address) as (reader, writer), asyncio.timeout(30):
            writer.write(head + b"5\r\nhello\r\n")
            assert await status(reader) == 415
            writer.write(b"ZZZ\r\n")
            await reader.read()
    assert not [record for record in caplog.records if record.exc_info]
