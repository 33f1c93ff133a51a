"""The positions that people are playing, at whichever server, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from damero.application.ports import RunningLook
from damero.application.running_positions import POSITIONS_KEPT
from damero.domain.match import Status
from damero.infrastructure.postgres.connections import Connection, Connections

ADD = """
    INSERT INTO running_position (match, version, look)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::bytea[])
    ON CONFLICT (match, version) DO UPDATE SET look = excluded.look
"""
TRIM = """
    DELETE FROM running_position AS old WHERE match = ANY(%s) AND version < (
        SELECT min(version) FROM (
            SELECT version FROM running_position WHERE match = old.match ORDER BY version DESC LIMIT %s
        ) AS newest
    )
"""
DROP = "DELETE FROM running_position WHERE match = ANY(%s)"
OCCUR = """
    SELECT 1 FROM running_position JOIN match ON match.id = running_position.match
    WHERE look = ANY(%s) AND match.status = %s LIMIT 1
"""
DROP_FINISHED = """
    DELETE FROM running_position WHERE match NOT IN (SELECT id FROM match WHERE status = %s)
"""


class PostgresRunningLooks:
    """Implements the port `RunningLooks`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def replace(self, looks: Sequence[RunningLook], ended: Sequence[str]) -> None:
        rows = sorted((one.match_id, one.version, one.key) for one in looks)
        matches, versions, keys = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])

        async def write(connection: Connection) -> None:
            async with connection.transaction():
                if rows:
                    await connection.execute(ADD, (matches, versions, keys), binary=True)
                    await connection.execute(TRIM, (matches, POSITIONS_KEPT))
                if ended:
                    await connection.execute(DROP, (sorted(ended),))

        await self._connections.run(write)

    async def occur(self, keys: Sequence[bytes]) -> bool:
        return bool(await self._connections.select(OCCUR, list(keys), Status.ACTIVE.value))

    async def forget_finished(self) -> None:
        await self._connections.execute(DROP_FINISHED, Status.ACTIVE.value)
