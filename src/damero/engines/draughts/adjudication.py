"""Games of few pieces whose result the endgame tables know."""

from __future__ import annotations

from damero.domain.draughts import Player, Position
from damero.engines.draughts import endings
from damero.engines.draughts.tablebase import Result
from damero.engines.draughts.tablebase_file import MOST
from damero.engines.player import KnownResult


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
