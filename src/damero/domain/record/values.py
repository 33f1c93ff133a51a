"""The record of a game: its moves, the commitments made before it, and their proofs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from damero.domain.fairness import Commitment, Opening
from damero.domain.game import Outcome, Seat
from damero.domain.record.canonical import Entry


def key_id(public_key: bytes) -> str:
    """A short name for people: the first 16 digits of the key's SHA-256."""
    return hashlib.sha256(public_key).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class OpenedSecret:
    """A secret that became public, with the proof that it was fixed at the start."""

    seal: str
    """The name of the commitment it belongs to."""
    opening: Opening


@dataclass(frozen=True, slots=True)
class PlayedMove:
    text: str
    """The move with what it made public: `22x15`, `b3=R`, `e4xe5=HF`."""
    at: int | None = None
    """When it was played, in milliseconds of the server's time."""
    clocks: Mapping[Seat, int] = field(default_factory=dict)
    """What the clocks showed after it, in milliseconds."""
    openings: tuple[OpenedSecret, ...] = ()
    seat: Seat | None = None
    """Whose move it was; version 1 does not say."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    count: int


Step: TypeAlias = PlayedMove | TakenBack


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is published at the end: the server's seed and the full text of the first position."""

    seed: bytes
    start: str


@dataclass(frozen=True, slots=True)
class Signature:
    """An Ed25519 signature with the public key that made it."""

    public_key: bytes
    value: bytes

    @property
    def key_id(self) -> str:
        return key_id(self.public_key)


@dataclass(frozen=True, slots=True)
class Record:
    game_id: str
    ruleset: int
    players: Mapping[Seat, str]
    start: str
    """The text of the first position, as a spectator saw it."""
    moves: tuple[PlayedMove, ...] = ()
    """Those that were not taken back."""
    outcome: Outcome | None = None
    """None while the game is running."""
    seed_commitment: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    """The players' nonces, in the order in which they took their seats."""
    seals: Mapping[str, Commitment] = field(default_factory=dict)
    reveal: Reveal | None = None
    history: tuple[Entry, ...] = ()
    """Every public event of the match, in order. All fields above but `reveal` follow from it; empty in version 1."""
    steps: tuple[Step, ...] = ()
    """The moves and takebacks of the history."""
    signature: Signature | None = None
