"""What a solution of a draughts puzzle is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from damero.domain.draughts import Player, Position
from damero.domain.puzzle import Goal, Theme
from damero.engines.draughts.puzzles.candidates import LARGEST
from damero.engines.draughts.puzzles.endings import passed, wins_by_opposition
from damero.engines.draughts.puzzles.examiner import Examiner
from damero.engines.draughts.puzzles.solution import Solution
from damero.engines.draughts.tablebase.tables import covers

ENDGAME_PIECES = 7
OPPOSITION_PIECES = 8
LONG = 3
"""Pieces that a long capture takes."""
PASS_DEPTH = 8


def themes_of(examiner: Examiner, solution: Solution) -> tuple[Theme, ...]:
    """The themes of a solution, the most telling first; there is always one."""
    return tuple(_themes(examiner, solution)) or (Theme.WIN_MATERIAL,)


def _themes(examiner: Examiner, solution: Solution) -> Iterator[Theme]:
    positions, solver = solution.positions, solution.positions[0].turn
    if solution.goal is Goal.DRAW:
        yield Theme.HOLD_THE_DRAW
    if _sacrifices(positions):
        yield Theme.SHOT
    if any(_lost_king(before, after, solver.opponent) for before, after in pairwise(positions)):
        yield Theme.KING_TRAP
    if _kings(positions[-1], solver) > _kings(positions[0], solver):
        yield Theme.BREAKTHROUGH
    if any(len(ply.taken) >= LONG and ply.seat == solver.value for ply in positions[-1].plies):
        yield Theme.LONG_CAPTURE
    if _is_opposition(examiner, solution):
        yield Theme.OPPOSITION
    if _is_forced(positions[1::2]):
        yield Theme.FORCED_CHAIN
    if solution.goal is Goal.WIN and _pieces(positions[0]) <= ENDGAME_PIECES:
        yield Theme.ENDGAME_WIN


def _sacrifices(positions: Sequence[Position]) -> bool:
    return len(positions) > 2 and bool(positions[2].plies[-1].taken)


def _lost_king(before: Position, after: Position, player: Player) -> bool:
    return _kings(after, player) < _kings(before, player)


def _is_forced(replies: Sequence[Position]) -> bool:
    """Whether the opponent has at least two replies and no choice in any of them."""
    answered = replies[:-1]
    return len(answered) > 1 and all(len(position.legal_moves()) == 1 for position in answered)


def _is_opposition(examiner: Examiner, solution: Solution) -> bool:
    """Whether the opponent loses only because it must move: with the turn passed, the solver has nothing."""
    start, after = solution.positions[:2]
    if _pieces(start) > OPPOSITION_PIECES or solution.goal is not Goal.WIN:
        return False
    if covers(start.rules) and _pieces(start) <= LARGEST:
        return wins_by_opposition(start)
    other = passed(after)
    return other is not None and examiner.think(other, depth=PASS_DEPTH).score < 0


def _kings(position: Position, player: Player) -> int:
    return position.board.force(player).kings


def _pieces(position: Position) -> int:
    return sum(position.board.force(player).pieces for player in Player)
