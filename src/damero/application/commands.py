"""Commands that users send, and the answers they get.

A command carries an id chosen by its sender: sending it again gets the first answer and has no second effect.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from damero.domain.clock import NO_LAG, UNTIMED, Lag, Speed, TimeControl
from damero.domain.events import Access, OfferKind, Player
from damero.domain.fairness import Commitment
from damero.domain.game import Seat
from damero.domain.record.values import OpenedSecret


@dataclass(frozen=True, slots=True)
class SomeoneElse:
    """The other seat stays free until somebody takes it."""


@dataclass(frozen=True, slots=True)
class SameDevice:
    """The creator moves for both seats: two people share a device."""


@dataclass(frozen=True, slots=True)
class EngineOpponent:
    level: int = 1


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """Only the player with this name may take the other seat: a challenge."""

    name: str


Opponent: TypeAlias = SomeoneElse | SameDevice | EngineOpponent | NamedPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateMatch:
    command_id: str
    by: Player
    game_id: str
    opponent: Opponent = field(default_factory=SomeoneElse)
    seat: Seat | None = None
    """The creator's seat; `None` leaves it to chance."""
    control: TimeControl = UNTIMED
    access: Access = Access.LINK
    start: str | None = None
    nonce: str = ""
    nonce_hash: str = ""
    """Announces a nonce of the player's own, which `OpenNonce` tells when both seats are taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinMatch:
    command_id: str
    match_id: str
    by: Player
    code: str | None = None
    nonce: str = ""
    nonce_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeekGame:
    """Join the oldest listed match that fits, or list one."""

    command_id: str
    by: Player
    game_id: str
    control: TimeControl = UNTIMED
    nonce: str = ""
    nonce_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """Something a player does in a match. A player who holds both seats names one, or acts for the one to act."""

    command_id: str
    match_id: str
    by: str
    """The player's id."""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNonce(Action):
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceArmy(Action):
    army: str | tuple[tuple[str, str], ...]
    """As text, or as pairs of a square and the piece on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMove(Action):
    move: str | tuple[str, ...]
    """As text, or as the squares touched in order."""
    version: int | None = None
    """The version the player was looking at; a move for an older position is refused as stale."""
    lag: Lag = NO_LAG
    """The delay of the player's connection, measured by the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchSquares(Action):
    """A move hop by hop: all squares so far, or the next hop from where the last one ended."""

    squares: str | tuple[str, ...]
    """In order, or as the text of the move so far."""
    version: int | None = None
    lag: Lag = NO_LAG


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Action):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeHint(Action):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Abort(Action):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineChallenge(Action):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAbandoned(Action):
    draw: bool = False
    """Claim a draw instead of a win."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeOffer(Action):
    kind: OfferKind
    nonce: str = ""
    """For a rematch: the player's part of the next match's randomness."""
    nonce_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptOffer(Action):
    offer: int
    nonce: str = ""
    nonce_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineOffer(Action):
    offer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRecord:
    """Adds a game record, finished or not, to the player's history."""

    command_id: str
    by: Player
    text: str


class PublicEvent(NamedTuple):
    """An event as everybody may see it, numbered without gaps within its match."""

    seq: int
    at: int
    kind: str
    """The event's name in snake case, such as "move_played"."""
    seat: Seat | None = None
    text: str = ""
    """The public text of a move, the kind of an offer, the reason for an end, the id of a rematch, or a name."""
    offer: int | None = None
    winner: Seat | None = None
    count: int = 0  # type: ignore[assignment] # hides tuple.count
    openings: tuple[OpenedSecret, ...] = ()
    """Proofs of what a move made public."""
    seals: tuple[tuple[str, Commitment], ...] = ()
    """Commitments to what is hidden when the game begins."""
    commitment: str = ""
    """To the seed of a match that is created or offered."""


class Answer(NamedTuple):
    """A command was carried out and its effect is durable: the match's version after it, and what happened."""

    match_id: str
    version: int
    events: tuple[PublicEvent, ...]
    head: str
    """The head of the public history at this version."""


@dataclass(frozen=True, slots=True)
class Hopping:
    """The move is not complete: nothing is shown to others, and one of these squares must come next."""

    match_id: str
    version: int
    touched: tuple[str, ...]
    next: tuple[str, ...]


class Listing(StrEnum):
    LOBBY = "lobby"
    """Matches that anyone may join."""
    LIVE = "live"
    """Games being played now that anyone may watch."""
    MINE = "mine"
    """The asking player's matches that are not over."""
    HISTORY = "history"
    """The asking player's matches that are over."""
    CHALLENGES = "challenges"
    """Challenges that the asking player sent or received and that are not answered yet."""


class Result(StrEnum):
    """How a match ended for the asking player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    ABORTED = "aborted"


ENGINE = "engine"
"""Stands for the name of an opponent who is an engine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMatches:
    listing: Listing
    player_id: str | None = None
    game_id: str | None = None
    before: int | None = None
    """Only matches that changed before this time, to page through them."""
    limit: int = 50
    since: int | None = None
    """With this and all that follows: only in the list of matches that are over."""
    opponent: str | None = None
    """A player's name, or `ENGINE`."""
    result: Result | None = None
    speed: Speed | None = None
    imported: bool | None = None
