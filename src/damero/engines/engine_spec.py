"""An engine for a match, described by a short text: a level, a level with limits, or another program."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from damero.domain.errors import BadText
from damero.domain.game import View
from damero.engines.bot import BotPlayer, load_bot
from damero.engines.engine import (
    HAND_MADE,
    TRAINED,
    Choice,
    Closeable,
    Engine,
    HasLimits,
    HasMemory,
    Limits,
    TakesWeights,
)
from damero.engines.levels import LEVELS, engine
from damero.texts import Text

HUB, BOT = "hub:", "bot:"
HOW_TO_WRITE = (
    "a level (6), limits (nodes=20000 or level=8,seconds=0.1, and weights=hand-made for play without training), "
    "a program (hub:COMMAND) or a bot written in Python (bot:FILE.py)"
)
WEIGHTS = "weights="

_WHOLE: Callable[[str], int] = int
_FIELDS: Mapping[str, Callable[[str], int] | Callable[[str], float]] = {
    "level": _WHOLE,
    "depth": _WHOLE,
    "nodes": _WHOLE,
    "threads": _WHOLE,
    "seconds": float,
}


class MatchPlayer(Protocol):
    """One of the two players of a match."""

    def choose(self, view: View, seed: int) -> Choice: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ConfiguredEngine:
    """An engine and the limits it always plays with."""

    spec: str
    engine: Engine
    limits: Limits

    def choose(self, view: View, seed: int) -> Choice:
        return self.engine.choose(view, replace(self.limits, seed=seed))

    def close(self) -> None:
        if isinstance(self.engine, Closeable):
            self.engine.close()


def configured_engine(game_id: str, spec: str, opponent: str | None = None) -> MatchPlayer:
    """The engine or bot that a text describes; `BadText` says how to write one.

    Another program has the limits of its opponent.
    """
    if spec.startswith(BOT):
        return BotPlayer(load_bot(spec.removeprefix(BOT)))
    if spec.startswith(HUB):
        from damero.engines.draughts.hub_engine import HubEngine

        limits = _limits_of(game_id, opponent) if opponent is not None else Limits()
        return ConfiguredEngine(spec, HubEngine(split_command(spec.removeprefix(HUB))), limits)
    parts = spec.split(",")
    weights = [part.removeprefix(WEIGHTS) for part in parts if part.startswith(WEIGHTS)]
    rest = ",".join(part for part in parts if not part.startswith(WEIGHTS)) or (str(LEVELS[-1]) if weights else "")
    plain = _limited_level(game_id, rest)
    return replace(plain, spec=spec, engine=_weighted(spec, plain.engine, weights))


def split_command(command: str, *, is_windows: bool = os.name == "nt") -> list[str]:
    """The words of a command. On Windows, a backslash is a part of a path."""
    if not is_windows:
        return shlex.split(command)
    return [word.replace('"', "") for word in shlex.split(command, posix=False)]


def _limits_of(game_id: str, spec: str) -> Limits:
    """Those that a text asks for, or the level's own; none for other programs."""
    if spec.startswith((BOT, HUB)):
        return Limits()
    configured = configured_engine(game_id, spec)
    assert isinstance(configured, ConfiguredEngine)
    own = configured.engine.limits if isinstance(configured.engine, HasLimits) else Limits()
    return own.overridden_by(configured.limits)


def _limited_level(game_id: str, spec: str) -> ConfiguredEngine:
    """A level, on one thread unless the text asks for more: a match runs one process per processor."""
    settings = {"level": LEVELS[-1], "threads": 1} | (
        _settings(spec) if "=" in spec else {"level": _number(spec, spec, int)}
    )
    player = engine(game_id, int(settings.pop("level")))
    own = player.with_own_memory() if isinstance(player, HasMemory) else player
    return ConfiguredEngine(spec, own, Limits(**settings))  # type: ignore[arg-type]


def _weighted(spec: str, player: Engine, weights: list[str]) -> Engine:
    """The engine with trained weights, which is the default, or with others where it can take them."""
    if weights in ([], [TRAINED]):
        return player
    is_known = len(weights) == 1 and (weights[0] == HAND_MADE or Path(weights[0]).is_file())
    if not is_known or not isinstance(player, TakesWeights):
        raise _bad(spec, Text("engine_spec.no_such_weights", {"trained": TRAINED, "hand_made": HAND_MADE}))
    return player.with_weights(weights[0])


def _settings(spec: str) -> dict[str, int | float]:
    pairs = [part.partition("=") for part in spec.split(",")]
    unknown = [key for key, _, _ in pairs if key not in _FIELDS]
    if unknown:
        raise _bad(spec, Text("engine_spec.no_such_field", {"field": unknown[0], "fields": tuple(_FIELDS)}))
    return {key: _number(spec, value, _FIELDS[key]) for key, _, value in pairs}


def _number(spec: str, text: str, read: Callable[[str], int] | Callable[[str], float]) -> int | float:
    try:
        number = read(text)
    except ValueError:
        raise _bad(spec, Text("engine_spec.not_a_number", {"number": text})) from None
    if not 0 < number < 1e12:
        raise _bad(spec, Text("engine_spec.out_of_range", {"number": text}))
    return number


def _bad(spec: str, fault: Text) -> BadText:
    return BadText("engine_spec.no_such_player", code="NO_SUCH_PLAYER", spec=spec, fault=fault, form=HOW_TO_WRITE)
