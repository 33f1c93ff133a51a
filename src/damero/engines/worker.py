"""What an engine's worker process runs: one move from one view, or one army for a game to begin with."""

from __future__ import annotations

from random import SystemRandom

from damero.domain.game import Seat, View
from damero.engines.levels import army, engine
from damero.engines.player import Limits


def choose(view: View, level: int, limit: int) -> str:
    """The move of the engine at this level, thought of within so many milliseconds."""
    player = engine(view.info.id, level)
    prepare = getattr(player, "prepare", None)
    if prepare is not None:
        prepare(view)
    return player.choose(view, Limits(within=limit / 1000)).move


def muster(game_id: str, seat: Seat) -> str:
    """An army of the engine's own for this seat."""
    return army(game_id, seat, SystemRandom())
