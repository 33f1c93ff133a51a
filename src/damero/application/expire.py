"""End what has expired: seeks whose owner has left, matches that nobody joined, sessions that are no longer used."""

from __future__ import annotations

import asyncio

from damero.application.change_match import change
from damero.application.log_in import SESSION_LASTS
from damero.application.ports import StoreUnavailable
from damero.application.services import Services
from damero.domain import judge
from damero.domain.clock import ABSENCE_UNTIMED, DAY
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access

SEEK_LASTS = 7_000
"""Milliseconds after which a match in the lobby expires when its owner has left; with days per move it does not."""
SEEKS_EVERY = 2.0
"""Seconds between two checks of the lobby."""
RECONNECT_WITHIN = 60_000
"""Milliseconds for which everybody counts as connected after the server started."""
MATCH_WAITS = 3 * DAY
"""Milliseconds that any match waits for players or armies."""
CONFIRM_AFTER = DAY
"""An unused session is deleted if it is found unused twice, with this much server time in between."""
EVERY = 60.0
"""Seconds between two checks."""


async def keep_expiring(services: Services) -> None:
    """Runs until cancelled."""
    opened = services.clock.now()
    while True:
        await asyncio.sleep(EVERY)
        await expire(services, opened)


async def keep_ending_seeks(services: Services) -> None:
    """Runs until cancelled. A seek ends within 10 seconds after its owner's last connection."""
    opened = services.clock.now()
    while True:
        await asyncio.sleep(SEEKS_EVERY)
        await end_seeks(services, opened)


async def end_seeks(services: Services, opened: int) -> None:
    """Checks once. Who was connected before the server started has some time to come back."""
    try:
        waiting = await services.matches.waiting(unchanged_since=services.clock.now() - SEEK_LASTS, access=Access.LOBBY)
        for match_id in waiting:
            if await _is_abandoned(services, match_id, opened):
                await _abort(services, match_id)
    except StoreUnavailable:
        return


async def expire(services: Services, opened: int) -> None:
    """Checks everything once."""
    services.forget_long_unused()
    await end_seeks(services, opened)
    now = services.clock.now()
    try:
        for match_id in await services.matches.waiting(unchanged_since=now - MATCH_WAITS):
            await _abort(services, match_id)
        await services.players.drop_unused_sessions(
            unused_since=now - SESSION_LASTS, found_before=now - CONFIRM_AFTER, now=now
        )
    except StoreUnavailable:
        return
    services.presence.forget_before(now - ABSENCE_UNTIMED)


async def _is_abandoned(services: Services, match_id: str, opened: int) -> bool:
    """A match that cannot be read stays as it is."""
    try:
        match, now = (await services.live_match(match_id)).match, services.clock.now()
    except MatchRefusal:
        return False
    last_connected = max(
        opened + RECONNECT_WITHIN - SEEK_LASTS,
        match.last_at,
        services.presence.last_connected(match.created.creator.id, now),
    )
    return match.created.control.absence is not None and now - last_connected > SEEK_LASTS


async def _abort(services: Services, match_id: str) -> None:
    try:
        await change(services, match_id, "server/expire", lambda match: judge.expire(match, services.clock.now()))
    except MatchRefusal:
        return
