"""Damero: draughts, Stratego and Banqi, judged by one readable set of rules.

>>> import damero
>>> position = damero.game("drafti").initial()
>>> position = position.play("21-17")
>>> position.to_move
'black'
"""

from damero.domain.catalogue import GAMES, game
from damero.domain.errors import DameroError

__all__ = ["GAMES", "DameroError", "game"]
