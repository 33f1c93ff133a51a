"""The rows of the event log."""

from __future__ import annotations

import apsw

from damero.application.ports import Entry, StoredEvent
from damero.domain.beginning import acts_at
from damero.domain.game import Seat
from damero.infrastructure.encoding import PACKED, encode_event, pack_events, stored_events

APPEND = """
    INSERT INTO event (match, seq, command, part, to_move, deadline, kind, body) VALUES (
        ?1, iif(?2 = 1 OR EXISTS (SELECT 1 FROM event WHERE match = ?1 AND seq = ?2 - 1), ?2, NULL),
        ?3, ?4, ?5, ?6, ?7, ?8
    )
"""
"""Refused by the unique keys if another writer was faster, and by NOT NULL if the preceding event is missing."""
APPEND_PACKED = """
    INSERT INTO event (match, seq, command, part, to_move, kind, body)
    VALUES (?1, iif(EXISTS (SELECT 1 FROM event WHERE match = ?1), NULL, ?2), ?3, 0, ?4, ?5, ?6)
"""
EVENTS = "SELECT seq, kind, body, command FROM event WHERE match = ? AND seq > ? ORDER BY seq"

EventRow = tuple[str, int, str, int, Seat | None, int | None, str, bytes]


def event_rows(entry: Entry) -> list[EventRow]:
    """For `APPEND`."""
    match, first = entry.match, entry.version + 1
    to_move, deadline = match.to_move, acts_at(match)
    return [
        (match.id, first + part, entry.command, part, to_move, deadline, *encode_event(event))
        for part, event in enumerate(entry.events)
    ]


def packed_row(entry: Entry) -> tuple[str, int, str, Seat | None, str, bytes]:
    """For `APPEND_PACKED`: all events of a whole game."""
    match = entry.match
    return match.id, len(entry.events), entry.command, match.to_move, PACKED, pack_events(entry.events)


def read_events(connection: apsw.Connection, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
    """Decoded by the reader's thread: a long match takes a while."""
    rows = connection.execute(EVENTS, (match_id, after))
    return tuple(stored for row in rows for stored in stored_events(*row) if stored.seq > after)
