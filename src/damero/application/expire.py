"""End what has expired: seeks whose owner has left, matches that nobody joined, sessions that are no longer used."""

from __future__ import annotations

import asyncio

from damero.application.change_match import change
from damero.application.log_in import SESSION_LASTS
from damero.application.ports import StoreUnavailable
from damero.application.services import Services
from damero.domain import judge
from damero.domain.clock import DAY
from damero.domain.errors import MatchRefusal
from damero.domain.events import Access

SEEK_LASTS = 5 * 60 * 1_000
"""Milliseconds after which a match in the lobby expires when its owner has left; with days per move it does not."""
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


async def expire(services: Services, opened: int) -> None:
    """Checks once. Everybody who was connected before the server started counts as having left then."""
    now = services.clock.now()
    try:
        for match_id in await services.matches.waiting(unchanged_since=now - SEEK_LASTS, access=Access.LOBBY):
            if await _is_abandoned(services, match_id, opened):
                await _abort(services, match_id)
        for match_id in await services.matches.waiting(unchanged_since=now - MATCH_WAITS):
            await _abort(services, match_id)
        await services.players.drop_unused_sessions(
            unused_since=now - SESSION_LASTS, found_before=now - CONFIRM_AFTER, now=now
        )
    except StoreUnavailable:
        return
    services.presence.forget_disconnected_before(services.clock.now() - SEEK_LASTS)


async def _is_abandoned(services: Services, match_id: str, opened: int) -> bool:
    """A match that cannot be read stays as it is."""
    try:
        match, now = (await services.live_match(match_id)).match, services.clock.now()
    except MatchRefusal:
        return False
    last_connected = max(opened, match.last_at, services.presence.last_connected(match.created.creator.id, now))
    return match.created.control.absence is not None and now - last_connected > SEEK_LASTS


async def _abort(services: Services, match_id: str) -> None:
    try:
        await change(services, match_id, "server/expire", lambda match: judge.expire(match, services.clock.now()))
    except MatchRefusal:
        return
