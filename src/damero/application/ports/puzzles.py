"""Puzzles, and what players have reached in solving them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from damero.domain.analysis import FightOdds, Odds
from damero.domain.glicko import Rating
from damero.domain.puzzle import Puzzle


class RunMode(StrEnum):
    """Many puzzles in a row."""

    STREAK = "streak"
    """Until the first mistake."""
    TIMED = "timed"
    """As many as possible in three minutes."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A player's run of puzzles, which may go on at another server."""

    game_id: str
    mode: RunMode
    puzzle: str
    """The id of the present one."""
    ends: int | None
    """Server time; None without a limit."""
    score: int = 0
    mistakes: int = 0
    is_over: bool = False
    seen: tuple[str, ...] = ()
    """The ids of all its puzzles."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's results in the puzzles of one game."""

    rating: Rating = field(default_factory=Rating)
    best_streak: int = 0
    best_timed: int = 0


class PuzzleLibrary(Protocol):
    """The puzzles that come with the server."""

    def games(self) -> tuple[str, ...]:
        """The ids of the games that have puzzles."""

    def puzzles(self, game_id: str, /) -> tuple[Puzzle, ...]: ...

    def find(self, puzzle_id: str, /) -> Puzzle | None: ...

    def odds(self, puzzle: Puzzle, /) -> tuple[Odds, ...]:
        """What the unknown pieces may be, as far as the solver can know."""

    def fights(self, puzzle: Puzzle, /) -> tuple[FightOdds, ...]:
        """How each attack on an unknown piece may end."""


class PuzzleStore(Protocol):
    async def results(self, player_id: str, game_id: str) -> Mapping[str, bool]:
        """Whether each puzzle that the player tried was solved at the first try."""

    async def standing(self, player_id: str, game_id: str) -> Standing: ...

    async def add_result(self, player_id: str, game_id: str, puzzle: Puzzle, *, solved: bool, at: int) -> bool:
        """Rates the first try of a puzzle; False if there was one before, which stays."""

    async def note_run(self, player_id: str, game_id: str, mode: RunMode, score: int) -> None:
        """Keeps the score if it is the player's best."""

    async def run(self, player_id: str) -> StoredRun | None:
        """The player's latest run, if it is not older than a day."""

    async def keep_run(self, player_id: str, run: StoredRun, at: int) -> None:
        """Replaces the player's run before it, and drops everybody's old ones."""
