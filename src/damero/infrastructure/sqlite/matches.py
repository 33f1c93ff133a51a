"""The event log of all matches, and the summaries that lists show, in SQLite."""

from __future__ import annotations

from collections.abc import Callable

import apsw
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
    StoreUnavailable,
    Summary,
    Unreadable,
)
from damero.domain.events import Access
from damero.domain.match import Status
from damero.infrastructure.encoding import decode_hops, decode_summary, encode_hops
from damero.infrastructure.match_search import PLAYED
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.events import APPEND, APPEND_PACKED, event_rows, packed_row, read_events
from damero.infrastructure.sqlite.match_lists import check_challenges, read_page, write_summary
from damero.infrastructure.summaries import changes_lists, ends_turn, game_results, nearest_deadlines_first, own_matches

ADD_IMPORTED = "INSERT INTO imported (match, player, bytes) VALUES (?, ?, ?)"
IMPORTED_BYTES = "SELECT total(bytes) FROM imported WHERE player = ?"
SAVE_HOPS = "INSERT OR REPLACE INTO hops (match, body) VALUES (?, ?)"
DROP_HOPS = "DELETE FROM hops WHERE match = ?"
HOPS = "SELECT body FROM hops WHERE match = ?"
COUNT_OWN = """
    SELECT over, count(*), sum(iif(over, events, (SELECT max(seq) FROM event WHERE event.match = seat.match)))
    FROM seat WHERE player = ? GROUP BY over
"""
"""Moves do not change the lists, so the events of matches that are not over are looked up."""
RESULTS = """
    SELECT listed.game, result, count(*) FROM (
        SELECT match, game, result FROM seat WHERE player = ? AND over = 1 ORDER BY changed DESC LIMIT ?
    ) AS listed CROSS JOIN match ON id = listed.match
    WHERE result IN (?, ?, ?) AND access <> ? GROUP BY listed.game, result
"""
WAITING = (
    "SELECT id FROM match WHERE status = ?1 AND access = coalesce(?2, access) AND changed_at < ?3 ORDER BY changed_at"
)
COUNT = "SELECT count(*) FROM match WHERE status = ?"
UNFINISHED = """
    SELECT id, summary, (SELECT deadline FROM event WHERE event.match = id ORDER BY seq DESC LIMIT 1)
    FROM match WHERE status = ? OR status = ? AND changed_at >= ? ORDER BY status, changed DESC
"""


class SqliteMatchStore:
    is_shared = False

    def __init__(self, database: Database, clock: ServerClock) -> None:
        self._database = database
        self._clock = clock
        self.unreadable: dict[str, str] = {}

    async def append(self, *entries: Entry) -> None:
        """Encodes the events before handing them over, so that the writer thread has little to do."""
        now, wall = self._clock.now(), self._clock.wall()
        prepared = [(entry, event_rows(entry)) for entry in entries]

        def insert(connection: apsw.Connection) -> None:
            for entry, rows in prepared:
                connection.executemany(APPEND, rows)
                _update_lists(connection, entry, now, wall)

        await self._write(insert)

    async def append_imported(self, entry: Entry, *, quota: int) -> None:
        now, wall, packed = self._clock.now(), self._clock.wall(), packed_row(entry)
        owner = entry.match.created.creator.id

        def insert(connection: apsw.Connection) -> None:
            connection.execute(APPEND_PACKED, packed)
            write_summary(connection, entry.match, now, wall)
            connection.execute(ADD_IMPORTED, (entry.match.id, owner, len(packed[-1])))
            if connection.execute(IMPORTED_BYTES, (owner,)).get > quota:
                raise QuotaExceeded(owner)

        await self._write(insert)

    async def append_challenge(self, entry: Entry, limits: ChallengeLimits) -> None:
        now, wall, rows = self._clock.now(), self._clock.wall(), event_rows(entry)

        def insert(connection: apsw.Connection) -> None:
            connection.executemany(APPEND, rows)
            write_summary(connection, entry.match, now, wall)
            check_challenges(connection, entry.match.created, limits)

        await self._write(insert)

    async def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return await self._database.read(lambda connection: read_events(connection, match_id, after))

    async def save_hops(self, match_id: str, hops: Hops) -> None:
        body = encode_hops(hops)
        await self._database.write(lambda connection: connection.execute(SAVE_HOPS, (match_id, body)).get)

    async def hops(self, match_id: str) -> Hops | None:
        rows = await self._database.select(HOPS, match_id)
        return decode_hops(rows[0][0]) if rows else None

    async def list(self, wanted: ListMatches) -> tuple[Summary, ...]:
        return await self._database.read(lambda connection: read_page(connection, wanted, self._decoded))

    async def count_active(self) -> int:
        ((count,),) = await self._database.select(COUNT, Status.ACTIVE.value)
        return int(count)

    async def count_own(self, player_id: str) -> OwnMatches:
        return own_matches(await self._database.select(COUNT_OWN, player_id))

    async def results(self, player_id: str, *, newest: int) -> tuple[GameResults, ...]:
        return game_results(await self._database.select(RESULTS, player_id, newest, *PLAYED, Access.CODE.value))

    async def waiting(self, *, unchanged_since: int, access: Access | None = None) -> tuple[str, ...]:
        rows = await self._database.select(WAITING, Status.WAITING.value, access and access.value, unchanged_since)
        return tuple(match_id for (match_id,) in rows)

    async def unfinished(self, since: int = 0) -> tuple[str, ...]:
        rows = await self._database.select(UNFINISHED, Status.ACTIVE.value, Status.WAITING.value, since)
        return nearest_deadlines_first(rows)

    async def check_reading(self) -> None:
        await self._database.select("SELECT count(*) FROM meta")
        if self._database.is_lost():
            raise StoreUnavailable("The database file was removed or replaced.")
        if self._database.damage:
            raise Unreadable(self._database.damage)

    def failure(self) -> str | None:
        return self._database.failure

    async def _write(self, insert: Callable[[apsw.Connection], None]) -> None:
        try:
            await self._database.write(insert)
        except apsw.ConstraintError as conflict:
            raise StaleAppend(str(conflict)) from conflict

    def _decoded(self, match_id: str, body: bytes) -> Summary | None:
        """A damaged summary is left out of lists."""
        try:
            return decode_summary(body)
        except msgspec.MsgspecError as error:
            self.unreadable[match_id] = str(error)
            return None


def _update_lists(connection: apsw.Connection, entry: Entry, now: int, wall: int) -> None:
    if ends_turn(entry):
        connection.execute(DROP_HOPS, (entry.match.id,))
    if changes_lists(entry):
        write_summary(connection, entry.match, now, wall)
