"""The results of every move in an ending, from the tables that everybody has."""

from __future__ import annotations

from dataclasses import replace

from damero.domain import game
from damero.domain.draughts import Position
from damero.engines.draughts.tablebase.tables import Result, tablebase
from damero.engines.puzzles.exact import DRAW, LOSS, WIN, Ranked

RESULTS = {Result.WIN: WIN, Result.DRAW: DRAW, Result.LOSS: LOSS}


def rank(position: game.Position) -> list[Ranked]:
    assert isinstance(position, Position)
    ranked = tablebase(position.rules).ranked(position)
    return [Ranked(move, RESULTS[verdict.result], verdict.plies) for move, verdict in ranked]


def passed(position: Position) -> Position | None:
    """The position if its player could pass; None if that is not a question, because there is something to take."""
    other = replace(position, turn=position.turn.opponent, seen=(), quiet_plies=0, ending_count=0)
    if position.outcome is not None or other.outcome is not None:
        return None
    moves = (*position.legal_moves(), *other.legal_moves())
    return None if any(move.is_capture for move in moves) else other


def wins_by_opposition(start: Position) -> bool:
    """Whether the tables know one winning move, after which the opponent loses only because it must move."""
    ranked = rank(start)
    if not ranked or ranked[0].result != WIN or (len(ranked) > 1 and ranked[1].result == WIN):
        return False
    other = passed(start.play(ranked[0].move))
    verdict = None if other is None else tablebase(other.rules).ask(other)
    return verdict is not None and verdict.result is not Result.WIN
