"""Keep up with the other servers: what they store is applied and announced here.

Hints only make it quick. Whatever they do not tell is found by a sweep of the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from damero.application.change_match import announce, follow, follow_move
from damero.application.engine_turn import engine_turn
from damero.application.flag_timeout import flag_timeout
from damero.application.live_match import LiveMatch
from damero.application.ports import (
    LIMITS,
    LOBBY,
    PLAYER,
    SESSION,
    Announcement,
    ChallengesChanged,
    ClusterBus,
    DueMatches,
    EndedSessions,
    Hint,
    LimitsUsed,
    LimitsUsedElsewhere,
    LobbyChanged,
    MatchGrew,
    MatchVersions,
    PasswordTried,
    PasswordTriedElsewhere,
    PresenceChanged,
    SeatPresence,
    ServerPresence,
    SessionEnded,
    StoredEvent,
    StoreUnavailable,
    TopicChanged,
    session_topic,
)
from damero.application.services import Services
from damero.application.shared_presence import SharedPresence
from damero.domain.errors import MatchRefusal

SWEEP_EVERY = 2.0
"""Seconds between two looks for changes that no hint told of."""
SWEEP_IN_SILENCE = 0.5
"""The same while no hints arrive."""
LOOK_AGAIN_EVERY = 10.0
"""Seconds between two looks for sessions that ended, and, while hints are missing, for challenges."""
LOOK_FOR_DUE_EVERY = 0.5
TELL_PRESENCE_EVERY = 3.0
ANNOUNCEMENTS: dict[str, Announcement] = {
    type(one).__name__: one for one in (LobbyChanged(), ChallengesChanged(), SessionEnded())
}


class ClusterFollower:
    def __init__(
        self,
        services: Services,
        bus: ClusterBus,
        versions: MatchVersions,
        sessions: EndedSessions,
        due: DueMatches,
        presence: SharedPresence,
    ) -> None:
        self._services, self._bus, self._due, self._presence = services, bus, due, presence
        self._versions, self._sessions = versions, sessions
        self._sweep_now = asyncio.Event()
        self._has_missed_hints = False
        self.repaired = 0
        """Matches whose growth was found by a sweep."""

    def on_hint(self, hint: Hint) -> None:
        """Called for whatever another server tells."""
        match hint:
            case MatchGrew():
                self._services.spawn(self._follow_hint(hint))
            case TopicChanged(topic, name) if name in ANNOUNCEMENTS:
                self._bus.deliver(topic, ANNOUNCEMENTS[name])
            case SeatPresence(server, match_id, seat, present):
                self._presence.note_seat(server, match_id, seat, self._services.clock.now(), present=present)
                self._bus.deliver(match_id, PresenceChanged(match_id, seat, present))
            case LimitsUsedElsewhere(uses):
                self._bus.deliver(LIMITS, LimitsUsed(uses, is_remote=True))
            case PasswordTriedElsewhere(name, network, was_right):
                self._bus.deliver(LIMITS, PasswordTried(name, network, was_right, is_remote=True))
            case ServerPresence():
                is_new = self._presence.note_server(hint, self._services.clock.now())
                if is_new:
                    self._tell_presence()

    def tasks(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What runs in the background, by name."""
        return {
            "sweep": self.keep_sweeping,
            "lost hints": self.keep_looking_again,
            "due matches": self.keep_looking_for_due,
            "presence": self.keep_telling_presence,
        }

    def on_gap(self) -> None:
        """Hints may have been lost: looks for changes at once."""
        self._has_missed_hints = True
        self._sweep_now.set()
        self._tell_presence()

    async def keep_sweeping(self) -> None:
        """Runs until cancelled."""
        while True:
            await self.wait_for_sweep()
            with suppress(StoreUnavailable):
                await self.sweep()

    async def wait_for_sweep(self) -> None:
        """Until the next sweep is due, or there was a gap, or no hints arrive any more."""
        loop = asyncio.get_running_loop()
        due = loop.time() + SWEEP_EVERY
        while (left := due - loop.time()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, SWEEP_IN_SILENCE)):
                    await self._sweep_now.wait()
                    break
            if self._bus.is_silent:
                break
        self._sweep_now.clear()

    async def sweep(self) -> None:
        """Compares every match in memory with the store. Lists are read anew."""
        live = tuple(self._services.live_matches)
        for match_id, version in (await self._versions.versions(live)).items():
            known = self._services.live_matches.get(match_id)
            if known is not None and len(known.log) < version:
                self.repaired += await self._follow(match_id, version)
        self._bus.deliver(LOBBY, LobbyChanged())

    async def keep_looking_again(self) -> None:
        """Runs until cancelled: finds what of sessions and challenges no hint told of."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_EVERY)
            with suppress(StoreUnavailable):
                await self._look_for_ended_sessions()
            if self._has_missed_hints or self._bus.is_silent:
                self._has_missed_hints = False
                for topic in self._bus.heard_topics(PLAYER):
                    self._bus.deliver(topic, ChallengesChanged())

    async def _look_for_ended_sessions(self) -> None:
        here = [topic.removeprefix(SESSION) for topic in self._bus.heard_topics(SESSION)]
        for token_hash in await self._sessions.ended_sessions(here) if here else ():
            self._bus.deliver(session_topic(token_hash), SessionEnded())

    async def keep_looking_for_due(self) -> None:
        """Runs until cancelled: ends games whose time is up, lets engines act whose server has died."""
        while True:
            await asyncio.sleep(LOOK_FOR_DUE_EVERY)
            with suppress(StoreUnavailable):
                for match_id in await self._due.overdue():
                    self._services.spawn(flag_timeout(self._services, match_id))
                for match_id in await self._due.deserted():
                    self._services.spawn(self._run_engine(match_id))

    async def keep_telling_presence(self) -> None:
        """Runs until cancelled."""
        while True:
            self._presence.forget_silent(self._services.clock.now(), is_connected=self._bus.is_connected)
            self._tell_presence()
            await asyncio.sleep(TELL_PRESENCE_EVERY)

    def _tell_presence(self) -> None:
        self._bus.tell(self._presence.here(self._services.clock.now()))

    async def _run_engine(self, match_id: str) -> None:
        """The match is read anew, since the dead server may have stored more than is known here."""
        with suppress(MatchRefusal, StoreUnavailable):
            await follow(self._services, await self._services.live_match(match_id))
            await engine_turn(self._services, match_id)

    async def _follow_hint(self, grew: MatchGrew) -> None:
        if not await self._follow_move(grew):
            await self._follow(grew.match_id, grew.version)

    async def _follow_move(self, grew: MatchGrew) -> bool:
        """A move that came with the hint need not be read from the store."""
        live = self._services.live_matches.get(grew.match_id)
        if live is None or grew.move is None or not self._bus.has_listeners(grew.match_id):
            return False
        return await follow_move(self._services, live, StoredEvent(grew.version, grew.move, grew.command))

    async def _follow(self, match_id: str, version: int) -> bool:
        """Whether something new was announced. What nobody here watches is read again when it is needed."""
        live, is_watched = self._services.live_matches.get(match_id), self._bus.has_listeners(match_id)
        if live is None:
            if is_watched:
                await self._announce_last(match_id, version)
            return is_watched
        if len(live.log) >= version:
            return False
        if not is_watched and not live.lock.locked():
            del self._services.live_matches[match_id]
            return False
        return await _followed(self._services, live)

    async def _announce_last(self, match_id: str, version: int) -> None:
        """Whoever watches a match that had left the memory sees a gap and asks for the rest."""
        with suppress(MatchRefusal, StoreUnavailable):
            live = await self._services.live_match(match_id)
            announce(self._services, live.match, tuple(live.log[version - 1 :]), is_remote=True)


async def _followed(services: Services, live: LiveMatch) -> bool:
    try:
        return await follow(services, live)
    except StoreUnavailable:
        return False
