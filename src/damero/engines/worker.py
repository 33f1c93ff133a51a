"""What an engine's worker process runs: one move from one view, or one army for a seat to begin with."""

from __future__ import annotations

from random import SystemRandom

from damero.domain.catalogue import game
from damero.domain.game import Seat, View
from damero.engines import registry
from damero.engines.engine import Limits, Prepares
from damero.engines.levels import engine_of


def choose(view: View, level: int, limit: int) -> str:
    """The move of the engine at this level, found within this many milliseconds."""
    player = engine_of(view.info, level)
    if isinstance(player, Prepares):
        player.prepare(view)
    return player.choose(view, Limits(within=limit / 1000)).move


def place_army(game_id: str, version: int, seat: Seat) -> str:
    """An army that the engine chooses for this seat."""
    return registry.place_army(game(game_id, version), seat, SystemRandom())
