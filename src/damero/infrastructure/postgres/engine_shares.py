"""One player, and one address, has as few thoughts at a time at all servers together as at one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from damero.application.engine_schedule import MOST_AT_ONCE
from damero.application.ports import Requester, StoreUnavailable
from damero.infrastructure.postgres.connections import Connection, Connections

LOOK_EVERY = 0.5
"""Seconds between looks at whether an analysis should give way to a game at another server."""
REST = 10.0
"""The same while nobody thinks here."""
LOCKS = 4_242_018
"""The first number of the advisory locks of players and addresses."""
LOCK = """
    SELECT pg_advisory_xact_lock(%s, key)
    FROM (SELECT DISTINCT hashtext(who) AS key FROM unnest(%s::text[]) AS who ORDER BY key) AS keys
"""
"""In the same order at all servers. The count that follows must see what others have committed."""
LIVE = """
    SELECT * FROM engine_place WHERE server IN (
        SELECT name FROM server WHERE beat > (SELECT max(beat) FROM server) - 3000
    )
"""
"""Thoughts for a server that died count no more."""
TAKE = f"""
    WITH live AS ({LIVE} AND (NOT is_analysis OR %(is_analysis)s))
    INSERT INTO engine_place (number, player, address, is_analysis, server)
    SELECT %(number)s, %(player)s, %(address)s, %(is_analysis)s, %(server)s
    WHERE (SELECT count(*) FROM live WHERE player = %(player)s) < {MOST_AT_ONCE}
      AND (SELECT count(*) FROM live WHERE address = %(address)s) < {MOST_AT_ONCE}
    RETURNING number
"""
OWN = "SELECT number FROM engine_place WHERE server = %s"
RELEASE = "DELETE FROM engine_place WHERE number = ANY(%s) OR NOT server IN (SELECT name FROM server)"
"""Also of servers that are forgotten."""
IN_THE_WAY = f"""
    WITH live AS ({LIVE})
    SELECT number FROM live AS mine WHERE number = ANY(%s) AND (
        (SELECT count(*) FROM live WHERE player = mine.player) > {MOST_AT_ONCE}
        OR (SELECT count(*) FROM live WHERE address = mine.address) > {MOST_AT_ONCE}
    )
"""


class PostgresEngineShares:
    """Implements the port `EngineShares`."""

    def __init__(self, connections: Connections, server: str) -> None:
        self._connections, self._server = connections, server
        self._give_way: dict[str, Callable[[], None] | None] = {}
        """By the numbers of the thoughts that have a place, or are about to take one."""
        self._changed = asyncio.Event()

    async def take(self, number: str, requester: Requester, give_way: Callable[[], None] | None) -> bool:
        if not self._give_way:
            self._changed.set()
        self._give_way[number] = give_way
        given = {
            "number": number,
            "player": f"player {requester.player}",
            "address": requester.address and f"address {requester.address}",
            "is_analysis": give_way is not None,
            "server": self._server,
        }

        async def insert(connection: Connection) -> bool:
            async with connection.transaction():
                await connection.execute(LOCK, (LOCKS, [given["player"], given["address"] or given["player"]]))
                return (await connection.execute(TAKE, given)).rowcount > 0

        return await self._connections.run(insert)

    def release(self, number: str) -> None:
        self._give_way.pop(number, None)
        self._changed.set()

    async def run(self) -> None:
        """Gives places back, and makes analyses give way, until cancelled."""
        while True:
            is_busy = self._changed.is_set() or bool(self._give_way)
            self._changed.clear()
            with suppress(StoreUnavailable):
                await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY if is_busy else REST):
                    await self._changed.wait()

    async def _look(self) -> None:
        await self._give_places_back()
        if analyses := [number for number, give_way in self._give_way.items() if give_way is not None]:
            for (number,) in await self._connections.select(IN_THE_WAY, analyses):
                if (give_way := self._give_way.get(number)) is not None:
                    give_way()

    async def _give_places_back(self) -> None:
        """A thought is known here before it takes a place: one that has a place and is not known is over."""
        taken = await self._connections.select(OWN, self._server)
        over = [number for (number,) in taken if number not in self._give_way]
        await self._connections.execute(RELEASE, over)
