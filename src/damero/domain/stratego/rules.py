"""What can differ between Stratego variants. Each variant is one frozen record."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Side(StrEnum):
    RED = "red"
    """Sets up on the bottom rows and moves first."""
    BLUE = "blue"

    @property
    def opponent(self) -> Side:
        return Side.BLUE if self is Side.RED else Side.RED


class Rank(IntEnum):
    """The ranks 1 to 10 fight by their order. Flag and bomb have rules of their own."""

    FLAG = 0
    SPY = 1
    SCOUT = 2
    MINER = 3
    SERGEANT = 4
    LIEUTENANT = 5
    CAPTAIN = 6
    MAJOR = 7
    COLONEL = 8
    GENERAL = 9
    MARSHAL = 10
    BOMB = 11

    @property
    def is_movable(self) -> bool:
        return self is not Rank.BOMB and self is not Rank.FLAG


class BackAndForth(StrEnum):
    """When consecutive moves of one piece count as moves between the same two squares."""

    SAME_ENDS = "same_ends"
    """They join the same two squares."""
    SAME_STRETCH = "same_stretch"
    """They cross the same border between two squares, wherever a scout's move begins and ends."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant. No code compares its id: a difference in play is a difference in these fields."""

    id: str
    army: tuple[tuple[Rank, int], ...] = field(hash=False)
    """The number of pieces of each rank, strongest first."""
    two_square_moves: int
    """How many consecutive moves between the same two squares a piece may make."""
    two_square_counts: BackAndForth
    chase_rule: bool
    """The more-squares rule: a chase may not repeat one of its positions."""
    lakes: frozenset[tuple[int, int]]
    zone_rows: int = 4
    """How many rows at its own edge a side sets up on."""
    turn_limit: int = 3000
    version: int = 1

    @property
    def army_size(self) -> int:
        return sum(count for _, count in self.army)

    def count(self, rank: Rank) -> int:
        return dict(self.army).get(rank, 0)
