"""End games whose time has run out. The server does this by itself; no player has to claim it."""

from __future__ import annotations

from damero.application.change_match import change
from damero.application.ports import EVERY_MATCH, Announcement, MatchChanged, StoreUnavailable
from damero.application.services import Services
from damero.domain import judge
from damero.domain.beginning import acts_at
from damero.domain.errors import MatchRefusal

RETRY = 1_000
"""Milliseconds between attempts to store a timeout while the store fails."""

RETRY_AFTER_FAILURE = 60_000
"""Milliseconds after which a timeout is tried again that failed for another reason."""


async def flag_timeout(services: Services, match_id: str) -> None:
    """Ends the game if its flag has fallen. A failure is tried again later and does not affect other games."""
    if not await services.background.attempt("timeout", _flag(services, match_id)):
        services.timers.set(match_id, services.clock.now() + RETRY_AFTER_FAILURE)


async def _flag(services: Services, match_id: str) -> None:
    """If a move came first, there is nothing to do."""
    try:
        command = f"server/flag/{(await services.live_match(match_id)).match.turn_version}"
        await change(services, match_id, command, lambda match: judge.flag(match, services.clock.now()))
    except MatchRefusal:
        pass
    except StoreUnavailable:
        services.timers.set(match_id, services.clock.now() + RETRY)


def schedule_timeouts(services: Services) -> None:
    """Sets the timer of each match again whenever it changes."""

    def on_announcement(announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            services.timers.set(announcement.match.id, acts_at(announcement.match))

    services.bus.subscribe(EVERY_MATCH, on_announcement)
