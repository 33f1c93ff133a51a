"""What lists of matches show, beside the event log: summaries, and who plays in which match.

Every page of a list is read by an index, however many matches there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

import apsw

from damero.application.commands import Listing, ListMatches
from damero.application.ports import Summary
from damero.domain.awaited import awaited
from damero.domain.beginning import shown_start
from damero.domain.events import Access
from damero.domain.game import Seat
from damero.domain.match import Match, Status
from damero.infrastructure.sqlite.encoding import encode_summary

SUMMARISE = """
    INSERT INTO match (id, game, status, access, created, changed, changed_at, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, changed = excluded.changed, changed_at = excluded.changed_at,
        summary = excluded.summary
"""
LIST_FOR_PLAYER = """
    INSERT INTO seat (player, match, over, changed) VALUES (?, ?, ?, ?)
    ON CONFLICT (player, match) DO UPDATE SET over = excluded.over, changed = excluded.changed
"""
CREATED = "SELECT created FROM match WHERE id = ?"
TO_MOVE = "(SELECT to_move FROM event WHERE event.match = id ORDER BY seq DESC LIMIT 1)"
OPEN_TO_ALL = f"""
    SELECT id, summary, {TO_MOVE} FROM match AS listed
    WHERE status = ? AND access = ? {{}} ORDER BY listed.changed DESC LIMIT ?
"""
OWN = f"""
    SELECT id, summary, {TO_MOVE} FROM seat AS listed CROSS JOIN match ON id = listed.match
    WHERE player = ? AND over = ? {{}} ORDER BY listed.changed DESC LIMIT ?
"""
"""In a CROSS JOIN the table on the left is read first, in the order of its index."""
MOST_SORTED = 1_000
"""Of this many of a player's newest matches, those in which it is the player's turn come first."""

Bindings: TypeAlias = list[str | int | None]
Row: TypeAlias = tuple[Any, ...]


def write_summary(connection: apsw.Connection, match: Match, now: int, wall: int) -> None:
    """What lists show of a match that was created, began or ended; times by the server's clock and the wall clock."""
    created = connection.execute(CREATED, (match.id,)).get or wall
    summary = _summary(match, created, wall)
    head = (match.id, summary.game_id, summary.status.value, summary.access.value, created, wall, now)
    connection.execute(SUMMARISE, (*head, encode_summary(summary)))
    people = {match.created.creator.id, *(player.id for _, player in summary.seats if player.level is None)}
    rows = [(player_id, match.id, int(match.is_over), wall) for player_id in sorted(people)]
    connection.executemany(LIST_FOR_PLAYER, rows)


def read_page(
    connection: apsw.Connection, wanted: ListMatches, decode: Callable[[str, bytes], Summary | None]
) -> tuple[Summary, ...]:
    """A page of a list. `decode` gives none for a damaged summary, which is left out."""
    query, bindings = _query(wanted)
    conditions, values = _conditions(wanted)
    limit = MOST_SORTED if wanted.listing is Listing.MINE else wanted.limit
    rows: list[Row] = connection.execute(query.format(conditions), (*bindings, *values, limit)).fetchall()
    found = [_with_turn(summary, to_move) for match_id, body, to_move in rows if (summary := decode(match_id, body))]
    if wanted.listing is Listing.MINE:
        found.sort(key=lambda summary: not summary.is_turn_of(wanted.player_id))
    return tuple(found[: wanted.limit])


def _query(wanted: ListMatches) -> tuple[str, Bindings]:
    match wanted.listing:
        case Listing.LOBBY:
            return OPEN_TO_ALL, [Status.WAITING.value, Access.LOBBY.value]
        case Listing.LIVE:
            return OPEN_TO_ALL, [Status.ACTIVE.value, Access.LOBBY.value]
        case Listing.MINE:
            return OWN, [wanted.player_id, 0]
        case Listing.HISTORY:
            return OWN, [wanted.player_id, 1]


def _conditions(wanted: ListMatches) -> tuple[str, Bindings]:
    conditions = {"game = ?": wanted.game_id, "listed.changed < ?": wanted.before}
    given = {condition: value for condition, value in conditions.items() if value is not None}
    return "".join(f" AND {condition}" for condition in given), list(given.values())


def _with_turn(summary: Summary, to_move: Seat | None) -> Summary:
    """Moves do not change the stored summary."""
    return replace(summary, awaited=(to_move,)) if to_move else summary


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
        awaited=awaited(match),
    )
