"""What lists of matches show, beside the event log: summaries, and who plays in which match.

Every page of a list is read by an index, however many matches there are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import Any, TypeAlias

import apsw

from damero.application.commands import Listing, ListMatches
from damero.application.ports import ChallengeLimits, Summary, TooManyChallenges
from damero.domain.challenge import challenged
from damero.domain.events import Access, MatchCreated, Player
from damero.domain.match import Match, Status
from damero.infrastructure.encoding import encode_summary
from damero.infrastructure.match_search import search_conditions, searched
from damero.infrastructure.summaries import listed_players, own_events, summary_of, with_turn

SUMMARISE = """
    INSERT INTO match (id, game, status, access, created, changed, changed_at, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, changed = excluded.changed, changed_at = excluded.changed_at,
        summary = excluded.summary
"""
LIST_FOR_PLAYER = """
    INSERT INTO seat (player, match, over, changed, events, seats, due) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (player, match) DO UPDATE SET
        over = excluded.over, changed = excluded.changed, events = excluded.events, seats = excluded.seats,
        due = excluded.due
"""
WRITE_SEARCH = """
    UPDATE seat SET game = ?, speed = ?, imported = ?, opponent = ?, result = ? WHERE player = ? AND match = ?
"""
UNLIST_FOR_PLAYER = "DELETE FROM seat WHERE player = ? AND match = ?"
OPEN_CHALLENGE = "INSERT OR IGNORE INTO challenge (match, challenger, invited) VALUES (?, ?, ?)"
END_CHALLENGE = "DELETE FROM challenge WHERE match = ?"
COUNT_CHALLENGES = """
    SELECT
        (SELECT count(*) FROM challenge WHERE challenger = ?1),
        (SELECT count(*) FROM challenge WHERE invited = ?2),
        (SELECT count(*) FROM challenge WHERE challenger = ?1 AND invited = ?2)
"""
CREATED = "SELECT created FROM match WHERE id = ?"
OPEN_TO_ALL = """
    SELECT id, summary, (SELECT to_move FROM event WHERE event.match = id ORDER BY seq DESC LIMIT 1)
    FROM match AS listed WHERE status = ? AND access = ? {} ORDER BY listed.changed DESC LIMIT ?
"""
OVER = """
    SELECT id, summary, NULL FROM seat AS listed CROSS JOIN match ON id = listed.match
    WHERE player = ? AND over = 1 {} ORDER BY listed.changed DESC LIMIT ?
"""
MOST_SORTED = 500
"""Among this many of a player's newest matches, those in which it is the player's turn come first."""
NEWEST = f"""
    SELECT match, changed, seats, due, (
        SELECT to_move FROM event WHERE event.match = seat.match ORDER BY seq DESC LIMIT 1
    ) AS to_move
    FROM seat WHERE player = ? AND over = 0 ORDER BY changed DESC LIMIT {MOST_SORTED}
"""
MINE = f"""
    SELECT id, summary, to_move FROM ({NEWEST}) AS listed CROSS JOIN match ON id = listed.match
    WHERE TRUE {{}} ORDER BY due OR instr(seats, to_move || ' ') > 0 DESC, listed.changed DESC LIMIT ?
"""
CHALLENGES = """
    SELECT id, summary, NULL FROM challenge CROSS JOIN match AS listed ON id = challenge.match
    WHERE (challenger = ? OR invited = ?) {} ORDER BY listed.changed DESC LIMIT ?
"""
"""In a CROSS JOIN the table on the left is read first, in the order of its index."""

Bindings: TypeAlias = list[str | int | None]
Row: TypeAlias = tuple[Any, ...]


def write_summary(connection: apsw.Connection, match: Match, now: int, wall: int) -> None:
    """What lists show of a match that was created, began or ended; times by the server's clock and the wall clock."""
    created = connection.execute(CREATED, (match.id,)).get or wall
    summary = summary_of(match, created, wall)
    head = (match.id, summary.game_id, summary.status.value, summary.access.value, created, wall, now)
    connection.execute(SUMMARISE, (*head, encode_summary(summary)))
    list_for_players(connection, match, wall)
    if match.is_over:
        write_search(connection, summary)
    if match.created.invited:
        _write_challenge(connection, match, match.created.invited)


def list_for_players(connection: apsw.Connection, match: Match, changed: int) -> None:
    """Puts a match into the lists of everybody who plays in it, created it or was challenged to it."""
    head = match.id, int(match.is_over), changed, own_events(match)
    for player_id, seats, is_due in listed_players(match):
        connection.execute(LIST_FOR_PLAYER, (player_id, *head, seats, int(is_due)))


def write_search(connection: apsw.Connection, summary: Summary) -> None:
    """What is searched for, of a match that is over and listed."""
    connection.executemany(WRITE_SEARCH, searched(summary))


def _write_challenge(connection: apsw.Connection, match: Match, invited: Player) -> None:
    """An open challenge is in the lists of the challenged player; one that was not accepted disappears from them."""
    if challenged(match):
        connection.execute(OPEN_CHALLENGE, (match.id, match.created.creator.id, invited.id))
        return
    connection.execute(END_CHALLENGE, (match.id,))
    if not match.seats_of(invited.id):
        connection.execute(UNLIST_FOR_PLAYER, (invited.id, match.id))


def check_challenges(connection: apsw.Connection, created: MatchCreated, limits: ChallengeLimits) -> None:
    """Refuses a challenge that was just written if it is one too many."""
    assert created.invited is not None
    counts = connection.execute(COUNT_CHALLENGES, (created.creator.id, created.invited.id)).fetchall()[0]
    for name, count, most in zip(("sent", "received", "from_one"), counts, astuple(limits), strict=True):
        if count > most:
            raise TooManyChallenges(name)


def read_page(
    connection: apsw.Connection, wanted: ListMatches, decode: Callable[[str, bytes], Summary | None]
) -> tuple[Summary, ...]:
    """A page of a list. `decode` gives none for a damaged summary, which is left out."""
    query, bindings = _query(wanted)
    conditions, values = _conditions(wanted)
    rows: list[Row] = connection.execute(query.format(conditions), (*bindings, *values, wanted.limit)).fetchall()
    return tuple(with_turn(summary, to_move) for *row, to_move in rows if (summary := decode(*row)))


def _query(wanted: ListMatches) -> tuple[str, Bindings]:
    match wanted.listing:
        case Listing.LOBBY:
            return OPEN_TO_ALL, [Status.WAITING.value, Access.LOBBY.value]
        case Listing.LIVE:
            return OPEN_TO_ALL, [Status.ACTIVE.value, Access.LOBBY.value]
        case Listing.MINE:
            return MINE, [wanted.player_id]
        case Listing.HISTORY:
            return OVER, [wanted.player_id]
        case Listing.CHALLENGES:
            return CHALLENGES, [wanted.player_id, wanted.player_id]


def _conditions(wanted: ListMatches) -> tuple[str, Bindings]:
    is_search = wanted.listing is Listing.HISTORY
    conditions = search_conditions(wanted) if is_search else {"game =": wanted.game_id}
    given = {
        one: value for one, value in {**conditions, "listed.changed <": wanted.before}.items() if value is not None
    }
    return "".join(f" AND {condition} ?" for condition in given), list(given.values())
