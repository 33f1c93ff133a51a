"""The endgame tables that are at hand for a player. Missing ones are built aside: no move waits for them."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from threading import Thread

from damero.domain.draughts import Position, Rules
from damero.engines.draughts.probe import Probe
from damero.engines.draughts.tablebase import ALWAYS_THERE, Result, Tablebase, folder_of, tablebase
from damero.engines.player import Choice

BOARD = 8
"""The tables are of the small board."""
SCORES = {Result.WIN: 20_000, Result.DRAW: 0, Result.LOSS: -20_000}

_open: dict[Rules, Tablebase] = {}


def table_of(rules: Rules) -> Tablebase | None:
    """The tables, if there are any yet; if not, they are made meanwhile."""
    if rules.size != BOARD:
        return None
    if rules not in _open:
        found = Tablebase(rules, folder_of(rules))
        if found.pieces < ALWAYS_THERE:
            _make(rules)
            return None
        _open[rules] = found
    return _open[rules]


@lru_cache
def _make(rules: Rules) -> None:
    Thread(target=tablebase, args=(rules,), daemon=True).start()


def oracle_of(rules: Rules) -> Probe | None:
    """What a search may ask of the tables."""
    table = table_of(rules)
    return table.for_search() if table else None


def perfect_choice(position: Position, seed: int) -> Choice | None:
    """One of the best moves, where the tables know the position."""
    table = table_of(position.rules)
    ranked = table.ranked(position) if table else []
    if not ranked:
        return None
    best = ranked[0][1]
    move = Random(seed).choice([str(move) for move, verdict in ranked if verdict == best])
    score = SCORES[best.result]
    nearer = -best.plies if score > 0 else best.plies if score < 0 else 0
    return Choice(move, score + nearer, best.plies, len(ranked), (move,))
