"""What the application needs from outside. The infrastructure implements these protocols."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, TypeAlias, TypeVar

from damero.application.commands import ListMatches
from damero.domain.clock import TimeControl
from damero.domain.events import Access, Event, Player
from damero.domain.game import Outcome, Seat, View
from damero.domain.match import Match, Status
from damero.domain.record import Signature, key_id

Choice = TypeVar("Choice")


class StoreUnavailable(Exception):
    """Nothing can be stored now (disk full, I/O error), so nothing is acknowledged."""


class Unreadable(StoreUnavailable):
    """The store works, but this part of it is damaged."""


class StaleAppend(Exception):
    """The match has grown meanwhile, or this command was already carried out."""


class QuotaExceeded(Exception):
    """A player's imported games would take more space than one player may have."""


class EngineFault(Exception):
    """An engine was late, crashed, or gave an invalid answer."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
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

    @property
    def is_imported(self) -> bool:
        """Earlier versions marked nothing but the players' ids."""
        return self.imported or any(player.is_recorded for _, player in self.seats)

    @property
    def is_verified(self) -> bool:
        """This server vouches for what is recorded."""
        return self.verified if self.is_imported else True


@dataclass(frozen=True, slots=True)
class Entry:
    """Events to append to a match that has this version now; the command is unique within the match."""

    match: Match
    """The match after the events."""
    version: int
    command: str
    events: tuple[Event, ...]


class MatchStore(Protocol):
    """The log of all events. What it has accepted is never lost."""

    async def append(self, *entries: Entry) -> None:
        """All of them or none, durable when this returns. Raises `StaleAppend` or `StoreUnavailable`."""

    async def append_imported(self, entry: Entry, *, quota: int) -> None:
        """Stores a whole game compactly. `QuotaExceeded` if its creator's imports then take more than `quota` bytes."""

    async def events(self, match_id: str) -> tuple[StoredEvent, ...]:
        """All events of a match in order; none if there is no such match."""

    async def save_hops(self, match_id: str, hops: Hops) -> None:
        """Keeps the hops of an unfinished move, durable when this returns, until an event ends the turn."""

    async def hops(self, match_id: str) -> Hops | None: ...

    async def list(self, wanted: ListMatches) -> tuple[Summary, ...]:
        """Newest first."""

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


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    name: str
    password_hash: str | None
    """None: a guest."""
    created: int


@dataclass(frozen=True, slots=True)
class Session:
    player: Account
    used: int
    """When it was last used (server time), accurate to a day."""


class PlayerStore(Protocol):
    """Accounts, their sessions (tokens only as hashes) and their saved armies."""

    async def add_player(self, player: Account) -> bool:
        """Whether the name was free: nobody has it or one that looks like it."""

    async def player(self, player_id: str) -> Account | None: ...

    async def player_named(self, name: str) -> Account | None: ...

    async def change_player(self, player: Account) -> bool:
        """Whether the name was free."""

    async def delete_player(self, player_id: str) -> None:
        """With all sessions and saved armies; games stay, with the names they were played under."""

    async def keep_name(self, key: str, player_id: str, until: int) -> None:
        """Remembers who had the name with this key (`names.name_key`), until this server time."""

    async def name_kept_for(self, key: str, now: int) -> str | None:
        """The id of the player for whom a name is still kept."""

    async def add_session(self, token_hash: str, player_id: str, now: int) -> None: ...

    async def session(self, token_hash: str) -> Session | None: ...

    async def use_session(self, token_hash: str, now: int) -> None: ...

    async def drop_session(self, token_hash: str) -> None: ...

    async def drop_sessions(self, player_id: str) -> tuple[str, ...]:
        """The hashes of the tokens of the sessions that this ends."""

    async def drop_unused_sessions(self, *, unused_since: int, found_before: int, now: int) -> None:
        """Drops the sessions that are unused since then, if an earlier call already found that before `found_before`.

        All times are server time.
        """

    async def formations(self, player_id: str, game_id: str) -> dict[str, str]:
        """Saved armies by name."""

    async def save_formation(self, player_id: str, game_id: str, name: str, army: str) -> None: ...

    async def delete_formation(self, player_id: str, game_id: str, name: str) -> None: ...


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    account: Account
    ban: str | None
    """Why the player is banned."""


@dataclass(frozen=True, slots=True)
class NewReport:
    reporter: str
    player: str
    reason: str
    match_id: str | None
    at: int
    """By the wall clock."""


