"""A puzzle: a position with one clear best move, and the referee's judgement of a try to solve it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from damero.domain.catalogue import game
from damero.domain.game import Move, Position, Seat, in_order

ID_LENGTH = 10


class Goal(StrEnum):
    """What the side to move can reach."""

    WIN = "win"
    DRAW = "draw"
    ADVANTAGE = "advantage"
    ODDS = "odds"
    """The best that the odds allow, where nobody can know more."""


class Theme(StrEnum):
    """What a solution is about."""

    SHOT = "shot"
    BREAKTHROUGH = "breakthrough"
    KING_TRAP = "king_trap"
    FORCED_CHAIN = "forced_chain"
    LONG_CAPTURE = "long_capture"
    OPPOSITION = "opposition"
    ENDGAME_WIN = "endgame_win"
    HOLD_THE_DRAW = "hold_the_draw"
    WIN_MATERIAL = "win_material"
    EXACT_ENDING = "exact_ending"
    SAFE_CAPTURE = "safe_capture"
    RESCUE = "rescue"
    FIGHT = "fight"
    NO_FIGHT = "no_fight"


@dataclass(frozen=True, slots=True)
class Proof:
    """How the solution was proved: by endgame tables, or by a search of this many plies."""

    depth: int | None = None
    """None for tables."""


Step = tuple[str, ...]
"""The moves that are right at one ply of a solution: one move, except perhaps at the last ply."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    game: str
    start: str
    """The text of the view of the side to move."""
    solution: tuple[Step, ...]
    """The solver's moves and the replies in turn; it ends with a move of the solver."""
    goal: Goal
    themes: tuple[Theme, ...]
    proof: Proof
    rating: int
    """How hard it is: the rating of a player who solves it every second time."""

    @property
    def id(self) -> str:
        return sha256(f"{self.game} {self.start}".encode()).hexdigest()[:ID_LENGTH]

    @property
    def solver_moves(self) -> int:
        return (len(self.solution) + 1) // 2

    def start_position(self) -> Position:
        """The position to solve. Pieces that nobody can see are dealt in a fixed order."""
        played = game(self.game)
        return played.sample(played.read_view(self.start), in_order)


@dataclass(frozen=True, slots=True)
class Judged:
    """The referee's judgement of a solver's latest move."""

    before: Position
    """The position in which it was played."""
    after: Position
    """The position after it, and after the reply if it was right and the puzzle goes on."""
    move: str
    is_right: bool
    reply: str | None = None
    """The answer to a right move, if the puzzle goes on."""
    is_solved: bool = False


def judge_moves(puzzle: Puzzle, moves: Sequence[str]) -> Judged:
    """The judgement of the last of the solver's moves; those before it must be right.

    `BadText` and `IllegalMove` are raised as in a match.
    """
    position = puzzle.start_position()
    judged = _judge_step(puzzle, position, 0, moves[0])
    for number, text in enumerate(moves[1:], start=1):
        if not judged.is_right or judged.is_solved:
            break
        judged = _judge_step(puzzle, judged.after, 2 * number, text)
    return judged


def _judge_step(puzzle: Puzzle, position: Position, ply: int, text: str) -> Judged:
    move = position.read_move(text)
    after, played = position.play(move), str(move)
    if not is_accepted(position, puzzle.solution[ply], move):
        return Judged(position, after, played, is_right=False)
    if ply + 1 == len(puzzle.solution):
        return Judged(position, after, played, is_right=True, is_solved=True)
    reply = puzzle.solution[ply + 1][0]
    return Judged(position, after.play(reply), played, is_right=True, reply=reply)


def is_accepted(position: Position, step: Step, move: Move) -> bool:
    return any(position.read_move(text) == move for text in step)


def play_solution(puzzle: Puzzle) -> tuple[Position, ...]:
    """Every position of the solution, the start first. An illegal solution raises what the referee says to it."""
    positions = [puzzle.start_position()]
    for step in puzzle.solution:
        for other in step[1:]:
            positions[-1].play(other)
        positions.append(positions[-1].play(step[0]))
    return tuple(positions)


def solver_of(puzzle: Puzzle) -> Seat:
    seat = puzzle.start_position().to_move
    assert seat is not None
    return seat
