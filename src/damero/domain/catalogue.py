"""The one list of every game and variant."""

from __future__ import annotations

from difflib import get_close_matches

from damero.domain import banqi, draughts, reasons, stratego
from damero.domain.errors import UnknownGame
from damero.domain.game import Game
from damero.domain.reasons import Reason

GAMES: tuple[Game, ...] = (*draughts.GAMES, *stratego.GAMES, *banqi.GAMES)

BY_ID: dict[str, Game] = {game.info.id: game for game in GAMES}


def game(game_id: str) -> Game:
    """The game with this id. `UnknownGame` suggests similar ids."""
    found = BY_ID.get(game_id)
    if found is None:
        raise _unknown(game_id)
    return found


def known_reasons() -> frozenset[Reason]:
    """Every reason for which a game can end: the shared ones and those of single games."""
    return reasons.SHARED.union(*(game.info.reasons for game in BY_ID.values()))


def _unknown(game_id: str) -> UnknownGame:
    near = tuple(get_close_matches(game_id.lower(), BY_ID, n=3, cutoff=0.5))
    if near:
        return UnknownGame("game.did_you_mean", suggestions=near, game=game_id, games=near)
    return UnknownGame("game.unknown", game=game_id, games=tuple(BY_ID))
