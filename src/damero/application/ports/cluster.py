"""Several servers over one store: what they tell each other, and the matches that need one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from damero.application.ports.bus import Announcement, Bus, LimitUse
from damero.domain.events import MovePlayed
from damero.domain.game import Seat


@dataclass(frozen=True, slots=True)
class MatchGrew:
    """A match has this version now."""

    match_id: str
    version: int
    move: MovePlayed | None = None
    """What was stored last, if it was a move and nothing of it is secret."""
    command: str = ""
    """The command that caused the move."""


@dataclass(frozen=True, slots=True)
class TopicChanged:
    """Something changed about which the store knows more: the lobby, a player's challenges, a session."""

    topic: str
    announcement: str
    """The name of its type."""


@dataclass(frozen=True, slots=True)
class SeatPresence:
    """A player has come to a seat, or left it."""

    server: str
    match_id: str
    seat: Seat
    present: bool


@dataclass(frozen=True, slots=True)
class ServerPresence:
    """Everybody who is connected to a server. It says so again and again; after a while it is forgotten."""

    server: str
    seats: tuple[tuple[str, Seat], ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LimitsUsedElsewhere:
    uses: tuple[LimitUse, ...]


@dataclass(frozen=True, slots=True)
class PasswordTriedElsewhere:
    name: str
    network: str
    was_right: bool


Hint: TypeAlias = (
    MatchGrew | TopicChanged | SeatPresence | ServerPresence | LimitsUsedElsewhere | PasswordTriedElsewhere
)


class ClusterBus(Bus, Protocol):
    """A bus that also tells other servers. What they miss, each finds in the store."""

    @property
    def is_connected(self) -> bool:
        """Whether what other servers say arrives here."""

    @property
    def is_silent(self) -> bool:
        """Whether nothing was heard for so long that hints may be missing."""

    def tell(self, hint: Hint) -> None:
        """Tells all other servers."""

    def deliver(self, topic: str, announcement: Announcement) -> None:
        """Tells the listeners in this process only."""

    def has_listeners(self, topic: str) -> bool: ...

    def heard_topics(self, beginning: str) -> tuple[str, ...]:
        """Those that begin so and have listeners in this process."""


class MatchVersions(Protocol):
    async def versions(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The stored versions of these matches."""


class EndedSessions(Protocol):
    async def ended_sessions(self, token_hashes: Sequence[str]) -> tuple[str, ...]:
        """Those of these sessions that are not stored any more."""


class DueMatches(Protocol):
    """Matches that need a server. Each is given to one server for a while."""

    async def overdue(self) -> tuple[str, ...]:
        """Matches whose deadline has passed."""

    async def deserted(self) -> tuple[str, ...]:
        """Matches in which an engine is to act and whose server has died."""


HintListener: TypeAlias = Callable[[Hint], None]
