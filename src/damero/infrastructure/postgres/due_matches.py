"""Matches that need a server: a deadline has passed, or an engine is to act whose server has died.

Every server looks for them. Each is given to one server for a while; whoever stores first decides.
"""

from __future__ import annotations

from typing import LiteralString

from damero.application.ports import ServerClock
from damero.infrastructure.postgres.connections import Connection, Connections

MOST = 100
CLAIM = 5_000
"""Milliseconds for which other servers leave a match alone that one has taken up."""
DEAD_AFTER = 2_500
"""Milliseconds without a beat after which a server counts as dead."""
OVERDUE: LiteralString = "WHERE deadline <= %(now)s"
DESERTED: LiteralString = f"""
    LEFT JOIN server ON server.name = match_state.server
    WHERE engine_since IS NOT NULL AND coalesce(server.beat, 0) < %(now)s - {DEAD_AFTER}
"""


def _take(condition: LiteralString) -> LiteralString:
    return f"""
        UPDATE match_state SET claimed_until = %(now)s + {CLAIM}, server = %(server)s WHERE match IN (
            SELECT match FROM match_state {condition} AND coalesce(claimed_until, 0) < %(now)s
            LIMIT {MOST} FOR UPDATE OF match_state SKIP LOCKED
        ) RETURNING match
    """


OTHERS: LiteralString = f"SELECT count(*) FROM server WHERE name <> %s AND beat >= %s - {DEAD_AFTER}"
TAKE_OVERDUE, TAKE_DESERTED = _take(OVERDUE), _take(DESERTED)


class DueMatches:
    def __init__(self, connections: Connections, clock: ServerClock, server: str) -> None:
        self._connections, self._clock, self._server = connections, clock, server

    async def overdue(self) -> tuple[str, ...]:
        """Takes up matches whose deadline has passed."""
        return await self._taken(TAKE_OVERDUE)

    async def deserted(self) -> tuple[str, ...]:
        """Takes up matches in which an engine is to act and nobody lets it."""
        return await self._taken(TAKE_DESERTED)

    async def is_alone(self) -> bool:
        """Whether no other server runs."""
        return not (await self._connections.select(OTHERS, self._server, self._clock.now()))[0][0]

    async def _taken(self, statement: LiteralString) -> tuple[str, ...]:
        given = {"now": self._clock.now(), "server": self._server}

        async def take(connection: Connection) -> list[tuple[str]]:
            return await (await connection.execute(statement, given)).fetchall()

        return tuple(match_id for (match_id,) in await self._connections.run(take))
