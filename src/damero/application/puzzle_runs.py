"""Many puzzles in a row: until the first mistake, or for three minutes. Runs live in memory and are short."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from damero.application.ports import Account, RunMode
from damero.application.services import Services
from damero.application.solve_puzzle import TriedPuzzle, nearest, puzzles_about, try_puzzle
from damero.domain.errors import DameroError
from damero.domain.puzzle import Puzzle

FIRST_RATING, STEP = 850, 40
"""Of the first puzzle, and by how much the next is harder."""
MINUTES_3 = 180_000
MOST_MISTAKES = {RunMode.STREAK: 1, RunMode.TIMED: 3}
MOST_RUNS = 5_000


@dataclass(slots=True)
class PuzzleRun:
    game_id: str
    mode: RunMode
    puzzle: Puzzle
    ends: int | None
    """Server time; None without a limit."""
    score: int = 0
    mistakes: int = 0
    is_over: bool = False
    seen: set[str] = field(default_factory=set)

    def left(self, now: int) -> int | None:
        """Milliseconds; None without a limit."""
        return None if self.ends is None else max(0, self.ends - now)


@dataclass(slots=True)
class PuzzleRuns:
    """The latest run of each player; the oldest are forgotten when there are too many."""

    by_player: OrderedDict[str, PuzzleRun] = field(default_factory=OrderedDict)

    def of(self, player_id: str) -> PuzzleRun:
        run = self.by_player.get(player_id)
        if run is None:
            raise DameroError("puzzles.no_such_run", code="NO_SUCH_RUN")
        return run

    def keep(self, player_id: str, run: PuzzleRun) -> PuzzleRun:
        self.by_player[player_id] = run
        self.by_player.move_to_end(player_id)
        if len(self.by_player) > MOST_RUNS:
            self.by_player.popitem(last=False)
        return run


def begin_run(services: Services, runs: PuzzleRuns, account: Account, game_id: str, mode: RunMode) -> PuzzleRun:
    """Ends the player's run before it."""
    puzzle = nearest(services, puzzles_about(services, game_id, None), FIRST_RATING)
    ends = services.clock.now() + MINUTES_3 if mode is RunMode.TIMED else None
    return runs.keep(account.id, PuzzleRun(game_id, mode, puzzle, ends, seen={puzzle.id}))


async def try_in_run(
    services: Services, runs: PuzzleRuns, account: Account, moves: Sequence[str]
) -> tuple[PuzzleRun, TriedPuzzle]:
    """Judges a try of the run's puzzle; when it ends, the next puzzle follows or the run is over."""
    run = runs.of(account.id)
    if run.is_over:
        raise DameroError("puzzles.run_is_over", code="RUN_IS_OVER")
    tried = await try_puzzle(services, account, run.puzzle.id, moves, refutes=False)
    is_late = run.ends is not None and services.clock.now() > run.ends
    if tried.is_over and not is_late:
        run.score += tried.judged.is_solved
        run.mistakes += not tried.judged.is_solved
    run.is_over = is_late or run.mistakes >= MOST_MISTAKES[run.mode]
    if run.is_over:
        await services.puzzle_results.note_run(account.id, run.game_id, run.mode, run.score)
    elif tried.is_over:
        _go_on(services, run)
    return run, tried


def _go_on(services: Services, run: PuzzleRun) -> None:
    puzzles = puzzles_about(services, run.game_id, None)
    fresh = [puzzle for puzzle in puzzles if puzzle.id not in run.seen]
    run.puzzle = nearest(services, fresh or puzzles, FIRST_RATING + STEP * run.score)
    run.seen.add(run.puzzle.id)


async def end_run(services: Services, runs: PuzzleRuns, account: Account) -> PuzzleRun:
    """When the time is over, or the player stops."""
    run = runs.of(account.id)
    if not run.is_over:
        run.is_over = True
        await services.puzzle_results.note_run(account.id, run.game_id, run.mode, run.score)
    return run
