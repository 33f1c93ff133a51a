"""What an engine's worker process runs: one move from one view."""

from __future__ import annotations

from damero.domain.game import View
from damero.engines.levels import engine
from damero.engines.player import Limits


def choose(view: View, level: int, limit: int) -> str:
    """The move of the engine at this level, thought of within so many milliseconds."""
    player = engine(view.info.id, level)
    prepare = getattr(player, "prepare", None)
    if prepare is not None:
        prepare(view)
    return player.choose(view, Limits(within=limit / 1000)).move
