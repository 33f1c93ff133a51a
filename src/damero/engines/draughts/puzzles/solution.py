"""The line that solves a position: the solver's only moves and the best replies, proved ply by ply."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.draughts import Move, Player, Position
from damero.domain.puzzle import Goal, Step
from damero.engines.draughts.puzzles.examiner import CERTAIN, SLACK, Comparison, Examiner
from damero.engines.puzzles.exact import LONGEST, MOST_ALTERNATIVES

LEAST_DEPTH = 6
KING_VALUE = 3


@dataclass(frozen=True, slots=True)
class Solution:
    goal: Goal
    steps: tuple[Step, ...]
    positions: tuple[Position, ...]
    """Every position of the line, the start first."""


def depth_at(depth: int, ply: int) -> int:
    """How deep to search at a ply of a solution that was proved at this depth."""
    return max(LEAST_DEPTH, depth - ply)


def enough(goal: Goal, score: int) -> int:
    """The least score that keeps what the first move has reached."""
    return CERTAIN if goal is Goal.WIN else score - SLACK


def too_little(goal: Goal, score: int) -> int:
    """The most that a wrong move may be worth."""
    return CERTAIN // 2 if goal is Goal.WIN else score - SLACK - SLACK // 2


def find_solution(examiner: Examiner, start: Position, first: Comparison) -> Solution | None:
    """None if the line does not show what it gains, or if a single move does: that is too easy to see."""
    goal = first.goal
    assert goal is not None
    steps: list[Step] = [(str(first.best),)]
    positions = [start, start.play(first.best)]
    if positions[-1].outcome is None and has_gained(positions):
        return None
    while not has_gained(positions) and len(steps) < LONGEST:
        found = _go_on(examiner, positions[-1], first, len(steps))
        if found is None:
            break
        reply, after, right = found
        steps += [(str(reply),), tuple(map(str, right))]
        positions += [after, after.play(right[0])]
        if len(right) > 1:
            break
    return Solution(goal, tuple(steps), tuple(positions)) if has_gained(positions) else None


def _go_on(
    examiner: Examiner, position: Position, first: Comparison, ply: int
) -> tuple[Move, Position, tuple[Move, ...]] | None:
    """The best reply, the position after it and the solver's right moves there; None where the solution ends."""
    reply = examiner.best_reply(position, depth_at(first.depth, ply))
    after = position.play(reply)
    if after.outcome is not None:
        return None
    right = right_moves(examiner, after, first, ply + 1)
    return (reply, after, right) if right else None


def right_moves(examiner: Examiner, position: Position, first: Comparison, ply: int) -> tuple[Move, ...]:
    """The moves that keep what was reached; none if there are too many of them or it is not clear."""
    moves = position.legal_moves()
    if len(moves) == 1:
        return moves
    assert first.goal is not None
    scored = examiner.scores(position, depth_at(first.depth, ply), MOST_ALTERNATIVES + 1)
    least, most = enough(first.goal, first.score), too_little(first.goal, first.score)
    right = tuple(move for move, score in scored if score >= least)
    is_clear = all(score >= least or score <= most for _, score in scored)
    all_known = len(scored) == len(moves) or len(right) < len(scored)
    return right if is_clear and all_known else ()


def has_gained(positions: list[Position]) -> bool:
    """Whether the solver has gained material that cannot be taken back at once, or has won."""
    start, end = positions[0], positions[-1]
    if end.outcome is not None:
        return end.outcome.winner == start.turn.value
    if end.turn is start.turn or any(move.is_capture for move in end.legal_moves()):
        return False
    return balance(end, start.turn) > balance(start, start.turn)


def balance(position: Position, player: Player) -> int:
    own, enemy = position.board.force(player), position.board.force(player.opponent)
    return own.men - enemy.men + KING_VALUE * (own.kings - enemy.kings)
