"""The puzzles that come with Damero: one file for each game that has some."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle
from damero.domain.puzzle_file import PuzzleFile, read_file

FOLDER = Path(__file__).parent / "data"
SUFFIX = ".txt"


def path_of(game_id: str) -> Path:
    return FOLDER / f"{game_id}{SUFFIX}"


@cache
def games_with_puzzles() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}")))


@cache
def puzzles_of(game_id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if it has no file."""
    return read_path(path_of(game_id)).puzzles if game_id in games_with_puzzles() else ()


@cache
def _by_id() -> Mapping[str, Puzzle]:
    return {puzzle.id: puzzle for game_id in games_with_puzzles() for puzzle in puzzles_of(game_id)}


class ShippedPuzzles:
    """The puzzles as the server asks for them."""

    def games(self) -> tuple[str, ...]:
        return games_with_puzzles()

    def puzzles(self, game_id: str, /) -> tuple[Puzzle, ...]:
        return puzzles_of(game_id)

    def find(self, puzzle_id: str, /) -> Puzzle | None:
        return _by_id().get(puzzle_id)


def read_path(path: Path) -> PuzzleFile:
    try:
        return read_file(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise DameroError("file.unreadable", file=path.name, reason=problem.strerror or "") from problem
