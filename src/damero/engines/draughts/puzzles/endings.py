"""The results of every move in an ending, from the tables that everybody has."""

from __future__ import annotations

from damero.domain import game
from damero.domain.draughts import Position
from damero.engines.draughts.tablebase.tables import Result, tablebase
from damero.engines.puzzles.exact import DRAW, LOSS, WIN, Ranked

RESULTS = {Result.WIN: WIN, Result.DRAW: DRAW, Result.LOSS: LOSS}


def rank(position: game.Position) -> list[Ranked]:
    assert isinstance(position, Position)
    ranked = tablebase(position.rules).ranked(position)
    return [Ranked(move, RESULTS[verdict.result], verdict.plies) for move, verdict in ranked]
