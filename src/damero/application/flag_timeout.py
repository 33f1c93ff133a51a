"""End the games whose time has run out. The server does this by itself; no player has to ask."""

from __future__ import annotations

from damero.application.conduct import conduct
from damero.application.hall import Hall
from damero.application.ports import EVERY_MATCH, Announcement, MatchChanged, StoreUnavailable
from damero.domain import judge
from damero.domain.errors import MatchRefusal

RETRY = 1_000
"""While nothing can be stored, a fallen flag is tried again after so many milliseconds."""


async def flag_timeout(hall: Hall, match_id: str) -> None:
    """Ends the game if its flag has fallen; if a move came first, there is nothing to do."""
    command = f"server/flag/{(await hall.table(match_id)).match.turn_version}"
    try:
        await conduct(hall, match_id, command, lambda match: judge.flag(match, hall.clock.now()))
    except MatchRefusal:
        pass
    except StoreUnavailable:
        hall.alarms.set(match_id, hall.clock.now() + RETRY)


def mind_the_clocks(hall: Hall) -> None:
    """Sets the alarm of each match anew whenever it changes."""

    def heed(announcement: Announcement) -> None:
        if isinstance(announcement, MatchChanged):
            hall.alarms.set(announcement.match.id, announcement.match.deadline)

    hall.bus.subscribe(EVERY_MATCH, heed)
