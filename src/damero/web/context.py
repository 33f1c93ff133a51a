"""What every request needs: the services, the gate with its limits, the rooms of live matches and the metrics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from damero.application.services import Services
from damero.domain.game import GameInfo
from damero.web.limits import Gate
from damero.web.live.lobby import Lobby
from damero.web.live.rooms import Rooms
from damero.web.login_attempts import LoginAttempts
from damero.web.metrics import Metrics

LevelsOf: TypeAlias = Callable[[GameInfo], tuple[int, ...]]
"""The levels at which the engine plays a game."""


@dataclass(slots=True)
class ServerContext:
    services: Services
    gate: Gate
    rooms: Rooms
    levels: LevelsOf
    metrics: Metrics
    lobby: Lobby
    login_attempts: LoginAttempts = field(default_factory=LoginAttempts)

    @classmethod
    def open(cls, services: Services, gate: Gate, levels: LevelsOf) -> ServerContext:
        rooms = Rooms(services)
        return cls(services, gate, rooms, levels, Metrics(services, rooms, gate), Lobby(services))


def context_of(state: State) -> ServerContext:
    found: ServerContext = state.context
    return found


Context: TypeAlias = NamedDependency[SkipValidation[ServerContext]]
"""The context, as handlers declare it."""
