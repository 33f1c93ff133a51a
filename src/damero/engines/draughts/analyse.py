"""The best lines of a draughts position: a ply deeper each time, or from the endgame tables where they know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from damero.domain.analysis import Analysis, KnownResult, Line
from damero.domain.draughts import Position
from damero.engines.budget import Budget
from damero.engines.draughts import endings
from damero.engines.draughts.referee_moves import referee_line
from damero.engines.draughts.search import PLIES, Thought
from damero.engines.draughts.tablebase.tables import Result, Tablebase, Verdict

LONGEST_PERFECT_LINE = 12
DECIDED = 25_000
"""A score beyond this is a win that the search has proved; deeper searches find the same."""

ThinkOf = Callable[[int, list[Thought]], Thought]
"""Searches to a depth without the moves of earlier thoughts."""


def perfect_lines(position: Position, table: Tablebase, lines: int) -> Analysis | None:
    """The best moves with their results, where the tables know the position."""
    ranked = table.ranked(position)
    if not ranked:
        return None
    found = tuple(_perfect_line(position, table, str(move), verdict) for move, verdict in ranked[:lines])
    return Analysis(ranked[0][1].plies, len(ranked), found, is_final=True)


def _perfect_line(position: Position, table: Tablebase, move: str, verdict: Verdict) -> Line:
    moves, after = [move], position.play(move)
    while after.outcome is None and len(moves) < LONGEST_PERFECT_LINE:
        reply = str(table.ranked(after)[0][0])
        moves.append(reply)
        after = after.play(reply)
    winners = {Result.WIN: position.turn.value, Result.LOSS: position.turn.opponent.value, Result.DRAW: None}
    plies = 0 if verdict.result is Result.DRAW else verdict.plies
    return Line(tuple(moves), endings.score_of(verdict), KnownResult(winners[verdict.result], plies))


def searched_lines(position: Position, lines: int, budget: Budget, think: ThinkOf) -> Iterator[Analysis]:
    """Each depth in turn, until the budget is spent or nothing can change. Unfinished depths are left out."""
    for depth in range(1, (budget.deepest or PLIES) + 1):
        thoughts = _thoughts(depth, min(lines, len(position.legal_moves())), budget, think)
        if not thoughts:
            return
        best = sorted(thoughts, key=lambda thought: -thought.score)
        found = tuple(Line(referee_line(position, thought.line), thought.score) for thought in best)
        is_final = depth == PLIES or all(abs(thought.score) > DECIDED for thought in best)
        yield Analysis(depth, budget.nodes_used, found, is_final=is_final)
        if is_final or budget.is_spent:
            return


def _thoughts(depth: int, lines: int, budget: Budget, think: ThinkOf) -> list[Thought]:
    """The best moves at a depth; none if there was no time for all of them. The first depth always has one."""
    found: list[Thought] = []
    for _ in range(lines):
        thought = think(depth, found)
        budget.spend(thought.nodes)
        is_cut_short = thought.depth < depth and abs(thought.score) <= DECIDED
        if is_cut_short and (depth > 1 or found):
            return found if depth == 1 else []
        found.append(thought)
    return found
