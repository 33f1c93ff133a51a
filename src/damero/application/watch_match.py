"""Watch a match: see it now, hear what was missed, come and go."""

from __future__ import annotations

from damero.application.commands import News
from damero.application.hall import Hall
from damero.application.ports import PresenceChanged
from damero.application.show_match import MatchView, show_match
from damero.application.tell import tell
from damero.domain.game import Seat
from damero.domain.match import Match


async def watch_match(hall: Hall, match_id: str, player_id: str | None = None, seat: Seat | None = None) -> MatchView:
    """The match as this person may see it now. Who shares a device names the seat to look from."""
    match = (await hall.table(match_id)).match
    return show_match(hall, match, viewing_seat(match, player_id, seat), player_id)


def viewing_seat(match: Match, player_id: str | None, wanted: Seat | None = None) -> Seat | None:
    """The seat a person looks from; spectators look from none."""
    if player_id is None or not match.seats_of(player_id):
        return None
    return match.seat_of(player_id, wanted)


async def missed_news(hall: Hall, match_id: str, after: int) -> tuple[News, ...]:
    """What has happened since this sequence number."""
    table = await hall.table(match_id)
    return tuple(tell(recorded) for recorded in table.log[max(0, after) :])


async def arrive(hall: Hall, match_id: str, seat: Seat) -> None:
    """A connection of a player has opened."""
    if hall.presence.arrive(match_id, seat):
        hall.bus.publish(match_id, PresenceChanged(match_id, seat, present=True))


async def depart(hall: Hall, match_id: str, seat: Seat) -> None:
    """A connection of a player has closed."""
    if hall.presence.leave(match_id, seat, hall.clock.now()):
        hall.bus.publish(match_id, PresenceChanged(match_id, seat, present=False))
