"""Eight levels of every game: 1 plays at random, 8 with everything the engine has."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from random import Random, SystemRandom

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import Position, Seat, View
from damero.engines.basic import BasicEngine
from damero.engines.player import Choice, Engine, KnownResult, Limits

LEVELS = range(1, 9)

PLAYERS: Mapping[str, str] = {
    "draughts": "damero.engines.draughts.player",
    "banqi": "damero.engines.banqi.player",
    "stratego": "damero.engines.stratego.player",
}
"""The module of a family's player; each has a function `player_of(level)`."""

ARMIES: Mapping[str, str] = {"stratego": "damero.engines.stratego.setup"}
"""The module of a family whose games begin with placing pieces; each has a function `army(game, seat, random)`."""

JUDGES: Mapping[str, str] = {"draughts": "damero.engines.draughts.adjudication"}
"""The module of a family that can judge positions; each has functions `is_fair` and `known_result` of a position."""


class BasicPlayer:
    """Level 1 everywhere."""

    def choose(self, view: View, limits: Limits = Limits(), /) -> Choice:  # noqa: B008 (a frozen value)
        random = SystemRandom() if limits.seed is None else Random(limits.seed)
        move = str(BasicEngine(random).choose(view))
        return Choice(move, line=(move,))


def engine(game_id: str, level: int = LEVELS[-1]) -> Engine:
    """The player of a game at a level; a game that has no player of its own is played at random on every level."""
    if level not in LEVELS:
        raise DameroError(f"The levels are {LEVELS[0]} to {LEVELS[-1]}, not {level}.", code="NO_SUCH_LEVEL")
    module = PLAYERS.get(game(game_id).info.family)
    if level == LEVELS[0] or module is None:
        return BasicPlayer()
    player: Engine = import_module(module).player_of(level)
    return player


def army(game_id: str, seat: Seat, random: Random) -> str:
    """An army that an engine would begin with."""
    chosen = game(game_id)
    module = ARMIES.get(chosen.info.family)
    if module is None:
        raise DameroError(f"A game of {chosen.info.id} does not begin with placing pieces.", code="NO_ARMIES")
    text: str = import_module(module).army(chosen, seat, random)
    return text


def is_fair(position: Position) -> bool:
    """Whether a game may begin here, as far as its family can tell."""
    module = JUDGES.get(position.info.family)
    return module is None or bool(import_module(module).is_fair(position))


def known_result(position: Position) -> KnownResult | None:
    """How a game must end, where endgame tables know it."""
    module = JUDGES.get(position.info.family)
    known: KnownResult | None = import_module(module).known_result(position) if module else None
    return known
