"""What every store keeps for its lists of matches, derived from a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Any

import msgspec

from damero.application.ports import Entry, GameResults, OwnMatches, Summary
from damero.domain.awaited import awaited
from damero.domain.beginning import shown_start
from damero.domain.challenge import challenged
from damero.domain.game import Seat
from damero.domain.match import Match, Status
from damero.infrastructure.encoding import decode_summary
from damero.infrastructure.match_search import PLAYED


def summary_of(match: Match, created: int, changed: int) -> Summary:
    """Times by the wall clock."""
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
        invited=match.created.invited,
    )


def with_turn(summary: Summary, to_move: Seat | None) -> Summary:
    """Moves do not change the stored summary."""
    return replace(summary, awaited=(to_move,)) if to_move else summary


def own_events(match: Match) -> int:
    """How many events count for those who play. An imported game is stored compactly and has a bound of its own."""
    return 0 if match.is_imported else match.version


def listed_players(match: Match) -> list[tuple[str, str, bool]]:
    """Everybody in whose lists the match is: the player's id, the seats held, and whether the match waits for them.

    Each seat is followed by a space.
    """
    invited, due = challenged(match), set(awaited(match)) if match.status is Status.WAITING else set()
    people = {match.created.creator, *(taken.player for taken in match.taken), *((invited,) if invited else ())}
    listed = []
    for player_id in sorted(player.id for player in people if player.level is None):
        held = match.seats_of(player_id)
        is_due = bool(due & set(held)) or (invited is not None and invited.id == player_id)
        listed.append((player_id, "".join(f"{seat} " for seat in held), is_due))
    return listed


def own_matches(rows: Iterable[tuple[Any, ...]]) -> OwnMatches:
    """From one row for those that are over and one for the others: how many there are, and their events."""
    counted = {bool(over): (count, int(events or 0)) for over, count, events in rows}
    (unfinished, running), (over, ended) = (counted.get(is_over, (0, 0)) for is_over in (False, True))
    return OwnMatches(unfinished, over, running + ended)


def game_results(rows: Iterable[tuple[Any, ...]]) -> tuple[GameResults, ...]:
    """From rows with a game, a result and how often it was achieved."""
    counted: dict[str, Counter[str]] = {}
    for game, result, count in rows:
        counted.setdefault(game, Counter())[result] = count
    mostly = sorted(counted.items(), key=lambda one: (-one[1].total(), one[0]))
    return tuple(GameResults(game, *(found[result] for result in PLAYED)) for game, found in mostly)


def ends_turn(entry: Entry) -> bool:
    return entry.match.turn_version > entry.version or entry.match.is_over


def changes_lists(entry: Entry) -> bool:
    """Moves and offers change nothing that a list of matches shows, except whose turn it is."""
    return entry.version == 0 or entry.match.is_over or entry.match.status is Status.WAITING or not entry.match.moves


def nearest_deadlines_first(rows: Iterable[tuple[str, bytes, int | None]]) -> tuple[str, ...]:
    """The matches of these ids, summaries and deadlines, so that flags are watched first where they fall first."""
    return tuple(match_id for match_id, *known in sorted(rows, key=lambda row: _nearness(*row[1:])))


def _nearness(summary: bytes, deadline: int | None) -> tuple[float, float]:
    """The deadline. If it was not stored when the match was last changed, it may be near: the shortest clocks first.

    Endless if no clock runs, or if the summary is damaged.
    """
    if deadline is not None:
        return deadline, 0
    try:
        known = decode_summary(summary)
    except msgspec.MsgspecError:
        return inf, 0
    is_running = known.status is Status.ACTIVE and known.control.base is not None
    return (-inf, known.control.base or 0) if is_running else (inf, 0)
