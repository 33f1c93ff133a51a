"""Damero: draughts, Stratego and Banqi, judged by one readable set of rules.

>>> import damero
>>> position = damero.game("drafti").initial()
>>> position = position.play("21-17")
>>> position.to_move
'black'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError

if TYPE_CHECKING:
    from damero.engines.engine import Engine

__all__ = ["GAMES", "DameroError", "engine", "game"]


def engine(game_id: str, level: int = 8) -> Engine:
    """A player of this game: `engine("drafti", level=6).choose(position.view("black"))`."""
    # Engines are compiled and heavy; who only asks the rules does not load them.
    from damero.engines import levels

    return levels.engine(game_id, level)
