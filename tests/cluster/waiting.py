"""Waits that end, and tell where everybody was when they end in vain."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from types import CoroutineType
from typing import TypeAlias

import httpx
import psycopg
from tests.cluster.players import Spectators, TimedLedger
from tests.cluster.topology import Topology

PATIENCE = 90.0
"""Seconds: a busy machine needs a few."""
STATES = """
    SELECT match, status, version, to_move, server, engine_since
    FROM match_state JOIN match ON id = match WHERE match = ANY(%s) ORDER BY match
"""
LOG_LINES = 15

Frames: TypeAlias = tuple[str, ...]


@asynccontextmanager
async def within(step: str, cluster: Topology, ledger: TimedLedger, spectators: Spectators) -> AsyncIterator[None]:
    """Whatever is awaited here takes no longer than `PATIENCE`; otherwise the test fails and says why."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except TimeoutError as error:
        found = await _report(cluster, ledger, spectators)
        raise AssertionError("\n".join((f"It takes too long: {step}", *found))) from error


async def _report(cluster: Topology, ledger: TimedLedger, spectators: Spectators) -> list[str]:
    tasks = sorted(f"{task.get_name()}: {' > '.join(_where(task.get_coro()))}" for task in asyncio.all_tasks())
    stored = await asyncio.to_thread(_stored, cluster, list(ledger.moves))
    servers = [await _server(port) for port in cluster.ports]
    logs = [f"{name}:\n{_tail(cluster, name)}" for name in (*map(str, cluster.ports), "worker-0")]
    return ["Tasks:", *tasks, "Matches:", *_matches(ledger, spectators), "Stored:", *stored, *servers, *logs]


def _where(coroutine: object) -> Frames:
    """The functions that a task waits in, from the outermost one, with the match that they are about."""
    if not isinstance(coroutine, CoroutineType | Coroutine) or getattr(coroutine, "cr_frame", None) is None:
        return (type(coroutine).__name__,)
    frame = coroutine.cr_frame  # type: ignore[union-attr]
    about = frame.f_locals.get("match_id", "")
    return (f"{frame.f_code.co_name}:{frame.f_lineno} {about}", *_where(coroutine.cr_await))  # type: ignore[union-attr]


def _matches(ledger: TimedLedger, spectators: Spectators) -> list[str]:
    now = time.monotonic()
    return [
        f"{match_id}: version {max(version for version, _ in moves)} {now - ledger.times[match_id][-1]:.1f} s ago, "
        f"seen {[max(spectators.seen[match_id, port], default=0) for port in spectators.ports]}, "
        f"last error {ledger.errors.get(match_id)}"
        for match_id, moves in ledger.moves.items()
    ]


def _stored(cluster: Topology, matches: list[str]) -> list[str]:
    try:
        with psycopg.connect(cluster.postgres.url(), connect_timeout=5) as connection:
            return [str(row) for row in connection.execute(STATES, (matches,)).fetchall()]
    except psycopg.Error as error:
        return [repr(error)]


async def _server(port: int) -> str:
    try:
        async with httpx.AsyncClient(timeout=5) as http:
            answers = [await http.get(f"http://127.0.0.1:{port}/api/{name}") for name in ("ready", "health")]
    except httpx.HTTPError as error:
        return f"{port}: {error!r}"
    return f"{port}: {[(answer.status_code, answer.text) for answer in answers]}"


def _tail(cluster: Topology, name: str) -> str:
    return "\n".join(cluster.log(name).splitlines()[-LOG_LINES:])
