"""What every engine is: a stateless answer to a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from damero.domain.game import View


@dataclass(frozen=True, slots=True)
class Limits:
    """How long an engine may think: the first limit reached ends it. None leaves it to the engine's level."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int | None = None
    seed: int | None = None
    """The same seed, view and limit of depth or nodes give the same choice; without a seed it is drawn by lot."""


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


class Engine(Protocol):
    """A player. It sees what a seat may know, and nothing else."""

    def choose(self, view: View, limits: Limits = ..., /) -> Choice: ...
