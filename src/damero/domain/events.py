"""What can happen in a match. Past tense, immutable, complete: a match is nothing but the replay of its events.

Events hold secrets (armies, deals, seeds) and never leave the server as they are; viewers get views.
Every event knows when it happened (`at`, milliseconds of the server's own time).
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


@dataclass(frozen=True, slots=True)
class Player:
    """Who can sit at a board: a person, or the machine at one of its levels."""

    id: str
    name: str
    level: int | None = None


class Access(StrEnum):
    """Who may take the free seat."""

    LOBBY = "lobby"
    """Anyone: the match is listed."""
    LINK = "link"
    """Whoever knows the match's address."""
    CODE = "code"
    """Whoever knows its address and its code."""


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
    """The version of the game's rules: an old match replays under the rules it was played by."""
    creator: Player
    access: Access
    control: TimeControl
    seed: str
    """The server's part of all chance in this match, secret until it is over."""
    commitment: str
    """Published at once; the seed is later shown to fit it."""
    nonce: str
    """The creator's own part of the chance, so that the server cannot choose it alone."""
    start: str | None = None
    """The text of the start position, where it is not the game's own."""
    code: str | None = None
    rematch_of: str | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    at: int
    seat: Seat
    player: Player
    nonce: str
    """The player's own part of the chance."""


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
    """Published commitments to what is hidden, each with its owner."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    at: int
    seat: Seat
    move: str
    public: str
    """The move with what it made public, as everybody may read it."""
    openings: tuple[OpenedSecret, ...] = ()
    """For each secret that came out: the proof that it was so from the beginning."""
    lag: int = 0
    """The round trip of the player's line, measured by the server."""


@dataclass(frozen=True, slots=True)
class OfferMade:
    at: int
    offer: int
    kind: OfferKind
    seat: Seat
    nonce: str = ""
    """For a rematch: the chance of the next match begins here, as it does when a match is created."""
    seed: str = ""
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    at: int
    offer: int
    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """The other seat said no, or the one who made the offer withdrew it."""

    at: int
    offer: int
    kind: OfferKind
    seat: Seat


@dataclass(frozen=True, slots=True)
class MovesTakenBack:
    at: int
    count: int


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


Event: TypeAlias = (
    MatchCreated
    | SeatTaken
    | ArmyPlaced
    | MatchBegan
    | MovePlayed
    | OfferMade
    | OfferAccepted
    | OfferDeclined
    | MovesTakenBack
    | MatchFinished
    | MatchAborted
    | RematchAgreed
)
