"""Damero: rules, engines and a game server for draughts, Stratego and Banqi.

A position is an immutable value. `play` returns the next one, or raises a `DameroError` that says why the move is
illegal.

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
from damero.domain.game_tree import AnnotatedMove, GameTree

if TYPE_CHECKING:
    from damero.engines.engine import Engine

__all__ = ["GAMES", "AnnotatedMove", "DameroError", "GameTree", "engine", "game", "read_game"]


def engine(game_id: str, level: int = 8) -> Engine:
    """The engine of a game at a level from 1 to 8: `engine("drafti", level=6).choose(position.view("black"))`."""
    from damero.engines import levels  # slow to import, and not needed for the rules alone

    return levels.engine(game_id, level)


def read_game(text: str) -> GameTree:
    """A game with its variations and comments, from the text that `repr` or a link contains."""
    from damero.domain.game_tree.text import read_link, read_tree

    return read_tree(text) if text.lstrip().startswith("{") else read_link(text)
