"""Announcements of what was stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from damero.application.ports.matches import StoredEvent
from damero.domain.game import Seat
from damero.domain.match import Match


class MatchChanged(NamedTuple):
    """A stored change: the match after it, and its numbered events."""

    match: Match
    events: tuple[StoredEvent, ...]
    is_remote: bool = False
    """Whether another server stored it, which also looks after the engines."""


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    match_id: str
    seat: Seat
    present: bool


@dataclass(frozen=True, slots=True)
class ClockStoodStill:
    """The match's clock was stopped for a while without an event: displays that ran on are wrong."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """A match entered the lobby, was taken or left it."""


@dataclass(frozen=True, slots=True)
class ChallengesChanged:
    """A player was challenged, or a challenge of theirs was accepted, declined or withdrawn."""


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The token of this session is no longer valid."""


@dataclass(frozen=True, slots=True)
class LimitUse:
    """What was taken from a limit on one address or player."""

    burst: float
    per_second: float
    who: str
    cost: float


@dataclass(frozen=True, slots=True)
class LimitsUsed:
    """What requests have taken from the limits lately."""

    uses: tuple[LimitUse, ...]
    is_remote: bool = False
    """Whether they came to another server."""


@dataclass(frozen=True, slots=True)
class PasswordTried:
    """Somebody tried to sign in under a name, from a network."""

    name: str
    network: str
    was_right: bool
    is_remote: bool = False
    """Whether at another server."""


Announcement: TypeAlias = (
    MatchChanged
    | PresenceChanged
    | ClockStoodStill
    | LobbyChanged
    | ChallengesChanged
    | SessionEnded
    | LimitsUsed
    | PasswordTried
)
Listener: TypeAlias = Callable[[Announcement], None]

LOBBY = "lobby"
"""The topic of listed matches; every match's own topic is its id."""
LIMITS = "limits"
"""The topic of what was taken from limits."""
EVERY_MATCH = "matches"
"""The topic of all changes of all matches."""


SESSION, PLAYER = "session ", "player "
"""What the topics of one session and of one player begin with."""


def session_topic(token_hash: str) -> str:
    return SESSION + token_hash


def player_topic(player_id: str) -> str:
    return PLAYER + player_id


class Bus(Protocol):
    """Announces what was stored. A lost announcement loses no data: the sequence numbers show the gap."""

    def publish(self, topic: str, announcement: Announcement) -> None: ...

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Listeners must not block. Calling the result ends the subscription."""