@dataclass(frozen=True, slots=True)
class Report:
    id: int
    reporter: str
    player: str
    reason: str
    match_id: str | None
    at: int
    settled: str | None
    """The administrator's note; None while the report is open."""

    @property
    def at_text(self) -> str:
        return _date(self.at)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What an administrator did, when (by the wall clock), and with which result."""

    at: int
    action: str
    arguments: str
    result: str

    @property
    def at_text(self) -> str:
        return _date(self.at)


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


class ModerationStore(Protocol):
    """Bans, reports, and the log of what administrators did. Lists are newest first."""

    async def find_players(self, text: str, limit: int) -> tuple[FoundPlayer, ...]:
        """Those whose name or id contains the text."""

    async def ban(self, player_id: str, reason: str) -> None: ...

    async def unban(self, player_id: str) -> None: ...

    async def is_banned(self, player_id: str) -> bool: ...

    async def add_report(self, report: NewReport) -> None:
        """Replaces an open report of the same player by the same reporter."""

    async def reports(self, *, settled: bool, limit: int) -> tuple[Report, ...]:
        """The open ones, or all."""

    async def settle_report(self, report_id: int, note: str) -> bool:
        """Whether there was such an open report."""

    async def note(self, entry: AuditEntry) -> None: ...

    async def audit_log(self, limit: int) -> tuple[AuditEntry, ...]: ...


class ServerClock(Protocol):
    def now(self) -> int:
        """Server time in milliseconds: never goes back, ignores the wall clock, stops while the server is down."""

    def wall(self) -> int:
        """The wall clock in milliseconds."""


class Randomness(Protocol):
    def pick(self, items: Sequence[Choice], /) -> Choice: ...

    def secret(self) -> str:
        """64 random hexadecimal digits."""

    def code(self) -> str:
        """A short random code that people can tell each other."""

    def identifier(self, *parts: str) -> str:
        """An unguessable id, the same whenever the same parts are given."""


class Engines(Protocol):
    async def choose(self, view: View, level: int, limit: int) -> str:
        """A move for the side to move within `limit` milliseconds; raises `EngineFault`."""

    async def place_army(self, game_id: str, version: int, seat: Seat, limit: int) -> str:
        """An army for a seat within `limit` milliseconds; raises `EngineFault`."""


class Passwords(Protocol):
    async def hash(self, password: str) -> str: ...

    async def verify(self, password: str, password_hash: str | None) -> bool:
        """Whether the password is correct. Takes as long without a hash as with one."""


@dataclass(frozen=True, slots=True)
class PublishedKey:
    """A public key of the server. Times are milliseconds of the wall clock."""

    public_key: bytes
    since: int
    until: int | None = None
    """When another key took its place; None while records are signed with it."""

    @property
    def id(self) -> str:
        return key_id(self.public_key)


class SigningKeys(Protocol):
    """The keys with which this server signs records. Private keys stay inside."""

    def sign(self, message: bytes) -> Signature: ...

    def check(self, public_key: bytes, signature: bytes, message: bytes, /) -> bool:
        """Whether this is an Ed25519 signature of the message, by whatever key."""

    def published(self) -> tuple[PublishedKey, ...]:
        """The present key, then all earlier ones."""


class Timers(Protocol):
    def set(self, match_id: str, at: int | None) -> None:
        """Checks this match for a timeout at this server time; None cancels its timer."""


@dataclass(frozen=True, slots=True)
class MatchChanged:
    """A stored change: the match after it, and its numbered events."""

    match: Match
    events: tuple[StoredEvent, ...]


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

    match: Match


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The token of this session is no longer valid."""


Announcement: TypeAlias = MatchChanged | PresenceChanged | ClockStoodStill | LobbyChanged | SessionEnded
Listener: TypeAlias = Callable[[Announcement], None]

LOBBY = "lobby"
"""The topic of listed matches; every match's own topic is its id."""
EVERY_MATCH = "matches"
"""The topic of all changes of all matches."""


def session_topic(token_hash: str) -> str:
    return f"session {token_hash}"


class Bus(Protocol):
    """Announces what was stored. A lost announcement loses no data: the sequence numbers show the gap."""

    def publish(self, topic: str, announcement: Announcement) -> None: ...

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Listeners must not block. Calling the result ends the subscription."""
