"""Many puzzles in a row: until the first mistake, or for three minutes. A run may go on at another server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from damero.application.ports import Account, RunMode, StoredRun
from damero.application.services import Services
from damero.application.solve_puzzle import TriedPuzzle, nearest, puzzles_about, try_puzzle
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle

FIRST_RATING, STEP = 850, 40
"""Of the first puzzle, and by how much the next is harder."""
MINUTES_3 = 180_000
MOST_MISTAKES = {RunMode.STREAK: 1, RunMode.TIMED: 3}


@dataclass(frozen=True, slots=True)
class PuzzleRun:
    stored: StoredRun
    puzzle: Puzzle

    def left(self, now: int) -> int | None:
        """Milliseconds; None without a limit."""
        return None if self.stored.ends is None else max(0, self.stored.ends - now)


async def begin_run(services: Services, account: Account, game_id: str, mode: RunMode) -> PuzzleRun:
    """Ends the player's run before it."""
    puzzle = nearest(services, puzzles_about(services, game_id, None), FIRST_RATING)
    ends = services.clock.now() + MINUTES_3 if mode is RunMode.TIMED else None
    return await _keep(services, account, StoredRun(game_id, mode, puzzle.id, ends, seen=(puzzle.id,)), puzzle)


async def try_in_run(services: Services, account: Account, moves: Sequence[str]) -> tuple[PuzzleRun, TriedPuzzle]:
    """Judges a try of the run's puzzle; when it ends, the next puzzle follows or the run is over."""
    run = await _run_of(services, account)
    if run.stored.is_over:
        raise DameroError("puzzles.run_is_over", code="RUN_IS_OVER")
    tried = await try_puzzle(services, account, run.puzzle.id, moves, refutes=False)
    stored = _counted(run.stored, tried, services.clock.now())
    if stored.is_over:
        return await _end(services, account, replace(run, stored=stored)), tried
    if not tried.is_over:
        return run, tried
    following = _following(services, stored)
    stored = replace(stored, puzzle=following.id, seen=_seen_with(stored, following))
    return await _keep(services, account, stored, following), tried


async def end_run(services: Services, account: Account) -> PuzzleRun:
    """When the time is over, or the player stops."""
    run = await _run_of(services, account)
    return run if run.stored.is_over else await _end(services, account, run)


def _counted(run: StoredRun, tried: TriedPuzzle, now: int) -> StoredRun:
    is_late = run.ends is not None and now > run.ends
    counts, solved = tried.is_over and not is_late, tried.judged.is_solved
    mistakes = run.mistakes + (counts and not solved)
    is_over = is_late or mistakes >= MOST_MISTAKES[run.mode]
    return replace(run, score=run.score + (counts and solved), mistakes=mistakes, is_over=is_over)


def _following(services: Services, run: StoredRun) -> Puzzle:
    puzzles = puzzles_about(services, run.game_id, None)
    fresh = [puzzle for puzzle in puzzles if puzzle.id not in run.seen]
    return nearest(services, fresh or puzzles, FIRST_RATING + STEP * run.score)


def _seen_with(run: StoredRun, following: Puzzle) -> tuple[str, ...]:
    """Each puzzle once; when there is no other left, they begin anew."""
    return (following.id,) if following.id in run.seen else (*run.seen, following.id)


async def _run_of(services: Services, account: Account) -> PuzzleRun:
    stored = await services.puzzle_results.run(account.id)
    puzzle = services.puzzles.find(stored.puzzle) if stored else None
    if stored is None or puzzle is None:
        raise DameroError("puzzles.no_such_run", code="NO_SUCH_RUN")
    return PuzzleRun(stored, puzzle)


async def _keep(services: Services, account: Account, stored: StoredRun, puzzle: Puzzle) -> PuzzleRun:
    await services.puzzle_results.keep_run(account.id, stored, services.clock.wall())
    return PuzzleRun(stored, puzzle)


async def _end(services: Services, account: Account, run: PuzzleRun) -> PuzzleRun:
    stored = replace(run.stored, is_over=True)
    await services.puzzle_results.note_run(account.id, stored.game_id, stored.mode, stored.score)
    return await _keep(services, account, stored, run.puzzle)
