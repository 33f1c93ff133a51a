"""What a worker answers about itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from damero.application.engine_statistics import EngineStatistics, waits
from damero.web import worker_status
from damero.web.worker_status import LONGEST_HEAD, MOST_CONNECTIONS, WorkerStatus

pytestmark = pytest.mark.asyncio


async def reached() -> bool:
    return True


async def not_reached() -> bool:
    return False


async def asked(port: int, head: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with suppress(ConnectionResetError):
        writer.write(head.encode())
        answer = await reader.read()
    await closed(writer)
    return answer.decode()


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def test_a_worker_tells_how_it_is_and_what_it_did() -> None:
    statistics = EngineStatistics(workers=1)
    statistics.thoughts["move"] = 3
    statistics.queued, statistics.queue_waits = 2, waits()
    statistics.queue_waits.note(0.2)
    status = WorkerStatus(statistics, reached, {"store_lost_connections": lambda: 2})
    async with status.served("127.0.0.1", 0) as port:
        assert "200 OK" in await asked(port, "GET /api/health HTTP/1.1\r\nhost: x\r\n\r\n")
        metrics = await asked(port, "GET /api/metrics HTTP/1.1\r\n\r\n")
    for line in (
        'engine_thoughts_total{kind="move"} 3.0',
        "store_lost_connections_total 2.0",
        "store_ok 1.0",
        "engine_queued 2.0",
        'engine_queue_seconds_bucket{le="0.3"} 1.0',
    ):
        assert f"damero_{line}" in metrics


async def test_a_worker_without_engines_is_not_well_and_without_the_database_not_ready() -> None:
    for workers, can_read, health, ready in (
        (1, reached, 200, 200),
        (1, not_reached, 200, 503),
        (0, reached, 503, 503),
    ):
        async with WorkerStatus(EngineStatistics(workers=workers), can_read, {}).served("127.0.0.1", 0) as port:
            for page, status in (("health", health), ("ready", ready)):
                assert f"HTTP/1.1 {status} " in await asked(port, f"GET /api/{page} HTTP/1.1\r\n\r\n")


async def test_other_requests_get_a_plain_refusal_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async with WorkerStatus(EngineStatistics(), reached, {}).served("127.0.0.1", 0) as port:
        assert "404 Not Found" in await asked(port, "GET / HTTP/1.1\r\n\r\n")
        assert "405 Method Not Allowed" in await asked(port, "POST /api/health HTTP/1.1\r\n\r\n")
        monkeypatch.setattr(worker_status, "HEAD_WITHIN", 0.1)
        assert await asked(port, "GET /api/health") == ""
        assert await asked(port, "x" * (LONGEST_HEAD + 1)) == ""


async def test_connections_beyond_a_number_are_closed_at_once() -> None:
    async with WorkerStatus(EngineStatistics(), reached, {}).served("127.0.0.1", 0) as port:
        waiting = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MOST_CONNECTIONS)]
        assert await asked(port, "GET /api/health HTTP/1.1\r\n\r\n") == ""
        for _, writer in waiting:
            await closed(writer)
