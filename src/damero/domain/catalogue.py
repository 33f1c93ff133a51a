"""The one list of every game and variant, with the retired versions of their rules."""

from __future__ import annotations

from difflib import get_close_matches

from damero.domain import banqi, draughts, reasons, stratego
from damero.domain.errors import UnknownGame, UnknownVersion
from damero.domain.game import Game
from damero.domain.reasons import Reason

GAMES: tuple[Game, ...] = (*draughts.GAMES, *stratego.GAMES, *banqi.GAMES)

RETIRED: tuple[Game, ...] = (*draughts.RETIRED, *stratego.RETIRED, *banqi.RETIRED)
"""Older versions of games. Matches that began with them go on, and their records are verified by them."""

BY_ID: dict[str, Game] = {game.info.id: game for game in GAMES}
BY_VERSION: dict[tuple[str, int], Game] = {(game.info.id, game.info.version): game for game in (*RETIRED, *GAMES)}


def game(game_id: str, version: int | None = None) -> Game:
    """The newest game with this id, or this version of it. `UnknownGame` suggests similar ids.

    >>> game("banqi").info.title
    'Banqi'
    >>> game("bangi")
    Traceback (most recent call last):
    damero.domain.errors.UnknownGame: UNKNOWN_GAME There is no game 'bangi'. Did you mean banqi, spanish or english?
    """
    newest = BY_ID.get(game_id)
    if newest is None:
        raise _unknown(game_id)
    if version is None:
        return newest
    found = BY_VERSION.get((game_id, version))
    if found is None:
        raise UnknownVersion("game.unknown_version", game=game_id, version=version, versions=_versions(game_id))
    return found


def known_reasons() -> frozenset[Reason]:
    """Every reason for which a game can end: the shared ones and those of single games."""
    return reasons.SHARED.union(*(game.info.reasons for game in BY_VERSION.values()))


def _versions(game_id: str) -> tuple[str, ...]:
    return tuple(str(version) for known, version in BY_VERSION if known == game_id)


def _unknown(game_id: str) -> UnknownGame:
    near = tuple(get_close_matches(str(game_id).lower(), BY_ID, n=3, cutoff=0.5))
    if near:
        return UnknownGame("game.did_you_mean", suggestions=near, game=str(game_id), games=near)
    return UnknownGame("game.unknown", game=str(game_id), games=tuple(BY_ID))
