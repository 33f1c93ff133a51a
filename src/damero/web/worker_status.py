"""Health and metrics of a worker over HTTP: for Prometheus, and for whatever restarts a worker that is not well.

A worker that has lost the database is well: a restart would not help.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from importlib.metadata import version

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from damero.application.engine_statistics import EngineStatistics
from damero.web.engine_metrics import engine_metrics
from damero.web.metrics import COUNTED, MEDIA_TYPE

LONGEST_HEAD = 8192
HEAD_WITHIN = 5.0
"""Seconds."""
MOST_CONNECTIONS = 20
"""More are closed at once."""
STATES = {True: "ok", False: "failing"}
VERSION = version("damero")

Answer = tuple[HTTPStatus, str, bytes]
"""Status, type and body."""


class WorkerStatus(Collector):
    """Answers `/api/health`, `/api/ready` and `/api/metrics`, as a server does."""

    def __init__(
        self,
        statistics: EngineStatistics,
        can_read: Callable[[], Awaitable[bool]],
        counters: Mapping[str, Callable[[], int]],
    ) -> None:
        self._statistics, self._can_read, self._counters = statistics, can_read, counters
        self._store_ok = True
        self._connections = 0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    @asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[int]:
        """The port at which it is asked until the context ends."""
        server = await asyncio.start_server(self._serve, host, port, limit=LONGEST_HEAD)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()

    async def health(self) -> Answer:
        told, has_engines, _ = await self._look()
        return _stated(told | {"status": STATES[has_engines], "version": version("damero")}, is_ok=has_engines)

    async def ready(self) -> Answer:
        """Whether it can take work."""
        told, has_engines, store_ok = await self._look()
        is_ready = has_engines and store_ok
        return _stated({"ready": is_ready, **told}, is_ok=is_ready)

    async def _look(self) -> tuple[dict[str, str], bool, bool]:
        self._store_ok = await self._can_read()
        has_engines = self._statistics.workers > 0
        return {"store": STATES[self._store_ok], "engines": STATES[has_engines]}, has_engines, self._store_ok

    async def metrics(self) -> Answer:
        self._store_ok = await self._can_read()
        return HTTPStatus.OK, MEDIA_TYPE, generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("damero_store_ok", "1 if the database can be used.", int(self._store_ok))
        yield CounterMetricFamily("damero_cpu_seconds_total", "Processor time used.", round(time.process_time(), 3))
        for name, counted in sorted(self._counters.items()):
            yield CounterMetricFamily(f"damero_{name}_total", COUNTED[name], counted())
        yield from engine_metrics(self._statistics)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections += 1
        try:
            if self._connections <= MOST_CONNECTIONS:
                await self._answer(reader, writer)
        finally:
            self._connections -= 1
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request for each connection. Whoever sends no whole head in time gets no answer."""
        with suppress(TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(HEAD_WITHIN):
                head = await reader.readuntil(b"\r\n\r\n")
            writer.write(_written(*await self._found(head)))
            async with asyncio.timeout(HEAD_WITHIN):
                await writer.drain()

    async def _found(self, head: bytes) -> Answer:
        method, _, rest = head.partition(b" ")
        pages = {b"/api/health": self.health, b"/api/ready": self.ready, b"/api/metrics": self.metrics}
        page = pages.get(rest.split(b" ")[0])
        if page is None:
            return HTTPStatus.NOT_FOUND, "text/plain", b"There are /api/health, /api/ready and /api/metrics.\n"
        if method != b"GET":
            return HTTPStatus.METHOD_NOT_ALLOWED, "text/plain", b"Only GET.\n"
        return await page()


def _stated(told: Mapping[str, object], *, is_ok: bool) -> Answer:
    status = HTTPStatus.OK if is_ok else HTTPStatus.SERVICE_UNAVAILABLE
    return status, "application/json", msgspec.json.encode(told)


def _written(status: HTTPStatus, media_type: str, body: bytes) -> bytes:
    lines = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"content-type: {media_type}",
        f"content-length: {len(body)}",
        "cache-control: no-store",
        "connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode() + body
