"""Choose a puzzle for a player, judge tries, give hints, and count results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from damero.application.ports import Account, EngineFault, Requester, Standing
from damero.application.services import Services
from damero.domain.analysis import FightOdds
from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Position
from damero.domain.puzzle import Judged, Puzzle, Theme, judge_moves

NEAREST = 20
"""A puzzle is drawn from this many whose rating is nearest to the player's."""
REFUTATION = 300
"""Milliseconds of thought about the answer to a wrong move."""
LONGEST_REFUTATION = 7
DAILY = range(1100, 1700)
"""Ratings of daily puzzles."""
DAY = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Frame:
    """A position of a line, and the move that led to it."""

    position: Position
    move: str
    squares: tuple[str, ...]
    taken: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TriedPuzzle:
    puzzle: Puzzle
    judged: Judged
    refutation: tuple[Frame, ...] = ()
    """How a wrong move is punished."""
    fights: tuple[FightOdds, ...] = ()
    """How the fights of the try and of the solution could end, once the try is over."""
    is_rated: bool = False
    standing: Standing | None = None
    """Of the player; None for somebody who is not signed in."""

    @property
    def is_over(self) -> bool:
        return self.judged.is_solved or not self.judged.is_right


@dataclass(frozen=True, slots=True)
class ThemeCount:
    theme: Theme
    tried: int
    solved: int


@dataclass(frozen=True, slots=True)
class PuzzleStatistics:
    standing: Standing
    tried: int
    solved: int
    themes: tuple[ThemeCount, ...]


def find_puzzle(services: Services, puzzle_id: str) -> Puzzle:
    puzzle = services.puzzles.find(puzzle_id)
    if puzzle is None:
        raise DameroError("puzzles.no_such_puzzle", code="NO_SUCH_PUZZLE")
    return puzzle


def puzzles_about(services: Services, game_id: str, theme: Theme | None) -> tuple[Puzzle, ...]:
    found = services.puzzles.puzzles(game(game_id).info.id)
    chosen = tuple(puzzle for puzzle in found if theme is None or theme in puzzle.themes)
    if not chosen:
        raise DameroError("puzzles.none", code="NO_SUCH_PUZZLE", game=game_id)
    return chosen


async def next_puzzle(
    services: Services, account: Account | None, game_id: str, theme: Theme | None, skip: str | None
) -> Puzzle:
    """One that the player has not tried, as hard as the player is strong; `skip` is being solved now."""
    fitting = puzzles_about(services, game_id, theme)
    tried = await services.puzzle_results.results(account.id, game_id) if account else {}
    standing = await services.puzzle_results.standing(account.id, game_id) if account else Standing()
    fresh = [puzzle for puzzle in fitting if puzzle.id not in tried and puzzle.id != skip]
    return nearest(services, fresh or fitting, standing.rating.rating)


def nearest(services: Services, puzzles: Sequence[Puzzle], rating: float) -> Puzzle:
    by_distance = sorted(puzzles, key=lambda puzzle: abs(puzzle.rating - rating))
    return services.randomness.pick(by_distance[:NEAREST])


def daily_puzzle(services: Services, game_id: str | None) -> Puzzle:
    """The same for everybody, another one every day (UTC)."""
    day = services.clock.wall() // DAY
    number = int.from_bytes(sha256(f"daily {day}".encode()).digest()[:8])
    games = services.puzzles.games()
    if not games:
        raise DameroError("puzzles.no_such_puzzle", code="NO_SUCH_PUZZLE")
    puzzles = puzzles_about(services, game_id or games[day % len(games)], None)
    fitting = [puzzle for puzzle in puzzles if puzzle.rating in DAILY] or list(puzzles)
    return fitting[number % len(fitting)]


def today(services: Services) -> str:
    return datetime.fromtimestamp(services.clock.wall() / 1000, UTC).date().isoformat()


