"""Which openings are fair, and which results the endgame tables know."""

from __future__ import annotations

from damero.domain import game
from damero.domain.analysis import KnownResult
from damero.domain.draughts import Player, Position
from damero.engines.draughts import endings
from damero.engines.draughts.player import Strength, searcher, think
from damero.engines.draughts.tablebase.slice_file import MOST
from damero.engines.draughts.tablebase.tables import Result
from damero.engines.engine import Adjudicator, Limits

FAIR = 60
"""Hundredths of a man by which an opening may favour one side."""
BRIEF = Strength(Limits(nodes=5_000), variety=0, knows_endings=False)


class DraughtsAdjudicator(Adjudicator):
    """Judges the positions of every variant: the rules come with the position."""

    def is_fair(self, position: game.Position, /) -> bool:
        """Whether no capture is due and a short search finds neither side ahead: random moves often lose a man."""
        assert isinstance(position, Position)
        if any(move.is_capture for move in position.legal_moves()):
            return False
        return abs(think(searcher(position, BRIEF), position, BRIEF, seed=0).score) <= FAIR

    def known_result(self, position: game.Position, /, *, may_wait: bool = True) -> KnownResult | None:
        """With `may_wait`, tables of up to four pieces are built now if they are missing."""
        assert isinstance(position, Position)
        if sum(position.board.force(player).pieces for player in Player) > MOST:
            return None
        table = endings.table_of(position, may_wait=may_wait)
        verdict = table.ask(position) if table else None
        if verdict is None:
            return None
        winners = {Result.WIN: position.turn.value, Result.LOSS: position.turn.opponent.value, Result.DRAW: None}
        return KnownResult(winners[verdict.result], verdict.plies)
