"""The event log of all matches, and the summaries that lists show, in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from damero.application.commands import ListMatches
from damero.application.ports import (
    ChallengeLimits,
    Entry,
    GameResults,
    Hops,
    OwnMatches,
    QuotaExceeded,
    ServerClock,
    StaleAppend,
    StoredEvent,
    Summary,
)
from damero.domain.events import Access
from damero.domain.match import Status
from damero.infrastructure.encoding import (
    PACKED,
    decode_hops,
    decode_summary,
    encode_hops,
    pack_events,
    stored_events,
)
from damero.infrastructure.match_search import PLAYED
from damero.infrastructure.postgres.appending import Appender, append_entry, nothing_else, state_of
from damero.infrastructure.postgres.connections import Connection, Connections
from damero.infrastructure.postgres.match_lists import check_challenges, lock_players, read_page, write_summary
from damero.infrastructure.summaries import changes_lists, game_results, nearest_deadlines_first, own_matches

EVENTS = "SELECT seq, kind, body, command FROM event WHERE match = %s AND seq > %s ORDER BY seq"
NEW_STATE = """
    INSERT INTO match_state (match, version, to_move, deadline, engine_since) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT DO NOTHING
"""
ADD_PACKED = "INSERT INTO event (match, seq, command, part, kind, body) VALUES (%s, %s, %s, 0, %s, %s)"
ADD_IMPORTED = "INSERT INTO imported (match, player, bytes) VALUES (%s, %s, %s)"
IMPORTED_BYTES = "SELECT coalesce(sum(bytes), 0) FROM imported WHERE player = %s"
SAVE_HOPS = "INSERT INTO hops (match, body) VALUES (%s, %s) ON CONFLICT (match) DO UPDATE SET body = excluded.body"
HOPS = "SELECT body FROM hops WHERE match = %s"
COUNT_OWN = """
    SELECT over, count(*), sum(
        CASE WHEN over THEN events ELSE (SELECT version FROM match_state WHERE match_state.match = seat.match) END
    ) FROM seat WHERE player = %s GROUP BY over
"""
"""Moves do not change the lists, so the events of matches that are not over are looked up."""
RESULTS = """
    SELECT listed.game, result, count(*) FROM (
        SELECT match, game, result FROM seat WHERE player = %s AND over ORDER BY changed DESC LIMIT %s
    ) AS listed JOIN match ON id = listed.match
    WHERE result IN (%s, %s, %s) AND access <> %s GROUP BY listed.game, result
"""
WAITING = """
    SELECT id FROM match WHERE status = %s AND access = coalesce(%s, access) AND changed_at < %s ORDER BY changed_at
"""
COUNT = "SELECT count(*) FROM match WHERE status = %s"
UNFINISHED = """
    SELECT id, summary, deadline FROM match LEFT JOIN match_state ON match_state.match = id
    WHERE status = %s OR status = %s AND changed_at >= %s ORDER BY status, changed DESC