async def try_puzzle(
    services: Services, account: Account | None, puzzle_id: str, moves: Sequence[str], *, refutes: bool = True
) -> TriedPuzzle:
    """Judges the solver's moves. The first try that ends counts for the rating."""
    puzzle = find_puzzle(services, puzzle_id)
    judged = await services.in_thread(lambda: judge_moves(puzzle, moves))
    tried = TriedPuzzle(puzzle, judged)
    is_rated = tried.is_over and await _add_result(services, account, puzzle, solved=judged.is_solved)
    standing = await services.puzzle_results.standing(account.id, puzzle.game) if account else None
    is_refuted = refutes and not judged.is_right and not judged.before.info.hidden
    refutation = await refute(services, judged.after, _requester(services, account)) if is_refuted else ()
    fights = _fights(services, tried) if tried.is_over else ()
    return TriedPuzzle(puzzle, judged, refutation, fights, is_rated, standing)


def _fights(services: Services, tried: TriedPuzzle) -> tuple[FightOdds, ...]:
    shown = (tried.judged.move, *tried.puzzle.solution[0])
    return tuple(fight for fight in services.puzzles.fights(tried.puzzle) if fight.move in shown)


async def give_hint(services: Services, account: Account | None, puzzle_id: str, moves: Sequence[str]) -> Frame:
    """The next right move. From then on the puzzle counts as not solved."""
    puzzle = find_puzzle(services, puzzle_id)
    if moves:
        judged = await services.in_thread(lambda: judge_moves(puzzle, moves))
        if not judged.is_right or judged.is_solved:
            raise DameroError("puzzles.try_is_over", code="TRY_IS_OVER")
    await _add_result(services, account, puzzle, solved=False)
    return solution_frames(puzzle)[2 * len(moves)]


async def _add_result(services: Services, account: Account | None, puzzle: Puzzle, *, solved: bool) -> bool:
    if account is None:
        return False
    at = services.clock.wall()
    return await services.puzzle_results.add_result(account.id, puzzle.game, puzzle, solved=solved, at=at)


def _requester(services: Services, account: Account | None) -> Requester:
    return Requester(account.id, services.last_addresses.get(account.id)) if account else Requester("puzzles")


async def refute(services: Services, position: Position, requester: Requester) -> tuple[Frame, ...]:
    """The engine's best line against a wrong move; none if no engine is free."""
    if position.to_move is None:
        return ()
    view = position.view(position.to_move)
    moves: tuple[str, ...] = ()
    try:
        async with aclosing(services.engines.analyse(view, 1, REFUTATION, requester)) as found:
            async for analysis in found:
                moves = analysis.lines[0].moves
    except EngineFault:
        return ()
    return line_frames(position, moves[:LONGEST_REFUTATION])


def line_frames(position: Position, moves: Iterable[str]) -> tuple[Frame, ...]:
    frames = []
    for move in moves:
        position = position.play(move)
        frames.append(latest_frame(position))
    return tuple(frames)


def latest_frame(position: Position) -> Frame:
    ply = position.plies[-1]
    return Frame(position, ply.text, ply.squares, ply.taken)


def shown_frames(position: Position, moves: Iterable[str]) -> tuple[Frame, ...]:
    """A line of a puzzle. Where pieces are hidden, nobody can say what a move leads to: the board stays as it is."""
    if not position.info.hidden:
        return line_frames(position, moves)
    read = tuple(map(position.read_move, moves))
    return tuple(Frame(position, str(move), move.squares, move.taken) for move in read)


def solution_frames(puzzle: Puzzle) -> tuple[Frame, ...]:
    return shown_frames(puzzle.start_position(), (step[0] for step in puzzle.solution))


async def puzzle_statistics(services: Services, player_id: str, game_id: str) -> PuzzleStatistics:
    results = await services.puzzle_results.results(player_id, game(game_id).info.id)
    standing = await services.puzzle_results.standing(player_id, game_id)
    return PuzzleStatistics(standing, len(results), sum(results.values()), _by_theme(services, game_id, results))


def _by_theme(services: Services, game_id: str, results: Mapping[str, bool]) -> tuple[ThemeCount, ...]:
    tried, solved = Counter[Theme](), Counter[Theme]()
    for puzzle in services.puzzles.puzzles(game_id):
        if puzzle.id in results:
            tried.update(puzzle.themes)
            solved.update(puzzle.themes if results[puzzle.id] else ())
    return tuple(ThemeCount(theme, tried[theme], solved[theme]) for theme in Theme if tried[theme])
