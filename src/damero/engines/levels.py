"""Eight levels of every game: 1 plays at random, 8 with everything the engine has."""

from __future__ import annotations

from damero.domain.catalogue import game
from damero.domain.errors import DameroError, shorten
from damero.domain.game import GameInfo
from damero.engines.engine import Engine
from damero.engines.random_engine import RandomEngine
from damero.engines.registry import FAMILIES

LEVELS = range(1, 9)


def levels_of(info: GameInfo) -> tuple[int, ...]:
    """The levels at which a game can be played: only the first if its family has no engine of its own."""
    return tuple(LEVELS) if info.family in FAMILIES else (LEVELS[0],)


def engine(game_id: str, level: int = LEVELS[-1]) -> Engine:
    """The engine of a game at a level."""
    return engine_of(game(game_id).info, level)


def engine_of(info: GameInfo, level: int) -> Engine:
    """The engine at a level; a family without an engine of its own plays at random on every level."""
    if level not in LEVELS:
        least, most, given = LEVELS[0], LEVELS[-1], shorten(level)
        raise DameroError("engine.no_such_level", code="NO_SUCH_LEVEL", least=least, most=most, level=given)
    family = FAMILIES.get(info.family)
    return RandomEngine() if level == LEVELS[0] or family is None else family.at_level(level)
