"""Who can be asked to play: a level, a level under limits, or another program, named by a short text."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from damero.domain.errors import BadText
from damero.domain.game import View
from damero.engines.levels import LEVELS, engine
from damero.engines.player import Choice, Engine, Limits

HUB = "hub:"
HOW_TO_NAME = (
    "a level (6), limits (nodes=20000 or level=8,seconds=0.1, and weights=hand-made for play without training) "
    "or a program (hub:COMMAND)"
)
WEIGHTS = "weights="
TRAINED, HAND_MADE = "trained", "hand-made"

_WHOLE: Callable[[str], int] = int
_FIELDS: Mapping[str, Callable[[str], int] | Callable[[str], float]] = {
    "level": _WHOLE,
    "depth": _WHOLE,
    "nodes": _WHOLE,
    "threads": _WHOLE,
    "seconds": float,
}


@dataclass(frozen=True, slots=True)
class Contender:
    """A player and the limits it always plays under."""

    name: str
    engine: Engine
    limits: Limits

    def choose(self, view: View, seed: int) -> Choice:
        return self.engine.choose(view, replace(self.limits, seed=seed))


def contender(game_id: str, name: str) -> Contender:
    """The contender of a name; `BadText` says how names are made."""
    if name.startswith(HUB):
        from damero.engines.draughts.hub_engine import HubEngine

        return Contender(name, HubEngine(shlex.split(name.removeprefix(HUB))), Limits())
    parts = name.split(",")
    weights = [part.removeprefix(WEIGHTS) for part in parts if part.startswith(WEIGHTS)]
    rest = ",".join(part for part in parts if not part.startswith(WEIGHTS)) or (str(LEVELS[-1]) if weights else "")
    plain = _limited_level(game_id, rest)
    return replace(plain, name=name, engine=_weighted(name, plain.engine, weights))


def _limited_level(game_id: str, name: str) -> Contender:
    """A level, by one thread if its name does not ask for more: matches have a process for each processor."""
    settings = {"level": LEVELS[-1], "threads": 1} | (
        _settings(name) if "=" in name else {"level": _number(name, name, int)}
    )
    level = int(settings.pop("level"))
    player = engine(game_id, level)
    apart: Callable[[], Engine] = getattr(player, "apart", lambda: player)
    return Contender(name, apart(), Limits(**settings))  # type: ignore[arg-type]


def _weighted(name: str, player: Engine, weights: list[str]) -> Engine:
    """With weights that are trained, as all play, or made by hand: a family that has such can play without training."""
    if weights in ([], [TRAINED]):
        return player
    untrained: Callable[[], Engine] | None = getattr(player, "untrained", None)
    if weights != [HAND_MADE] or untrained is None:
        raise _bad(name, f"the weights are {TRAINED} or, where this level has them, {HAND_MADE}")
    return untrained()


def _settings(name: str) -> dict[str, int | float]:
    pairs = [part.partition("=") for part in name.split(",")]
    unknown = [key for key, _, _ in pairs if key not in _FIELDS]
    if unknown:
        raise _bad(name, f"{unknown[0]!r} is not one of {', '.join(_FIELDS)}")
    return {key: _number(name, value, _FIELDS[key]) for key, _, value in pairs}


def _number(name: str, text: str, read: Callable[[str], int] | Callable[[str], float]) -> int | float:
    try:
        number = read(text)
    except ValueError:
        raise _bad(name, f"{text!r} is not a number") from None
    if not 0 < number < 1e12:
        raise _bad(name, f"{text} is out of range")
    return number


def _bad(name: str, what: str) -> BadText:
    return BadText(f"{name!r} names no player: {what}. A player is {HOW_TO_NAME}.", code="NO_SUCH_PLAYER")
