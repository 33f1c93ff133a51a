"""Whole games as PDN: read as people write them, written in a canonical form, verified by the rules.

Squares are read by the numbers of the variant, by its letters, or as the GameType tag says. The first number of a
result belongs to the side that moves first. The tag `Ruleset` names an older version of the rules.
"""

from damero.domain.draughts.pdn.games import (
    GameReport,
    PdnGame,
    game_lengths,
    games_in,
    read_games,
    verify_game,
    verify_text,
)
from damero.domain.draughts.pdn.writing import tree_of, write_game

__all__ = [
    "GameReport",
    "PdnGame",
    "game_lengths",
    "games_in",
    "read_games",
    "tree_of",
    "verify_game",
    "verify_text",
    "write_game",
]
