"""The endgame tables that are at hand for a player. Missing ones are built aside: no move waits for them."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from threading import Thread

from damero.domain.draughts import Player, Position, Rules
from damero.engines.draughts.probe import Probe
from damero.engines.draughts.tablebase import ALWAYS_THERE, Result, Tablebase, folder_of, tablebase
from damero.engines.player import Choice

BOARD = 8
"""The tables are of the small board."""
NEAR = 10
"""With so many pieces left it is time to make the tables."""
SCORES = {Result.WIN: 20_000, Result.DRAW: 0, Result.LOSS: -20_000}

_open: dict[Rules, Tablebase] = {}


def table_of(position: Position, *, may_wait: bool) -> Tablebase | None:
    """The tables of a position's variant, if there are any yet; who may not wait for them gets them another time."""
    rules, left = position.rules, _pieces(position)
    if rules.size != BOARD:
        return None
    if rules not in _open:
        found = Tablebase(rules, folder_of(rules))
        if found.pieces >= ALWAYS_THERE:
            _open[rules] = found
        elif left <= ALWAYS_THERE and may_wait:
            _open[rules] = tablebase(rules)
        elif left <= NEAR:
            _make_aside(rules)
    return _open.get(rules)


def _pieces(position: Position) -> int:
    return sum(position.board.force(player).pieces for player in Player)


@lru_cache
def _make_aside(rules: Rules) -> None:
    Thread(target=_make, args=(rules,), daemon=True).start()


def _make(rules: Rules) -> None:
    # A process that ends meanwhile lets its pools go; what is finished is kept.
    with suppress(RuntimeError):
        tablebase(rules)


def oracle_of(position: Position) -> Probe | None:
    """What a search may ask of the tables."""
    table = table_of(position, may_wait=False)
    return table.for_search() if table else None


def perfect_choice(position: Position, seed: int, *, may_wait: bool) -> Choice | None:
    """One of the best moves, where the tables know the position."""
    table = table_of(position, may_wait=may_wait)
    ranked = table.ranked(position) if table else []
    if not ranked:
        return None
    best = ranked[0][1]
    move = Random(seed).choice([str(move) for move, verdict in ranked if verdict == best])
    score = SCORES[best.result]
    nearer = -best.plies if score > 0 else best.plies if score < 0 else 0
    return Choice(move, score + nearer, best.plies, len(ranked), (move,))
