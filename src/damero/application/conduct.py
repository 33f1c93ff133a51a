"""The one way a match changes: judge, store, answer, announce. Nobody hears of anything before it is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from damero.application.commands import Action, Answer
from damero.application.hall import Hall, Table
from damero.application.ports import EVERY_MATCH, LOBBY, Entry, LobbyChanged, MatchChanged, Recorded, StaleAppend
from damero.application.tell import tell
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access
from damero.domain.game import Seat
from damero.domain.match import Match, Progress

Founding: TypeAlias = Callable[[Progress], Progress | None]
"""The match that an action founds besides, such as a rematch."""
ATTEMPTS = 3


def no_other_match(_progress: Progress) -> None:
    return None


async def act(
    hall: Hall, action: Action, decide: Callable[[Match, Seat], Progress], and_found: Founding = no_other_match
) -> Answer:
    """Carries out a player's action in a match, for the seat that the player holds."""

    def decide_for_seat(match: Match) -> Progress:
        seat = match.seat_of(action.by, action.seat)
        hall.presence.heard(match.id, seat, hall.clock.now())
        return decide(match, seat)

    command = command_of(action.by, action.command_id)
    return await conduct(hall, action.match_id, command, decide_for_seat, and_found)


async def conduct(
    hall: Hall,
    match_id: str,
    command: str,
    decide: Callable[[Match], Progress],
    and_found: Founding = no_other_match,
) -> Answer:
    """Changes a match once: the same command again gets the first answer."""
    table = await hall.table(match_id)
    async with table.lock:
        for _ in range(ATTEMPTS):
            if earlier := table.commands.get(command):
                return answer(match_id, earlier)
            progress, other = await _judged(hall, table.match, decide, and_found)
            try:
                return await _store(hall, table, command, progress, other)
            except StaleAppend:
                await _catch_up(hall, table)
    raise MatchRefusal("Too much happens in this match at once: try again.", code="STALE_VERSION")


async def found(hall: Hall, command: str, progress: Progress) -> Answer:
    """Stores a new match, even if its sender hangs up meanwhile."""
    return await asyncio.shield(asyncio.get_running_loop().create_task(_found(hall, command, progress)))


def command_of(player_id: str, command_id: str) -> str:
    """Players choose their command ids; nobody can take another's."""
    return f"{player_id}/{command_id}"


def entry_of(progress: Progress, command: str) -> Entry:
    return Entry(progress.after, progress.before.version if progress.before else 0, command, progress.events)


def announce(hall: Hall, match: Match, recorded: tuple[Recorded, ...]) -> None:
    if match.is_over:
        hall.presence.forget(match.id, match.seats)
    changed = MatchChanged(match, recorded)
    hall.bus.publish(match.id, changed)
    hall.bus.publish(EVERY_MATCH, changed)
    if match.created.access is Access.LOBBY and not match.moves:
        hall.bus.publish(LOBBY, LobbyChanged(match))


def answer(match_id: str, recorded: tuple[Recorded, ...]) -> Answer:
    return Answer(match_id, recorded[-1].seq, tuple(tell(one) for one in recorded))


async def _judged(
    hall: Hall, match: Match, decide: Callable[[Match], Progress], and_found: Founding
) -> tuple[Progress, Progress | None]:
    def judge() -> tuple[Progress, Progress | None]:
        progress = decide(match)
        return progress, and_found(progress)

    return await hall.judge(match, judge)


async def _catch_up(hall: Hall, table: Table) -> bool:
    """Whether something was stored that nobody here had heard of, such as by a commit that seemed to fail."""
    news = await hall.refresh(table)
    if news:
        announce(hall, table.match, news)
    return bool(news)


async def _store(hall: Hall, table: Table, command: str, progress: Progress, other: Progress | None) -> Answer:
    entries = [entry_of(one, command) for one in (progress, other) if one]
    try:
        await hall.matches.append(*entries)
    except asyncio.CancelledError:
        hall.send(_hear_of_it_anyway(hall, table, other))
        raise
    recorded = table.extend(progress.after, progress.events, command)
    announce(hall, progress.after, recorded)
    if other:
        _open_table(hall, command, other)
    return answer(progress.after.id, recorded)


async def _hear_of_it_anyway(hall: Hall, table: Table, other: Progress | None) -> None:
    """The sender hung up while the change was being stored; an empty append waits until that is done."""
    async with table.lock:
        await hall.matches.append()
        was_stored = await _catch_up(hall, table)
    if was_stored and other:
        founded = await hall.table(other.after.id)
        announce(hall, founded.match, tuple(founded.log))


async def _found(hall: Hall, command: str, progress: Progress) -> Answer:
    match_id = progress.after.id
    try:
        await hall.matches.append(entry_of(progress, command))
    except StaleAppend:
        table = await hall.table(match_id)
        return answer(match_id, table.commands[command])
    return answer(match_id, _open_table(hall, command, progress))


def _open_table(hall: Hall, command: str, progress: Progress) -> tuple[Recorded, ...]:
    table = Table(progress.after)
    recorded = table.extend(progress.after, progress.events, command)
    hall.seat_down(progress.after.id, table)
    announce(hall, progress.after, recorded)
    return recorded
