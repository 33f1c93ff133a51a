"""The positions that people are playing, at whichever server, in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from damero.application.ports import RunningLook
from damero.application.running_positions import NEWEST, POSITIONS_KEPT
from damero.domain.match import Status
from damero.infrastructure.postgres.connections import Connection, Connections

ADD = """
    INSERT INTO running_position (match, version, look, is_opening, few, many, pieces)
    SELECT * FROM unnest(%s::text[], %s::int[], %s::bytea[], %s::bool[], %s::smallint[], %s::smallint[], %s::text[])
    ON CONFLICT (match, version) DO UPDATE SET look = excluded.look, is_opening = excluded.is_opening,
        few = excluded.few, many = excluded.many, pieces = excluded.pieces
"""
TRIM = """
    DELETE FROM running_position AS old USING (
        SELECT match, version, row_number() OVER (PARTITION BY match ORDER BY version DESC) AS age
        FROM running_position WHERE match = ANY(%s)
    ) AS aged
    WHERE old.match = aged.match AND old.version = aged.version
        AND (age > %s OR age > %s AND is_opening)
"""
DROP = "DELETE FROM running_position WHERE match = ANY(%s)"
OCCUR = """
    SELECT look, bool_and(is_opening) FROM running_position JOIN match ON match.id = running_position.match
    WHERE look = ANY(%s) AND match.status = %s GROUP BY look
"""
PRESENT = """
    SELECT pieces FROM running_position AS newest JOIN match ON match.id = newest.match
    JOIN unnest(%s::int[], %s::int[]) AS asked (few, many) ON
        newest.few IN (asked.few, asked.many) AND newest.many >= asked.many + asked.few - newest.few
        OR newest.many IN (asked.few, asked.many) AND newest.few >= asked.many + asked.few - newest.many
    WHERE match.status = %s AND NOT is_opening AND NOT EXISTS (
        SELECT 1 FROM running_position AS newer WHERE newer.match = newest.match AND newer.version > newest.version
    )
"""
DROP_FINISHED = """
    DELETE FROM running_position WHERE match NOT IN (SELECT id FROM match WHERE status = %s)
"""


class PostgresRunningLooks:
    """Implements the port `RunningLooks`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def replace(self, looks: Sequence[RunningLook], ended: Sequence[str]) -> None:
        rows = sorted((one.match_id, one.version, one.key, one.is_opening, *one.sizes, one.pieces) for one in looks)
        columns = [list(column) for column in zip(*rows, strict=True)]

        async def write(connection: Connection) -> None:
            async with connection.transaction():
                if rows:
                    await connection.execute(ADD, columns, binary=True)
                    await connection.execute(TRIM, (columns[0], POSITIONS_KEPT, NEWEST))
                if ended:
                    await connection.execute(DROP, (sorted(ended),))

        await self._connections.run(write)

    async def occur(self, keys: Sequence[bytes]) -> Mapping[bytes, bool]:
        found = await self._connections.select(OCCUR, list(keys), Status.ACTIVE.value)
        return {bytes(key): bool(is_opening) for key, is_opening in found}

    async def present(self, sizes: Sequence[tuple[int, int]]) -> Sequence[str]:
        few, many = ([size[at] for size in sizes] for at in (0, 1))
        return [str(pieces) for (pieces,) in await self._connections.select(PRESENT, few, many, Status.ACTIVE.value)]

    async def forget_finished(self) -> None:
        await self._connections.execute(DROP_FINISHED, Status.ACTIVE.value)
