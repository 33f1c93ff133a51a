"""What a new schema needs to know of the matches that are already stored."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import apsw

from damero.domain.awaited import awaited
from damero.domain.match import Match, replay
from damero.infrastructure.encoding import decode_summary, encode_summary
from damero.infrastructure.sqlite.events import read_events
from damero.infrastructure.sqlite.match_lists import list_for_players, write_search

UNFINISHED = "SELECT id, summary FROM match WHERE status IN ('active', 'waiting')"
OVER = "SELECT id, summary FROM match WHERE status IN ('finished', 'aborted')"
SET_TO_MOVE = "UPDATE event SET to_move = ? WHERE match = ? AND seq = ?"
SET_SUMMARY = "UPDATE match SET summary = ? WHERE id = ?"

log = logging.getLogger(__name__)


def fill_turns(connection: apsw.Connection) -> None:
    """Replays every match that is not over to see whose turn it is. One that cannot be read is left out."""
    rows: list[tuple[Any, ...]] = connection.execute(UNFINISHED).fetchall()
    if rows:
        log.warning("Upgrading the database: reading %d matches that are not over. This takes a while.", len(rows))
    for match_id, summary in rows:
        try:
            match = replay(one.event for one in read_events(connection, match_id))
            _fill_turn(connection, match, summary)
        except Exception:
            log.exception("Match %s cannot be read: lists do not show whose turn it is.", match_id)


def _fill_turn(connection: apsw.Connection, match: Match, summary: bytes) -> None:
    connection.execute(SET_TO_MOVE, (match.to_move, match.id, match.version))
    known = replace(decode_summary(summary), awaited=awaited(match))
    connection.execute(SET_SUMMARY, (encode_summary(known), match.id))
    list_for_players(connection, match, known.changed)


def fill_search(connection: apsw.Connection) -> None:
    """Fills in what players search for. A match whose summary cannot be read is not found by a search."""
    rows: list[tuple[Any, ...]] = connection.execute(OVER).fetchall()
    for match_id, summary in rows:
        try:
            write_search(connection, decode_summary(summary))
        except Exception:
            log.exception("The summary of match %s cannot be read: a search does not find it.", match_id)


FILL: dict[str, Callable[[apsw.Connection], None]] = {
    "0009_challenges_and_turns.sql": fill_turns,
    "0010_devices_and_search.sql": fill_search,
}
"""What runs for a schema file once all of them have run, because the code that fills knows the newest tables only."""
