"""Puzzles: what is to be solved, tries, hints, runs and results."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from damero.application.ports import RunMode
from damero.domain.puzzle import Goal, Theme
from damero.web.wire.analysis import Odds
from damero.web.wire.base import GameId, MoveText, PositionText, Reply, Request
from damero.web.wire.games import Position, View

PuzzleMoves = Annotated[tuple[MoveText, ...], Meta(max_length=12)]


class PuzzleTheme(Reply):
    theme: Theme
    count: int


class EndingClass(Reply):
    """Endings of the same material, and what can be practised in them."""

    material: str
    """Of the side to move and of its opponent, such as `KK-K`."""
    goals: tuple[Goal, ...]


class PuzzleGame(Reply):
    """A game that has puzzles."""

    game: str
    count: int
    themes: tuple[PuzzleTheme, ...]
    endings: tuple[EndingClass, ...] = ()
    """Of its endgame trainer."""


class PuzzleGames(Reply):
    games: tuple[PuzzleGame, ...]


class PuzzleTask(Reply):
    """A position to solve."""

    id: str
    game: str
    goal: Goal
    rating: int
    seat: str
    position: Position
    odds: tuple[Odds, ...] = ()
    """What the unknown pieces may be, in games with hidden pieces."""


class DailyPuzzle(Reply):
    date: str
    puzzle: PuzzleTask


class PuzzleTry(Request):
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=12)]
    """All of the solver's moves so far, without the replies."""


class PuzzleFrame(Reply):
    """A position of a line, and the move that led to it."""

    move: str
    squares: tuple[str, ...]
    taken: tuple[str, ...]
    view: View


class PuzzleStanding(Reply):
    """A player's results in the puzzles of one game."""

    rating: int
    deviation: int
    best_streak: int
    best_timed: int


class PuzzleFight(Reply):
    """How an attack on an unknown piece could end."""

    move: str
    wins: float
    draws: float
    """How likely both pieces fall."""


class PuzzleAnswer(Reply):
    right: bool
    solved: bool
    played: PuzzleFrame
    reply: PuzzleFrame | None
    """The answer to a right move, if the puzzle goes on."""
    position: Position
    refutation: tuple[PuzzleFrame, ...] = ()
    """How a wrong move is punished."""
    solution: tuple[PuzzleFrame, ...] = ()
    """The whole solution, once the try is over."""
    themes: tuple[Theme, ...] = ()
    """Once the try is over."""
    fights: tuple[PuzzleFight, ...] = ()
    """Of the try and of the solution, once the try is over."""
    rated: bool = False
    standing: PuzzleStanding | None = None


class PuzzleHintRequest(Request):
    moves: PuzzleMoves = ()


class PuzzleHint(Reply):
    move: str
    squares: tuple[str, ...]


class BeginRun(Request):
    game: GameId
    mode: RunMode


class PuzzleRun(Reply):
    mode: RunMode
    score: int
    mistakes: int
    over: bool
    left: int | None
    """Milliseconds; None without a limit."""
    puzzle: PuzzleTask


class PuzzleRunAnswer(Reply):
    run: PuzzleRun
    answer: PuzzleAnswer


class ThemeResult(Reply):
    theme: Theme
    tried: int
    solved: int


class PuzzleStatistics(Reply):
    game: str
    standing: PuzzleStanding
    tried: int
    solved: int
    themes: tuple[ThemeResult, ...]


class TrainEnding(Request):
    game: GameId
    material: Annotated[str, Meta(min_length=1, max_length=12, examples=["KK-K"])]
    goal: Goal = Goal.WIN


class Ending(Reply):
    """A position for training."""

    game: str
    goal: Goal
    seat: str
    start: str
    plies: int
    """To the next conversion with the best play; 0 for a draw."""
    position: Position
    left: int
    """Plies within which something irreversible must happen, or the rules make it a draw."""


class PlayEnding(Request):
    game: GameId
    start: PositionText
    moves: Annotated[tuple[MoveText, ...], Meta(min_length=1, max_length=200)]
    """All moves so far: the player's and the replies in turn, the player's last."""


class EndingAnswer(Reply):
    keeps: bool
    """Whether the move keeps the result."""
    lost: int
    """By how many plies it is slower than the quickest win."""
    best: str
    """A best move instead of it."""
    played: PuzzleFrame
    reply: PuzzleFrame | None
    position: Position
    left: int
    """Plies within which something irreversible must then happen, or the rules make it a draw."""
