"""Players connect to a match and disconnect; its other viewers are told."""

from __future__ import annotations

from damero.application.ports import PresenceChanged
from damero.application.services import Services
from damero.domain.game import Seat


async def arrive(services: Services, match_id: str, seat: Seat) -> None:
    """A connection of a player has opened."""
    if services.presence.arrive(match_id, seat):
        services.bus.publish(match_id, PresenceChanged(match_id, seat, present=True))


async def depart(services: Services, match_id: str, seat: Seat) -> None:
    """A connection of a player has closed."""
    if services.presence.leave(match_id, seat, services.clock.now()):
        services.bus.publish(match_id, PresenceChanged(match_id, seat, present=False))


async def hear(services: Services, match_id: str, player_id: str | None) -> None:
    """A player who asks for a match over HTTP is present."""
    if player_id is None:
        return
    match, now = (await services.live_match(match_id)).match, services.clock.now()
    services.presence.heard_from(player_id, now)
    for seat in () if match.is_over else match.seats_of(player_id):
        if services.presence.polled(match_id, seat, now):
            services.bus.publish(match_id, PresenceChanged(match_id, seat, present=True))
