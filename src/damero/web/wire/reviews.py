"""The review of a finished match, and what can be learnt from it."""

from __future__ import annotations

from damero.domain.review import MomentKind
from damero.web.wire.analysis import Guess, KnownResult, Odds
from damero.web.wire.base import KeyedText, MoveText, Reply, Request
from damero.web.wire.games import Position
from damero.web.wire.puzzles import PuzzleFrame


class ReviewedMove(Reply):
    """Scores are in hundredths of a man or of the game's own unit."""

    ply: int
    seat: str
    move: str
    best: str
    line: tuple[str, ...]
    better: tuple[str, ...]
    """The squares of the best move, if the played one is marked as bad."""
    reply: tuple[str, ...]
    """How the game was expected to go on after the move."""
    score: int
    """Before the move, for the mover, with best play."""
    score_first: int
    """After the move, for the first seat."""
    chances: float
    """Of the first seat to win after the move, from 0 to 1."""
    loss: int
    luck: int
    mark: str
    mistake: bool
    """It can be solved again."""
    forced: bool
    accuracy: float | None
    known: KnownResult | None
    expected: int | None
    guess: Guess | None
    target_odds: float | None
    """How likely the mover could think it that the piece which decides the game stands where it does."""
    comments: tuple[KeyedText, ...]
    sentences: tuple[str, ...]
    """The comments in English."""


class ReviewedSeat(Reply):
    seat: str
    accuracy: float | None
    """From 0 to 100, over the moves that were not forced."""
    dubious: int
    mistakes: int
    blunders: int
    average_loss: int
    luck: int


class ReviewMoment(Reply):
    """A moment that mattered, after this ply."""

    ply: int
    kind: MomentKind
    seat: str | None
    comment: KeyedText
    sentence: str
    """The comment in English."""


class Review(Reply):
    match: str
    game: str
    plies: int
    moves: tuple[ReviewedMove, ...]
    seats: tuple[ReviewedSeat, ...]
    moments: tuple[ReviewMoment, ...]


class SecretOdds(Reply):
    """What each hidden piece could be, as far as a seat could know after a ply."""

    seat: str
    ply: int
    odds: tuple[Odds, ...]


class MistakeTask(Reply):
    """A position in which a player made a mistake, to be solved again."""

    ply: int
    seat: str
    played: str
    position: Position


class MistakeTry(Request):
    move: MoveText


class MistakeSolution(Reply):
    solution: tuple[PuzzleFrame, ...]
    """The line of the review."""


class MistakeAnswer(Reply):
    right: bool
    played: PuzzleFrame
    refutation: tuple[PuzzleFrame, ...]
    """How a wrong move is punished."""
    solution: tuple[PuzzleFrame, ...]
    """The line of the review."""
