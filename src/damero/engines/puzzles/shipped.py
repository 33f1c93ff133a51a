"""The puzzles that come with Damero: `GAME.txt` for each game that has some, `GAME.THEME.txt` with more of a theme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from damero.domain.analysis import FightOdds, Odds
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle
from damero.domain.puzzle_file import PuzzleFile, read_file
from damero.engines.registry import puzzle_maker

FOLDER = Path(__file__).parent / "data"
SUFFIX = ".txt"


def paths_of(game_id: str) -> tuple[Path, ...]:
    """The file of all themes first."""
    paths = [path for path in FOLDER.glob(f"*{SUFFIX}") if _game_of(path) == game_id]
    return tuple(sorted(paths, key=lambda path: (len(path.name), path.name)))


def _game_of(path: Path) -> str:
    return path.name.partition(".")[0]


@cache
def games_with_puzzles() -> tuple[str, ...]:
    return tuple(sorted({_game_of(path) for path in FOLDER.glob(f"*{SUFFIX}")}))


@cache
def puzzles_of(game_id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if it has no file."""
    by_start = {puzzle.start: puzzle for path in paths_of(game_id) for puzzle in read_path(path).puzzles}
    return tuple(by_start.values())


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

    def odds(self, puzzle: Puzzle, /) -> tuple[Odds, ...]:
        played = game(puzzle.game)
        return puzzle_maker(played).odds_of(played.read_view(puzzle.start)) if played.info.hidden else ()

    def fights(self, puzzle: Puzzle, /) -> tuple[FightOdds, ...]:
        played = game(puzzle.game)
        return puzzle_maker(played).fights_of(played.read_view(puzzle.start)) if played.info.hidden else ()


def read_path(path: Path) -> PuzzleFile:
    try:
        return read_file(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise DameroError("file.unreadable", file=path.name, reason=problem.strerror or "") from problem
