"""Where a game may begin and where it may end: openings that are fair, and results that the endgame tables know."""

from __future__ import annotations

from damero.domain.draughts import Player, Position
from damero.engines.draughts import endings
from damero.engines.draughts.player import Strength, searcher, think
from damero.engines.draughts.tablebase import Result
from damero.engines.draughts.tablebase_file import MOST
from damero.engines.player import KnownResult

FAIR = 60
"""Hundredths of a man that an opening may be better for one side."""
BRIEF = Strength(nodes=5_000, variety=0, knows_endings=False)


def is_fair(position: Position) -> bool:
    """Whether no capture is due and a brief look finds neither side ahead: random moves often lose a man."""
    if any(move.is_capture for move in position.legal_moves()):
        return False
    return abs(think(searcher(position, BRIEF), position, BRIEF, seed=0).score) <= FAIR


def known_result(position: Position) -> KnownResult | None:
    """What perfect play makes of a position, as far as there are tables; those of four pieces are made if need be."""
    if sum(position.board.force(player).pieces for player in Player) > MOST:
        return None
    table = endings.table_of(position, may_wait=True)
    verdict = table.ask(position) if table else None
    if verdict is None:
        return None
    winners = {Result.WIN: position.turn.value, Result.LOSS: position.turn.opponent.value, Result.DRAW: None}
    return KnownResult(winners[verdict.result], verdict.plies)
