"""The event log of all matches, and the summaries that lists show, in SQLite."""

from __future__ import annotations

from collections.abc import Callable

import apsw
import msgspec

from damero.application.commands import Listing, ListMatches
from damero.application.ports import (
    Entry,
    Hops,
    QuotaExceeded,
    ServerClock,
    StaleAppend,
    StoredEvent,
    Summary,
    Unreadable,
)
from damero.domain.beginning import shown_start
from damero.domain.events import Access
from damero.domain.match import Match, Status
from damero.infrastructure.sqlite.database import Database
from damero.infrastructure.sqlite.encoding import (
    decode_event,
    decode_hops,
    decode_summary,
    encode_event,
    encode_hops,
    encode_summary,
    pack_events,
    unpack_events,
)

APPEND = """
    INSERT INTO event (match, seq, command, part, kind, body)
    VALUES (?1, iif(?2 = 1 OR EXISTS (SELECT 1 FROM event WHERE match = ?1 AND seq = ?2 - 1), ?2, NULL), ?3, ?4, ?5, ?6)
"""
"""Refused by the unique keys if another writer was faster, and by NOT NULL if the preceding event is missing."""
SUMMARISE = """
    INSERT INTO match (id, game, status, access, created, changed, changed_at, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, changed = excluded.changed, changed_at = excluded.changed_at,
        summary = excluded.summary
"""
ADD_PLAYER = "INSERT OR IGNORE INTO seat (player, match) VALUES (?, ?)"
PACKED = "Packed"
"""The kind of a row that holds all events up to its number."""
APPEND_PACKED = """
    INSERT INTO event (match, seq, command, part, kind, body)
    VALUES (?1, iif(EXISTS (SELECT 1 FROM event WHERE match = ?1), NULL, ?2), ?3, 0, ?4, ?5)
"""
ADD_IMPORTED = "INSERT INTO imported (match, player, bytes) VALUES (?, ?, ?)"
IMPORTED_BYTES = "SELECT total(bytes) FROM imported WHERE player = ?"
SAVE_HOPS = "INSERT OR REPLACE INTO hops (match, body) VALUES (?, ?)"
DROP_HOPS = "DELETE FROM hops WHERE match = ?"
HOPS = "SELECT body FROM hops WHERE match = ?"
EVENTS = "SELECT seq, kind, body, command FROM event WHERE match = ? ORDER BY seq"
CREATED = "SELECT created FROM match WHERE id = ?"
OPEN_TO_ALL = "SELECT id, summary FROM match WHERE status = ? AND access = ?"
OWN = "SELECT id, summary FROM match JOIN seat ON match = id AND player = ? WHERE status IN (?, ?)"
WAITING = (
    "SELECT id FROM match WHERE status = ?1 AND access = coalesce(?2, access) AND changed_at < ?3 ORDER BY changed_at"
)
UNFINISHED = "SELECT id FROM match WHERE status = ? OR status = ? AND changed_at >= ? ORDER BY status, changed DESC"


class SqliteMatchStore:
    def __init__(self, database: Database, clock: ServerClock) -> None:
        self._database = database
        self._clock = clock
        self.unreadable: dict[str, str] = {}

    async def append(self, *entries: Entry) -> None:
        """Encodes the events before handing them over, so that the writer thread has little to do."""
        now, wall = self._clock.now(), self._clock.wall()
        prepared = [(entry, _rows(entry)) for entry in entries]

        def insert(connection: apsw.Connection) -> None:
            for entry, rows in prepared:
                connection.executemany(APPEND, rows)
                if _ends_turn(entry):
                    connection.execute(DROP_HOPS, (entry.match.id,))
                if _changes_lists(entry):
                    _summarise(connection, entry.match, now, wall)

        await self._write(insert)

    async def append_imported(self, entry: Entry, *, quota: int) -> None:
        now, wall, packed = self._clock.now(), self._clock.wall(), pack_events(entry.events)
        owner = entry.match.created.creator.id

        def insert(connection: apsw.Connection) -> None:
            connection.execute(APPEND_PACKED, (entry.match.id, len(entry.events), entry.command, PACKED, packed))
            _summarise(connection, entry.match, now, wall)
            connection.execute(ADD_IMPORTED, (entry.match.id, owner, len(packed)))
            if connection.execute(IMPORTED_BYTES, (owner,)).get > quota:
                raise QuotaExceeded(owner)

        await self._write(insert)

    async def events(self, match_id: str) -> tuple[StoredEvent, ...]:
        return await self._database.read(lambda connection: _events(connection, match_id))

    async def save_hops(self, match_id: str, hops: Hops) -> None:
        body = encode_hops(hops)
        await self._database.write(lambda connection: connection.execute(SAVE_HOPS, (match_id, body)).get)

    async def hops(self, match_id: str) -> Hops | None:
        rows = await self._database.select(HOPS, match_id)
        return decode_hops(rows[0][0]) if rows else None

    async def list(self, wanted: ListMatches) -> tuple[Summary, ...]:
        query, bindings = _listing(wanted)
        rows = await self._database.select(query, *bindings)
        return tuple(summary for row in rows if (summary := self._decoded(*row)))

    async def waiting(self, *, unchanged_since: int, access: Access | None = None) -> tuple[str, ...]:
        rows = await self._database.select(WAITING, Status.WAITING.value, access and access.value, unchanged_since)
        return tuple(match_id for (match_id,) in rows)

    async def unfinished(self, since: int = 0) -> tuple[str, ...]:
        rows = await self._database.select(UNFINISHED, Status.ACTIVE.value, Status.WAITING.value, since)
        return tuple(match_id for (match_id,) in rows)

    async def check_reading(self) -> None:
        await self._database.select("SELECT count(*) FROM meta")
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


