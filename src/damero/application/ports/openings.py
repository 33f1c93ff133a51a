"""Which moves were played in a position of the opening, and how those games ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class MoveCount:
    """A move with the results of the games in which it was played."""

    move: str
    first: int
    """Wins of the side that began the game."""
    draws: int
    second: int


@dataclass(frozen=True, slots=True)
class CountedGame:
    """A finished game: its first moves, each with the key of the position in which it was played."""

    match_id: str
    game_id: str
    moves: tuple[tuple[int, str], ...]
    winner: int | None
    """0 for the side that began, 1 for the other; None for a draw."""
    engines: bool
    """Whether an engine played."""
    level: int
    """Of the weakest engine; 0 without one."""
    month: int
    """In which it was played, such as 202611."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichGames:
    engines: bool = False
    level: int = 0
    """At least this one."""
    since: int = 0
    until: int = 999912
    """Months, such as 202611."""


class OpeningStore(Protocol):
    """The counts over the games that were played on this server."""

    async def add_game(self, game: CountedGame, /) -> bool:
        """Counts a game; False if it was counted before."""

    async def moves(self, game_id: str, position: int, which: WhichGames, /) -> tuple[MoveCount, ...]:
        """The moves that were played in a position, the most frequent first."""

    async def uncounted(self, after: str, limit: int, /) -> tuple[str, ...]:
        """The ids of finished matches that are not counted yet, in their order, after this id."""


class OpeningBook(Protocol):
    """The counts over games between engines that come with the server."""

    def moves(self, game_id: str, position: int, /) -> tuple[MoveCount, ...]:
        """The most frequent first."""
