"""The time of all servers together: the database's clock without the time during which no server was running.

No clock of a server's own machine is trusted for more than the moment since the last beat.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import LiteralString

from damero.application.ports import StoreUnavailable
from damero.infrastructure.postgres.connections import Connection, Connections

BEAT = 0.25
"""Seconds between beats."""
HOLD = 750
"""Milliseconds after which a server that has not heard from the database lets its clock stand still."""
STANDSTILL = 1_000
"""Milliseconds without any server's beat that mean that all stood still. All but `HOLD` is taken out of the time."""
BEGIN = """
    INSERT INTO cluster_time (alive_at, standstill)
    VALUES ((extract(epoch FROM clock_timestamp()) * 1000)::bigint, 0) ON CONFLICT DO NOTHING
"""
NOTE: LiteralString = f"""
    WITH wall AS MATERIALIZED (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)
    UPDATE cluster_time SET
        standstill = standstill + CASE
            WHEN now - alive_at > {STANDSTILL} THEN now - alive_at - {HOLD}
            WHEN alive_at - now > {STANDSTILL} THEN now - alive_at
            ELSE 0 END,
        alive_at = CASE WHEN alive_at - now > {STANDSTILL} THEN now ELSE greatest(alive_at, now) END
    FROM wall RETURNING now, standstill
"""
"""A step of the database's own wall clock, forwards or back, changes nothing either."""
NOTE_SERVER = """
    INSERT INTO server (name, beat) VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat
"""
FORGET_SERVERS = "DELETE FROM server WHERE beat < %s"
FORGET_AFTER = 60_000

log = logging.getLogger(__name__)


class ClusterClock:
    """Implements the port `ServerClock`. `start` it before it is asked for the time."""

    def __init__(self, connections: Connections, server: str = "", monotonic: Callable[[], int] | None = None) -> None:
        self._connections, self._server = connections, server
        self._monotonic = monotonic or _monotonic
        self._lock = threading.Lock()
        self._offset: int | None = None
        """Cluster time minus this process's monotonic time."""
        self._standstill = 0
        self._heard_at = 0
        self._latest = 0

    def now(self) -> int:
        with self._lock:
            assert self._offset is not None
            trusted = min(self._monotonic(), self._heard_at + HOLD)
            self._latest = max(self._latest, trusted + self._offset)
            return self._latest

    def wall(self) -> int:
        """The database's wall clock."""
        return self.now() + self._standstill

    async def start(self) -> None:
        await self._connections.execute(BEGIN)
        await self.tick()

    async def beat(self, on_standstill: Callable[[], None]) -> None:
        """Runs until cancelled. `on_standstill` is called after the time stood still."""
        while True:
            before = self._standstill
            try:
                await self.tick()
            except StoreUnavailable as error:
                log.debug("No beat: %s", error)
            if self._standstill > before:
                log.warning(
                    "No server ran for %.1f s. The clocks of all games stood still.", (self._standstill - before) / 1000
                )
                on_standstill()
            await asyncio.sleep(BEAT)

    async def tick(self) -> None:
        """Says that this server runs and learns the time."""
        asked = self._monotonic()
        wall, standstill = await self._connections.run(self._note)
        heard = self._monotonic()
        with self._lock:
            earliest, latest = wall - standstill - heard, wall - standstill - asked
            self._offset = earliest if self._offset is None else min(max(self._offset, earliest), latest)
            self._standstill, self._heard_at = standstill, heard

    async def _note(self, connection: Connection) -> tuple[int, int]:
        """A beat that is lost in a crash does no harm, so that it need not wait for the disk."""
        async with connection.transaction():
            await connection.execute("SET LOCAL synchronous_commit = off")
            row = await (await connection.execute(NOTE)).fetchone()
            assert row is not None
            if self._server:
                await connection.execute(NOTE_SERVER, (self._server, row[0] - row[1]))
                await connection.execute(FORGET_SERVERS, (row[0] - row[1] - FORGET_AFTER,))
            return row[0], row[1]


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
