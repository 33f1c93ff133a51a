"""Endings whose result is known for every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from damero.domain.game import Position
from damero.domain.puzzle import Goal


@dataclass(frozen=True, slots=True)
class KnownMove:
    """A legal move with its result for the mover: 1 a win, 0 a draw, -1 a loss."""

    move: str
    result: int
    plies: int
    """To the next conversion, or to the end of the game."""


@dataclass(frozen=True, slots=True)
class EndingClass:
    """Endings of the same material, and what can be practised in them."""

    material: str
    """Of the side to move and of its opponent, such as `KK-K`."""
    goals: tuple[Goal, ...]


class EndgameTables(Protocol):
    """Every method may take long, because small tables are built first if they are missing."""

    def classes(self, game_id: str, /) -> tuple[EndingClass, ...]:
        """What `draw` finds positions for; nothing for a game without tables."""

    def draw(self, game_id: str, material: str, goal: Goal, seed: str, /) -> Position:
        """A random position in which the side to move, with the first material, can reach the goal."""

    def moves(self, position: Position, /) -> tuple[KnownMove, ...]:
        """Every legal move, the best first; none if the tables do not know the position."""

    def plies_left(self, position: Position, /) -> int:
        """Within how many plies something irreversible must happen, or the rules make it a draw."""

    def defence(self, position: Position, /) -> str:
        """The move that resists longest, or sets most problems."""
