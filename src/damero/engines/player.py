"""What every engine is: a stateless answer to a view."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from damero.domain.game import Seat, View


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may think: the first limit reached ends it. None leaves it to the engine's level."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    """Think for about so long, even if the level would be quicker or slower by itself."""
    within: float | None = None
    """Answer within so many seconds: a clock is running. It never makes a level think longer."""
    threads: int | None = None
    seed: int | None = None
    """The same seed, view and limit of depth or nodes give the same choice; without a seed it is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a level looks, 0 being no limit. Each family adds how its weaker levels err."""

    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0


AnyStrength = TypeVar("AnyStrength", bound=Strength)


def limited(strength: AnyStrength, limits: Limits) -> AnyStrength:
    """A limit of depth or nodes takes the place of all of a level's own, one of time that of its time."""
    if limits.depth is not None or limits.nodes is not None:
        strength = replace(strength, depth=limits.depth or 0, nodes=limits.nodes or 0, seconds=0.0)
    if limits.seconds is not None:
        strength = replace(strength, seconds=limits.seconds)
    if limits.within is not None:
        strength = replace(strength, seconds=min(strength.seconds or limits.within, limits.within))
    return strength


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and why: the text of a legal move, the score in hundredths of a man (or the like) for the mover."""

    move: str
    score: int = 0
    depth: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    """How the engine expects the game to go on, from this move."""

    def __str__(self) -> str:
        return self.move


@dataclass(frozen=True, slots=True)
class KnownResult:
    """How a game ends if nobody errs any more; without a winner it is a draw."""

    winner: Seat | None
    plies: int = 0
    """To the next conversion: a capture or what else brings the win nearer for good."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What a player could think of a secret that its move uncovered: in words, and what luck it had."""

    thought: str
    luck: int


class Engine(Protocol):
    """A player. It sees what a seat may know, and nothing else."""

    def choose(self, view: View, limits: Limits = ..., /) -> Choice: ...
