"""Watch a match: see it now, hear what was missed, come and go."""

from __future__ import annotations

from damero.application.commands import PublicEvent
from damero.application.ports import PresenceChanged
from damero.application.public_events import public_event
from damero.application.services import Services
from damero.application.show_match import MatchView, show_match
from damero.domain.game import Seat
from damero.domain.match import Match


async def watch_match(
    services: Services, match_id: str, player_id: str | None = None, seat: Seat | None = None
) -> MatchView:
    """The match as this person may see it now. Who shares a device names the seat to look from."""
    match = (await services.live_match(match_id)).match
    return show_match(services, match, viewing_seat(match, player_id, seat), player_id)


def viewing_seat(match: Match, player_id: str | None, wanted: Seat | None = None) -> Seat | None:
    """The seat a person looks from; spectators look from none."""
    if player_id is None or not match.seats_of(player_id):
        return None
    return match.seat_of(player_id, wanted)


async def missed_news(services: Services, match_id: str, after: int) -> tuple[PublicEvent, ...]:
    """What has happened since this sequence number."""
    live = await services.live_match(match_id)
    return tuple(public_event(stored) for stored in live.log[max(0, after) :])


async def arrive(services: Services, match_id: str, seat: Seat) -> None:
    """A connection of a player has opened."""
    if services.presence.arrive(match_id, seat):
        services.bus.publish(match_id, PresenceChanged(match_id, seat, present=True))


async def depart(services: Services, match_id: str, seat: Seat) -> None:
    """A connection of a player has closed."""
    if services.presence.leave(match_id, seat, services.clock.now()):
        services.bus.publish(match_id, PresenceChanged(match_id, seat, present=False))