def _events(connection: apsw.Connection, match_id: str) -> tuple[StoredEvent, ...]:
    """Decoded by the reader's thread: a long match takes a while."""
    rows = connection.execute(EVENTS, (match_id,))
    return tuple(stored for row in rows for stored in _stored_events(*row))


def _stored_events(seq: int, kind: str, body: bytes, command: str) -> tuple[StoredEvent, ...]:
    """The events of one row."""
    if kind != PACKED:
        return (StoredEvent(seq, decode_event(kind, body), command),)
    return tuple(StoredEvent(number, event, command) for number, event in enumerate(unpack_events(body), start=1))


_Row = tuple[str, int, str, int, str, bytes]


def _rows(entry: Entry) -> list[_Row]:
    match_id, first, command = entry.match.id, entry.version + 1, entry.command
    return [(match_id, first + part, command, part, *encode_event(event)) for part, event in enumerate(entry.events)]


def _ends_turn(entry: Entry) -> bool:
    return entry.match.turn_version > entry.version or entry.match.is_over


def _changes_lists(entry: Entry) -> bool:
    """Moves and offers change nothing that a list of matches shows."""
    return entry.version == 0 or entry.match.is_over or entry.match.status is Status.WAITING or not entry.match.moves


def _summarise(connection: apsw.Connection, match: Match, now: int, wall: int) -> None:
    created = connection.execute(CREATED, (match.id,)).get or wall
    summary = _summary(match, created, wall)
    head = (match.id, summary.game_id, summary.status.value, summary.access.value, created, wall, now)
    connection.execute(SUMMARISE, (*head, encode_summary(summary)))
    people = {match.created.creator.id, *(player.id for _, player in summary.seats if player.level is None)}
    connection.executemany(ADD_PLAYER, [(player_id, match.id) for player_id in sorted(people)])


def _summary(match: Match, created: int, changed: int) -> Summary:
    return Summary(
        id=match.id,
        game_id=match.created.game_id,
        status=match.status,
        access=match.created.access,
        control=match.created.control,
        creator=match.created.creator,
        seats=tuple((taken.seat, taken.player) for taken in match.taken),
        outcome=match.outcome,
        created=created,
        changed=changed,
        imported=match.created.imported,
        verified=match.created.verified,
        start=shown_start(match),
    )


def _listing(wanted: ListMatches) -> tuple[str, list[str | int | None]]:
    """The query for a page of a listing, and its bindings."""
    query, bindings = _selection(wanted)
    if wanted.game_id is not None:
        query, bindings = f"{query} AND game = ?", [*bindings, wanted.game_id]
    if wanted.before is not None:
        query, bindings = f"{query} AND changed < ?", [*bindings, wanted.before]
    return f"{query} ORDER BY changed DESC LIMIT ?", [*bindings, wanted.limit]


def _selection(wanted: ListMatches) -> tuple[str, list[str | int | None]]:
    match wanted.listing:
        case Listing.LOBBY:
            return OPEN_TO_ALL, [Status.WAITING.value, Access.LOBBY.value]
        case Listing.LIVE:
            return OPEN_TO_ALL, [Status.ACTIVE.value, Access.LOBBY.value]
        case Listing.MINE:
            return OWN, [wanted.player_id, Status.WAITING.value, Status.ACTIVE.value]
        case Listing.HISTORY:
            return OWN, [wanted.player_id, Status.FINISHED.value, Status.ABORTED.value]
