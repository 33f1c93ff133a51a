"""The log of all matches, and the lists that are made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from damero.application.commands import ListMatches
from damero.domain.clock import TimeControl
from damero.domain.events import Access, Event, Player
from damero.domain.game import Outcome, Seat
from damero.domain.match import Match, Status


class StoredEvent(NamedTuple):
    """A stored event with its number in its match (the first is 1) and the command that caused it."""

    seq: int
    event: Event
    command: str


@dataclass(frozen=True, slots=True)
class Hops:
    """A move that is being made hop by hop and is not complete."""

    seat: Seat
    turn_version: int
    squares: tuple[str, ...]
    steps: tuple[tuple[str, int], ...] = ()
    """Each command that made a hop, with the number of squares touched after it."""

    def after(self, command: str) -> tuple[str, ...]:
        """The squares touched after this command; none if it made no hop."""
        return next((self.squares[:count] for made, count in self.steps if made == command), ())


@dataclass(frozen=True, slots=True)
class Summary:
    """A match as lists show it. Times are milliseconds of the wall clock."""

    id: str
    game_id: str
    status: Status
    access: Access
    control: TimeControl
    creator: Player
    seats: tuple[tuple[Seat, Player], ...]
    outcome: Outcome | None
    created: int
    changed: int
    start: str | None = None
    """A made-up start position, as a spectator may know it."""
    imported: bool = False
    verified: bool = False
    invited: Player | None = None
    """The player who was challenged."""
    awaited: tuple[Seat, ...] = ()
    """The seats that must act before the match can go on."""

    @property
    def to_move(self) -> Seat | None:
        return self.awaited[0] if self.awaited and self.status is Status.ACTIVE else None

    def is_turn_of(self, player_id: str | None) -> bool:
        """Whether this player must move, or do something else before the game can begin."""
        if self.status is Status.WAITING and not self.awaited:
            return self.invited is not None and self.invited.id == player_id
        return any(seat in self.awaited and player.id == player_id for seat, player in self.seats)

    @property
    def is_imported(self) -> bool:
        """Earlier versions marked nothing but the players' ids."""
        return self.imported or any(player.is_recorded for _, player in self.seats)

    @property
    def is_verified(self) -> bool:
        """This server vouches for what is recorded."""
        return self.verified if self.is_imported else True


class Entry(NamedTuple):
    """Events to append to a match that has this version now; the command is unique within the match."""

    match: Match
    """The match after the events."""
    version: int
    command: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class ChallengeLimits:
    """How many open challenges there may be."""

    sent: int
    """By one player."""
    received: int
    """By one player …"""
    from_one: int
    """… from the same other player."""


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """How many matches a player has, and how long they are."""

    unfinished: int
    over: int
    events: int
    """In all of them together, without what was imported."""


@dataclass(frozen=True, slots=True)
class GameResults:
    """What a player achieved in a game."""

    game_id: str
    won: int
    drawn: int
    lost: int


class MatchStore(Protocol):
    """The log of all events. What it has accepted is never lost."""

    is_shared: bool
    """Whether other servers may store something too."""

    async def append(self, *entries: Entry) -> None:
        """All of them or none, durable when this returns. Raises `StaleAppend` or `StoreUnavailable`."""

    async def append_imported(self, entry: Entry, *, quota: int) -> None:
        """Stores a whole game compactly. `QuotaExceeded` if its creator's imports then take more than `quota` bytes."""

    async def append_challenge(self, entry: Entry, limits: ChallengeLimits) -> None:
        """Stores a new challenge. `TooManyChallenges` if there are then more open ones than the limits allow."""

    async def events(self, match_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a match after this sequence number, in order; none if there is no such match."""

    async def save_hops(self, match_id: str, hops: Hops) -> None:
        """Keeps the hops of an unfinished move, durable when this returns, until an event ends the turn."""

    async def hops(self, match_id: str) -> Hops | None: ...

    async def list(self, wanted: ListMatches) -> tuple[Summary, ...]:
        """Newest first; of a player's own matches those in which it is the player's turn come before the others."""

    async def count_active(self) -> int:
        """How many matches are being played."""

    async def count_own(self, player_id: str) -> OwnMatches:
        """Those in this player's lists."""

    async def results(self, player_id: str, *, newest: int) -> tuple[GameResults, ...]:
        """Among the newest matches of this player that are over, without private ones; the game with most first."""

    async def waiting(self, *, unchanged_since: int, access: Access | None = None) -> tuple[str, ...]:
        """The ids of the matches that have waited since then (server time) for players or armies, oldest first."""

    async def unfinished(self, since: int = 0) -> tuple[str, ...]:
        """The ids of all matches being played, and of those still waiting that changed since then (server time)."""

    unreadable: dict[str, str]
    """Why matches cannot be read, by their ids. Damage is noticed when a match is needed."""

    async def check_reading(self) -> None:
        """`StoreUnavailable` if nothing can be read, or the store was found to be damaged."""

    def failure(self) -> str | None:
        """Why nothing can be stored now; None if the store works."""