"""
VERSIONS = "SELECT match, version FROM match_state WHERE match = ANY(%s)"
LONG = 200
"""Rows from which on they are decoded in a thread."""


class PostgresMatchStore:
    is_shared = True

    def __init__(self, connections: Connections, clock: ServerClock, server: str = "") -> None:
        """`server` is the name under which this process beats; without one nobody waits for it to run engines."""
        self._connections, self._clock, self._server = connections, clock, server
        self._appender = Appender(connections, server)
        self.unreadable: dict[str, str] = {}

    async def append(self, *entries: Entry) -> None:
        listed = [entry for entry in entries if changes_lists(entry)]
        now, wall = self._clock.now(), self._clock.wall()

        async def write_lists(connection: Connection) -> None:
            for entry in listed:
                await write_summary(connection, entry.match, now, wall)

        await self._appender.append(entries, write_lists if listed else nothing_else)

    async def append_imported(self, entry: Entry, *, quota: int) -> None:
        now, wall = self._clock.now(), self._clock.wall()
        packed, match, owner = pack_events(entry.events), entry.match, entry.match.created.creator.id

        async def insert(connection: Connection) -> None:
            await lock_players(connection, owner)
            added = await connection.execute(NEW_STATE, (match.id, len(entry.events), *state_of(entry)))
            if not added.rowcount:
                raise StaleAppend("The match exists already.")
            await connection.execute(ADD_PACKED, (match.id, len(entry.events), entry.command, PACKED, packed))
            await write_summary(connection, match, now, wall)
            await connection.execute(ADD_IMPORTED, (match.id, owner, len(packed)))
            taken = await (await connection.execute(IMPORTED_BYTES, (owner,))).fetchone()
            if taken is None or taken[0] > quota:
                raise QuotaExceeded(owner)

        await self._appender.append((), insert)

    async def append_challenge(self, entry: Entry, limits: ChallengeLimits) -> None:
        now, wall, created = self._clock.now(), self._clock.wall(), entry.match.created
        assert created.invited is not None
        players = created.creator.id, created.invited.id

        async def insert(connection: Connection) -> None:
            await lock_players(connection, *players)
            await append_entry(connection, entry, self._server)
            await write_summary(connection, entry.match, now, wall)
            await check_challenges(connection, created, limits)

        await self._appender.append((), insert)

    async def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        rows = await self._connections.select(EVENTS, match_id, after)
        if len(rows) < LONG and not any(kind == PACKED for _, kind, _, _ in rows):
            return _decoded(rows, after)
        return await asyncio.to_thread(_decoded, rows, after)

    async def versions(self, match_ids: Sequence[str]) -> dict[str, int]:
        return dict(await self._connections.select(VERSIONS, list(match_ids)))

    async def save_hops(self, match_id: str, hops: Hops) -> None:
        await self._connections.execute(SAVE_HOPS, match_id, encode_hops(hops))

    async def hops(self, match_id: str) -> Hops | None:
        rows = await self._connections.select(HOPS, match_id)
        return decode_hops(rows[0][0]) if rows else None

    async def list(self, wanted: ListMatches) -> tuple[Summary, ...]:
        return await self._connections.read(lambda connection: read_page(connection, wanted, self._summary))

    async def count_active(self) -> int:
        ((count,),) = await self._connections.select(COUNT, Status.ACTIVE.value)
        return int(count)

    async def count_own(self, player_id: str) -> OwnMatches:
        return own_matches(await self._connections.select(COUNT_OWN, player_id))

    async def results(self, player_id: str, *, newest: int) -> tuple[GameResults, ...]:
        return game_results(await self._connections.select(RESULTS, player_id, newest, *PLAYED, Access.CODE.value))

    async def waiting(self, *, unchanged_since: int, access: Access | None = None) -> tuple[str, ...]:
        wanted = access and access.value
        rows = await self._connections.select(WAITING, Status.WAITING.value, wanted, unchanged_since)
        return tuple(match_id for (match_id,) in rows)

    async def unfinished(self, since: int = 0) -> tuple[str, ...]:
        rows = await self._connections.select(UNFINISHED, Status.ACTIVE.value, Status.WAITING.value, since)
        return nearest_deadlines_first(rows)

    async def check_reading(self) -> None:
        await self._connections.select("SELECT count(*) FROM meta")

    def failure(self) -> str | None:
        return self._connections.failure

    async def close(self) -> None:
        """Finishes every requested append."""
        await self._appender.close()

    def _summary(self, match_id: str, body: bytes) -> Summary | None:
        """A damaged summary is left out of lists."""
        try:
            return decode_summary(body)
        except msgspec.MsgspecError as error:
            self.unreadable[match_id] = str(error)
            return None


def _decoded(rows: Sequence[tuple[Any, ...]], after: int) -> tuple[StoredEvent, ...]:
    return tuple(stored for row in rows for stored in stored_events(*row) if stored.seq > after)
