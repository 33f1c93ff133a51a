"""The only way a match changes: judge, store, acknowledge, announce.

Nobody hears of a change before it is stored. This is also the one place that recognises a repeated command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import TypeAlias

from damero.application.commands import Action, Answer
from damero.application.live_match import LiveMatch
from damero.application.ports import (
    EVERY_MATCH,
    LOBBY,
    ChallengesChanged,
    Entry,
    LobbyChanged,
    MatchChanged,
    StaleAppend,
    StoredEvent,
    player_topic,
)
from damero.application.public_events import public_event
from damero.application.services import Services
from damero.domain.errors import DameroError, MatchRefusal
from damero.domain.events import Access
from damero.domain.game import Seat
from damero.domain.match import Match, Progress, evolve

AlsoCreate: TypeAlias = Callable[[Progress], Progress | None]
"""A match that an action creates besides, such as a rematch."""
Store: TypeAlias = Callable[[Entry], Awaitable[None]]
"""How a new match is stored."""
ATTEMPTS = 10
"""How often a command is judged anew because another server was faster."""


def no_other_match(_progress: Progress) -> None:
    return None


async def act_as_seat(
    services: Services,
    action: Action,
    decide: Callable[[Match, Seat], Progress],
    and_create: AlsoCreate = no_other_match,
) -> Answer:
    """Carries out a player's action for the seat that the player holds."""

    def decide_for_seat(match: Match) -> Progress:
        seat = match.seat_of(action.by, action.seat)
        if not match.is_over:
            services.presence.heard(match.id, seat, services.clock.now())
        return decide(match, seat)

    began, command = perf_counter(), command_key(action.by, action.command_id)
    answered = await change(services, action.match_id, command, decide_for_seat, and_create)
    services.answered.note(perf_counter() - began)
    return answered


async def change(
    services: Services,
    match_id: str,
    command: str,
    decide: Callable[[Match], Progress],
    and_create: AlsoCreate = no_other_match,
) -> Answer:
    """Changes a match once: a repeated command gets the first answer and has no second effect."""
    live = await services.live_match(match_id)
    async with live.lock:
        for _ in range(ATTEMPTS):
            if command in live.commands:
                return answer(live, command)
            try:
                progress, other = await _judged(services, live.match, decide, and_create)
                return await _store(services, live, command, progress, other)
            except StaleAppend:
                await _catch_up(services, live, is_remote=True)
            except DameroError:
                if not await _knew_too_little(services, live):
                    raise
    raise MatchRefusal("match.too_busy", code="STALE_VERSION")


async def create(services: Services, command: str, progress: Progress, store: Store | None = None) -> Answer:
    """Stores a new match, even if the client disconnects meanwhile."""
    return await asyncio.shield(
        asyncio.get_running_loop().create_task(_create(services, command, progress, store or services.matches.append))
    )


def command_key(player_id: str, command_id: str) -> str:
    """Players choose their command ids; the player's id keeps them apart."""
    return f"{player_id}/{command_id}"


def entry_of(progress: Progress, command: str) -> Entry:
    return Entry(progress.after, progress.before.version if progress.before else 0, command, progress.events)


def announce(services: Services, match: Match, stored: tuple[StoredEvent, ...], *, is_remote: bool = False) -> None:
    """Tells everybody else of a stored change, after whoever caused it.

    It starts only when the caller, which still holds the answer, next waits for something. A WebSocket has sent its
    acknowledgement by then.
    """
    asyncio.get_running_loop().call_soon(_publish, services, MatchChanged(match, stored, is_remote))


def _publish(services: Services, changed: MatchChanged) -> None:
    match = changed.match
    if match.is_over:
        services.presence.forget(match.id, match.seats)
    services.bus.publish(match.id, changed)
    services.bus.publish(EVERY_MATCH, changed)
    if changed.is_remote:
        return
    if match.created.access is Access.LOBBY and not match.moves:
        services.bus.publish(LOBBY, LobbyChanged())
    if match.created.invited and not match.moves:
        for player in (match.created.creator, match.created.invited):
            services.bus.publish(player_topic(player.id), ChallengesChanged())


def answer(live: LiveMatch, command: str) -> Answer:
    stored = live.commands[command]
    return Answer(live.match.id, stored[-1].seq, tuple([public_event(one) for one in stored]), live.heads[command])


async def _judged(
    services: Services, match: Match, decide: Callable[[Match], Progress], and_create: AlsoCreate
) -> tuple[Progress, Progress | None]:
    def judge() -> tuple[Progress, Progress | None]:
        progress = decide(match)
        return progress, and_create(progress)

    return await services.judge(match, judge)


async def follow(services: Services, live: LiveMatch) -> bool:
    """Applies and announces what other servers have stored; whether there was anything."""
    async with live.lock:
        return await _catch_up(services, live, is_remote=True)


async def follow_move(services: Services, live: LiveMatch, played: StoredEvent) -> bool:
    """Applies and announces a move of which another server told; False if something before it is not known here."""
    async with live.lock:
        if len(live.log) + 1 == played.seq:
            live.note(played, evolve(live.match, played.event))
            announce(services, live.match, (played,), is_remote=True)
        return len(live.log) >= played.seq


async def _knew_too_little(services: Services, live: LiveMatch) -> bool:
    """Whether another server has stored something that was not considered when a command was refused."""
    if not services.matches.is_shared:
        return False
    hops = live.hops
    return await _catch_up(services, live, is_remote=True) or live.hops != hops


async def _catch_up(services: Services, live: LiveMatch, *, is_remote: bool) -> bool:
    """Applies and announces what was stored without this process knowing; whether there was anything."""
    missed = await services.refresh(live)
    if missed:
        announce(services, live.match, missed, is_remote=is_remote)
    return bool(missed)


async def _store(
    services: Services, live: LiveMatch, command: str, progress: Progress, other: Progress | None
) -> Answer:
    entries = [entry_of(one, command) for one in (progress, other) if one]
    try:
        await services.matches.append(*entries)
    except asyncio.CancelledError:
        services.spawn(_announce_if_stored(services, live, other))
        raise
    stored = live.extend(progress.after, progress.events, command)
    announce(services, progress.after, stored)
    if other:
        _remember_new(services, command, other)
    return answer(live, command)


async def _announce_if_stored(services: Services, live: LiveMatch, other: Progress | None) -> None:
    """For a client that disconnected while its change was being stored; an empty append waits until that is done."""
    async with live.lock:
        await services.matches.append()
        was_stored = await _catch_up(services, live, is_remote=False)
    if was_stored and other:
        created = await services.live_match(other.after.id)
        announce(services, created.match, tuple(created.log))


async def _create(services: Services, command: str, progress: Progress, store: Store) -> Answer:
    match_id = progress.after.id
    try:
        await store(entry_of(progress, command))
    except StaleAppend:
        return answer(await services.live_match(match_id), command)
    return answer(_remember_new(services, command, progress), command)


def _remember_new(services: Services, command: str, progress: Progress) -> LiveMatch:
    live = LiveMatch(progress.after)
    stored = live.extend(progress.after, progress.events, command)
    services.remember(progress.after.id, live)
    announce(services, progress.after, stored)
    return live
