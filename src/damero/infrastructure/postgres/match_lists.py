"""What lists of matches show, beside the event log: summaries, and who plays in which match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from typing import LiteralString, TypeAlias

from damero.application.commands import Listing, ListMatches
from damero.application.ports import ChallengeLimits, Summary, TooManyChallenges
from damero.domain.challenge import challenged
from damero.domain.events import Access, MatchCreated, Player
from damero.domain.match import Match, Status
from damero.infrastructure.encoding import encode_summary
from damero.infrastructure.match_search import search_conditions, searched
from damero.infrastructure.postgres.connections import Connection
from damero.infrastructure.summaries import listed_players, own_events, summary_of, with_turn

CREATED = "SELECT created FROM match WHERE id = %s"
SUMMARISE = """
    INSERT INTO match (id, game, status, access, created, changed, changed_at, summary)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (id) DO UPDATE SET
        status = excluded.status, changed = excluded.changed, changed_at = excluded.changed_at,
        summary = excluded.summary
"""
LIST_FOR_PLAYER = """
    INSERT INTO seat (player, match, over, changed, events, seats, due) VALUES (%s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (player, match) DO UPDATE SET
        over = excluded.over, changed = excluded.changed, events = excluded.events, seats = excluded.seats,
        due = excluded.due
"""
WRITE_SEARCH = """
    UPDATE seat SET game = %s, speed = %s, imported = %s, opponent = %s, result = %s WHERE player = %s AND match = %s
"""
UNLIST_FOR_PLAYER = "DELETE FROM seat WHERE player = %s AND match = %s"
OPEN_CHALLENGE = "INSERT INTO challenge (match, challenger, invited) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
END_CHALLENGE = "DELETE FROM challenge WHERE match = %s"
LOCK_PLAYERS = "SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) AS keys (key) ORDER BY key"
COUNT_CHALLENGES = """
    SELECT
        (SELECT count(*) FROM challenge WHERE challenger = %(challenger)s),
        (SELECT count(*) FROM challenge WHERE invited = %(invited)s),
        (SELECT count(*) FROM challenge WHERE challenger = %(challenger)s AND invited = %(invited)s)
"""
OPEN_TO_ALL: LiteralString = """
    SELECT id, summary, to_move FROM match AS listed JOIN match_state ON match_state.match = id
    WHERE status = %s AND access = %s {} ORDER BY listed.changed DESC LIMIT %s
"""
OVER: LiteralString = """
    SELECT id, summary, NULL FROM seat AS listed JOIN match ON id = listed.match
    WHERE player = %s AND over {} ORDER BY listed.changed DESC LIMIT %s
"""
NEWEST: LiteralString = """
    SELECT seat.match, changed, seats, due, to_move FROM seat JOIN match_state USING (match)
    WHERE player = %s AND NOT over ORDER BY changed DESC LIMIT 500
"""
"""Among this many of a player's newest matches, those in which it is the player's turn come first."""
MINE: LiteralString = f"""
    SELECT id, summary, to_move FROM ({NEWEST}) AS listed JOIN match ON id = listed.match
    WHERE TRUE {{}}
    ORDER BY (due OR coalesce(strpos(seats, to_move || ' ') > 0, false)) DESC, listed.changed DESC LIMIT %s
"""
CHALLENGES: LiteralString = """
    SELECT id, summary, NULL FROM challenge JOIN match AS listed ON id = challenge.match
    WHERE (challenger = %s OR invited = %s) {} ORDER BY listed.changed DESC LIMIT %s
"""

Bindings: TypeAlias = list[str | int | None]


async def write_summary(connection: Connection, match: Match, now: int, wall: int) -> None:
    """What lists show of a match that was created, began or ended; times by the cluster's clock and the wall clock."""
    found = await (await connection.execute(CREATED, (match.id,))).fetchone()
    created = int(found[0]) if found else wall
    summary = summary_of(match, created, wall)
    head = (match.id, summary.game_id, summary.status.value, summary.access.value, created, wall, now)
    await connection.execute(SUMMARISE, (*head, encode_summary(summary)))
    listed = match.id, match.is_over, wall, own_events(match)
    for player_id, seats, is_due in listed_players(match):
        await connection.execute(LIST_FOR_PLAYER, (player_id, *listed, seats, is_due))
    for row in searched(summary) if match.is_over else ():
        await connection.execute(WRITE_SEARCH, row)
    if match.created.invited:
        await _write_challenge(connection, match, match.created.invited)


async def _write_challenge(connection: Connection, match: Match, invited: Player) -> None:
    """An open challenge is in the lists of the challenged player; one that was not accepted disappears from them."""
    if challenged(match):
        await connection.execute(OPEN_CHALLENGE, (match.id, match.created.creator.id, invited.id))
        return
    await connection.execute(END_CHALLENGE, (match.id,))
    if not match.seats_of(invited.id):
        await connection.execute(UNLIST_FOR_PLAYER, (invited.id, match.id))


async def lock_players(connection: Connection, *player_ids: str) -> None:
    """Until the transaction ends nobody else counts what these players have."""
    keys = [int.from_bytes(player_id.encode()[-8:].rjust(8, b"\0"), "big", signed=True) for player_id in player_ids]
    await connection.execute(LOCK_PLAYERS, (keys,))


async def check_challenges(connection: Connection, created: MatchCreated, limits: ChallengeLimits) -> None:
    """Refuses a challenge that was just written if it is one too many."""
    assert created.invited is not None
    given = {"challenger": created.creator.id, "invited": created.invited.id}
    counts = await (await connection.execute(COUNT_CHALLENGES, given)).fetchone()
    for name, count, most in zip(("sent", "received", "from_one"), counts or (), astuple(limits), strict=True):
        if count > most:
            raise TooManyChallenges(name)


async def read_page(
    connection: Connection, wanted: ListMatches, decode: Callable[[str, bytes], Summary | None]
) -> tuple[Summary, ...]:
    """A page of a list. `decode` gives none for a damaged summary, which is left out."""
    query, bindings = _query(wanted)
    conditions, values = _conditions(wanted)
    cursor = await connection.execute(query.format(conditions), (*bindings, *values, wanted.limit), binary=True)
    return tuple(
        with_turn(summary, to_move)
        for match_id, body, to_move in await cursor.fetchall()
        if (summary := decode(match_id, body))
    )


def _query(wanted: ListMatches) -> tuple[LiteralString, Bindings]:
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


def _conditions(wanted: ListMatches) -> tuple[LiteralString, Bindings]:
    is_search = wanted.listing is Listing.HISTORY
    conditions = search_conditions(wanted) if is_search else {"game =": wanted.game_id}
    given = {
        one: value for one, value in {**conditions, "listed.changed <": wanted.before}.items() if value is not None
    }
    text: LiteralString = ""
    for condition in given:
        text += f" AND {condition} %s"
    return text, list(given.values())
