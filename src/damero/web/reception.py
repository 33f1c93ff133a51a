"""What every request needs: the hall, the gate with its limits, the rooms of live matches, and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from damero.application.hall import Hall
from damero.domain.game import GameInfo
from damero.web.limits import Gate, Limits
from damero.web.rooms import Rooms

LevelsOf: TypeAlias = Callable[[GameInfo], tuple[int, ...]]
"""At which levels the machine plays a game."""


@dataclass(slots=True)
class Reception:
    hall: Hall
    gate: Gate
    rooms: Rooms
    levels: LevelsOf
    answers: Counter[str] = field(default_factory=Counter)
    """How many answers were given, by their status."""

    @classmethod
    def open(cls, hall: Hall, limits: Limits, levels: LevelsOf) -> Reception:
        return cls(hall, Gate(limits), Rooms(hall), levels)


def reception_of(state: State) -> Reception:
    found: Reception = state.reception
    return found


Desk: TypeAlias = NamedDependency[SkipValidation[Reception]]
"""The reception, as handlers ask for it."""
