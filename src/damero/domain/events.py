"""What can happen in a match. A match is the replay of its events, and nothing else.

Events contain secrets (armies, deals, seeds) and never leave the server as they are.
Every event has the time at which it happened (`at`, in milliseconds of the server's own time).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from damero.domain.clock import TimeControl
from damero.domain.fairness import Commitment
from damero.domain.game import Seat
from damero.domain.reasons import Reason
from damero.domain.record.values import OpenedSecret

RECORDED_PLAYER = "recorded-"
"""How the ids of the players of an imported game begin."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: a person, or an engine at one of its levels."""

    id: str
    name: str
    level: int | None = None

    @property
    def is_recorded(self) -> bool:
        """Known only from the record of an imported game."""
        return self.id.startswith(RECORDED_PLAYER)


class Access(StrEnum):
    """Who may take the free seat."""

    LOBBY = "lobby"
    """Anyone: the match is listed."""
    LINK = "link"
    """Anyone who knows the address of the match."""
    CODE = "code"
    """Anyone who knows its address and its code."""


class OfferKind(StrEnum):
    DRAW = "draw"
    TAKEBACK = "takeback"
    REMATCH = "rematch"


@dataclass(frozen=True, slots=True)
class MatchCreated:
    at: int
    match_id: str
    game_id: str
    ruleset: int
    """The version of the game's rules that the match is played by."""
    creator: Player
    access: Access
    control: TimeControl
    seed: str
    """The server's seed for all chance in this match. Secret until the match is over."""
    commitment: str
    """The commitment to the seed, published at once."""
    nonce: str
    """The creator's nonce. It keeps the server from choosing the chance alone."""
    start: str | None = None
    """The text of the start position, unless it is the game's own."""
    code: str | None = None
    rematch_of: str | None = None
    nonce_hash: str = ""
    """What the creator announced instead of a nonce: its SHA-256."""
    imported: bool = False
    """The game was played elsewhere: this match only repeats its record …"""
    verified: bool = False
    """… which bore a signature of this server."""
    invited: Player | None = None
    """The only player who may take the free seat: the match is a challenge."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    at: int
    seat: Seat
    player: Player
    nonce: str
    """The player's nonce; empty if it was announced by its hash …"""
    nonce_hash: str = ""
    """… which is its SHA-256. The match begins when the nonce itself is known."""


@dataclass(frozen=True, slots=True)
class ChallengeDeclined:
    """The player who was challenged does not want to play."""

    at: int
    player: Player


@dataclass(frozen=True, slots=True)
class NonceOpened:
    """A player told the nonce whose hash was announced."""

    at: int
    seat: Seat
    nonce: str


@dataclass(frozen=True, slots=True)
class NonceMissed:
    """A player did not tell the announced nonce in time."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ArmyPlaced:
    at: int
    seat: Seat
    army: str


@dataclass(frozen=True, slots=True)
class MatchBegan:
    at: int
    position: str
    """The full text of the first position, secrets included."""
    seals: tuple[tuple[str, Commitment], ...] = ()
    """The published commitments to what is hidden, each with its owner."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    at: int
    seat: Seat
    move: str
    public: str
    """The move with what it made public. Everyone may read it."""
    openings: tuple[OpenedSecret, ...] = ()
    """For each secret that became public, the proof that it was fixed at the start."""
    lag: int = 0
    """In matches of the first edition: the measured round trip, from which the lag credit follows."""
    lag_credit: int | None = None
    """The time that was given back for lag."""
    pause: int = 0
    """After an engine's move: the time before the other seat's clock runs."""


@dataclass(frozen=True, slots=True)
class OfferMade:
    at: int
    offer: int
    kind: OfferKind
    seat: Seat
    nonce: str = ""
    """For a rematch: nonce, seed and commitment of the next match."""
    seed: str = ""
    commitment: str = ""
    nonce_hash: str = ""


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    at: int
    offer: int
    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """The other seat declined, or the seat that made the offer withdrew it."""

    at: int
    offer: int
    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    at: int
    count: int


@dataclass(frozen=True, slots=True)
class HintTaken:
    """A player who plays against an engine asked for a hint in the present position."""

    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class MatchFinished:
    at: int
    winner: Seat | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class MatchAborted:
    at: int


@dataclass(frozen=True, slots=True)
class RematchAgreed:
    at: int
    match_id: str
    commitment: str = ""
    """To the seed of the next match."""


Event: TypeAlias = (
    MatchCreated
    | SeatTaken
    | ChallengeDeclined
    | NonceOpened
    | NonceMissed
    | ArmyPlaced
    | MatchBegan
    | MovePlayed
    | OfferMade
    | OfferAccepted
    | OfferDeclined
    | MovesTakenBack
    | HintTaken
    | MatchFinished
    | MatchAborted
    | RematchAgreed
)
