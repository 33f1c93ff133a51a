"""Count the opening moves of finished matches: when they end, and of earlier ones in the background."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime

from damero.application.live_match import LiveMatch
from damero.application.ports import EVERY_MATCH, Announcement, Bus, CountedGame, MatchChanged, StoreUnavailable
from damero.application.services import Services
from damero.domain.game import Start
from damero.domain.match import Match, Status
from damero.domain.position_key import position_key

PLIES = 30
"""Of each game."""
MOST_WAITING = 10_000
"""Matches that ended and are not counted yet. The next start of the server counts what is more."""
PAGE = 50
PAUSE = 0.05
"""Seconds between two earlier matches, so that they delay nobody."""


class EndedMatches:
    """Matches that have just ended, until they are counted."""

    def __init__(self) -> None:
        self._waiting: deque[Match] = deque(maxlen=MOST_WAITING)
        self._wake = asyncio.Event()

    def watch(self, bus: Bus) -> Callable[[], None]:
        """Learns of every match that this server ends; calling the result ends it."""
        return bus.subscribe(EVERY_MATCH, self._on_announcement)

    async def following(self) -> Match:
        while not self._waiting:
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()

    def _on_announcement(self, announcement: Announcement) -> None:
        ended = isinstance(announcement, MatchChanged) and announcement.match.status is Status.FINISHED
        if isinstance(announcement, MatchChanged) and ended and not announcement.is_remote:
            self._waiting.append(announcement.match)
            self._wake.set()


async def keep_counting(services: Services, ended: EndedMatches) -> None:
    """Runs until cancelled."""
    while True:
        await count(services, await ended.following())


async def count_earlier(services: Services) -> None:
    """Counts every finished match that is not counted yet, once."""
    after = ""
    while page := await services.openings.uncounted(after, PAGE):
        for after in page:
            await _count_stored(services, after)
            await asyncio.sleep(PAUSE)


async def _count_stored(services: Services, match_id: str) -> None:
    stored = await services.matches.events(match_id)
    live = await services.queues.loads.run(lambda: LiveMatch.of(stored))
    await count(services, live.match)


async def count(services: Services, match: Match) -> None:
    """A match that cannot be counted now is counted after the next start."""
    try:
        game = await services.queues.loads.run(lambda: counted_game(match))
        await services.openings.add_game(game)
    except StoreUnavailable:
        return


def counted_game(match: Match) -> CountedGame:
    """What is counted of a finished match: nothing if its start was not the usual one, or was dealt or placed."""
    levels = [player.level for seat in match.seats if (player := match.player(seat)) and player.level is not None]
    winner = None if match.outcome is None else match.outcome.winner
    return CountedGame(
        match_id=match.id,
        game_id=match.created.game_id,
        moves=_first_moves(match) if _counts(match) else (),
        winner=None if winner is None else match.seats.index(winner),
        engines=bool(levels),
        level=min(levels, default=0),
        month=_month(match.created.at),
    )


def _counts(match: Match) -> bool:
    usual = match.info.start is Start.FIXED and match.created.start is None
    return usual and not match.is_imported and not match.is_shared


def _first_moves(match: Match) -> tuple[tuple[int, str], ...]:
    position, found = match.game.initial(), []
    for played in match.moves[:PLIES]:
        found.append((position_key(position), str(played.move)))
        position = position.play(played.move)
    return tuple(found)


def _month(at: int) -> int:
    played = datetime.fromtimestamp(at / 1000, UTC)
    return played.year * 100 + played.month
