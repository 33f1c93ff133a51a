"""The record of a game: its moves, the commitments made before it, and their proofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from damero.domain.fairness import Commitment, Opening
from damero.domain.game import Outcome, Seat


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


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is published at the end: the server's seed and the full text of the first position."""

    seed: bytes
    start: str


@dataclass(frozen=True, slots=True)
class Record:
    game_id: str
    ruleset: int
    players: Mapping[Seat, str]
    start: str
    """The text of the first position, as a spectator saw it."""
    moves: tuple[PlayedMove, ...] = ()
    outcome: Outcome | None = None
    """None while the game is running."""
    seed_commitment: bytes | None = None
    nonces: tuple[bytes, ...] = ()
    """The players' nonces, in the order in which they took their seats."""
    seals: Mapping[str, Commitment] = field(default_factory=dict)
    reveal: Reveal | None = None
