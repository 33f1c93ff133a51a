"""Puzzles and endings as wire types."""

from __future__ import annotations

from collections import Counter

from damero.application.ports import EndingClass, Standing
from damero.application.puzzle_runs import PuzzleRun
from damero.application.services import Services
from damero.application.solve_puzzle import (
    Frame,
    PuzzleStatistics,
    TriedPuzzle,
    latest_frame,
    shown_frames,
    solution_frames,
)
from damero.application.train_ending import PlayedEnding, TrainedEnding
from damero.domain import analysis
from damero.domain.game import Position, Seat
from damero.domain.puzzle import Puzzle, solver_of
from damero.web import serialize, wire


def game(game_id: str, puzzles: tuple[Puzzle, ...], endings: tuple[EndingClass, ...]) -> wire.PuzzleGame:
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    themes = tuple(wire.PuzzleTheme(theme, count) for theme, count in counts.most_common())
    offered = tuple(wire.EndingClass(each.material, each.goals) for each in endings)
    return wire.PuzzleGame(game_id, len(puzzles), themes, offered)


def position(shown: Position, seat: Seat) -> wire.Position:
    """As the solver sees it, with its moves."""
    view = shown.view(seat)
    moves = shown.routes() if shown.to_move == seat else ()
    return wire.Position(
        view=serialize.view(view),
        moves=serialize.routes(moves),
        outcome=serialize.outcome(shown.outcome),
        colour=view.colour_of(shown.to_move) if shown.to_move else None,
    )


def task(services: Services, puzzle: Puzzle) -> wire.PuzzleTask:
    seat = solver_of(puzzle)
    shown, found = position(puzzle.start_position(), seat), services.puzzles.odds(puzzle)
    return wire.PuzzleTask(puzzle.id, puzzle.game, puzzle.goal, puzzle.rating, seat, shown, tuple(map(odds, found)))


def odds(found: analysis.Odds) -> wire.Odds:
    return wire.Odds(found.squares, tuple(wire.KindOdds(*kind) for kind in found.kinds))


def frame(reached: Frame, seat: Seat) -> wire.PuzzleFrame:
    return wire.PuzzleFrame(reached.move, reached.squares, reached.taken, serialize.view(reached.position.view(seat)))


def standing(reached: Standing) -> wire.PuzzleStanding:
    rating = reached.rating
    return wire.PuzzleStanding(round(rating.rating), round(rating.deviation), reached.best_streak, reached.best_timed)


def answer(tried: TriedPuzzle) -> wire.PuzzleAnswer:
    puzzle, judged, seat = tried.puzzle, tried.judged, solver_of(tried.puzzle)
    moves = (judged.move,) if judged.reply is None else (judged.move, judged.reply)
    frames = [frame(each, seat) for each in shown_frames(judged.before, moves)]
    shown = judged.before if judged.before.info.hidden else judged.after
    return wire.PuzzleAnswer(
        right=judged.is_right,
        solved=judged.is_solved,
        played=frames[0],
        reply=frames[1] if judged.reply else None,
        position=position(shown, seat),
        refutation=tuple(frame(each, seat) for each in tried.refutation),
        solution=tuple(frame(each, seat) for each in solution_frames(puzzle)) if tried.is_over else (),
        themes=puzzle.themes if tried.is_over else (),
        fights=tuple(wire.PuzzleFight(each.move, each.wins, each.draws) for each in tried.fights),
        rated=tried.is_rated,
        standing=standing(tried.standing) if tried.standing else None,
    )


def run(services: Services, played: PuzzleRun) -> wire.PuzzleRun:
    left, shown, stored = played.left(services.clock.now()), task(services, played.puzzle), played.stored
    return wire.PuzzleRun(stored.mode, stored.score, stored.mistakes, stored.is_over, left, shown)


def statistics(game_id: str, counted: PuzzleStatistics) -> wire.PuzzleStatistics:
    themes = tuple(wire.ThemeResult(each.theme, each.tried, each.solved) for each in counted.themes)
    return wire.PuzzleStatistics(game_id, standing(counted.standing), counted.tried, counted.solved, themes)


def ending(drawn: TrainedEnding) -> wire.Ending:
    start, seat = drawn.position, drawn.position.to_move
    assert seat is not None
    return wire.Ending(start.info.id, drawn.goal, seat, start.text, drawn.plies, position(start, seat), drawn.left)


def played_ending(played: PlayedEnding) -> wire.EndingAnswer:
    seat = played.before.to_move
    assert seat is not None
    replied = played.replied
    return wire.EndingAnswer(
        keeps=played.keeps,
        lost=played.lost,
        best=played.best,
        played=frame(latest_frame(played.played), seat),
        reply=frame(latest_frame(replied), seat) if replied else None,
        position=position(replied or played.played, seat),
        left=played.left,
    )
