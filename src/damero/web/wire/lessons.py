"""Lessons: the steps of each game, and tries."""

from __future__ import annotations

from damero.web.wire.base import MoveText, Reply, Request
from damero.web.wire.games import Position, Why
from damero.web.wire.puzzles import PuzzleFrame


class LessonOfGame(Reply):
    game: str
    steps: tuple[str, ...]
    """The ids of its steps, in their order."""


class Lessons(Reply):
    lessons: tuple[LessonOfGame, ...]


class LessonStep(Reply):
    """A position in which one rule is tried. The texts are found by the game's family and the id."""

    id: str
    seat: str
    position: Position


class Lesson(Reply):
    game: str
    steps: tuple[LessonStep, ...]


class TryStep(Request):
    move: MoveText


class TriedStep(Reply):
    right: bool
    """Whether this is what the step asks for; a legal move can be another one."""
    played: PuzzleFrame | None
    """The move on the board, if it is legal …"""
    why: Why | None = None
    """… and otherwise the rule that forbids it."""
