"""Engines: what use cases ask of them, and the workers that think."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from damero.domain.analysis import Analysis, Judgement, Odds
from damero.domain.game import Seat, View


@dataclass(frozen=True, slots=True)
class Requester:
    """For whom an engine thinks. Engine time is shared fairly between players and between addresses."""

    player: str
    address: str | None = None
    """None if it is not known, or should not count."""
    match_id: str | None = None
    """The match that it is for, named in the log."""
    charge: Callable[[float], None] | None = field(default=None, compare=False)
    """Told the seconds of each thought. Waiting for it costs nothing."""


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """Milliseconds from the moment of asking, waiting included."""

    limit: int
    """How long to think."""
    too_late: int
    """When an answer is of no use any more."""


@dataclass(frozen=True, slots=True)
class ChooseMove:
    view: View
    level: int


@dataclass(frozen=True, slots=True)
class ChooseArmy:
    game_id: str
    version: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class AnalysePosition:
    view: View
    lines: int


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """The moves of a whole game, judged one by one from the ply `first` on."""

    game_id: str
    version: int
    start: str
    moves: tuple[str, ...]
    pace: int
    """Milliseconds for each move."""
    first: int = 0


@dataclass(frozen=True, slots=True)
class EstimateSecrets:
    """What the hidden pieces may be, as far as the seat of the view can know, whoever is to move."""

    view: View


Job: TypeAlias = ChooseMove | ChooseArmy | AnalysePosition | ReviewGame | EstimateSecrets
Finding: TypeAlias = str | Analysis | Judgement | Odds
"""A move or an army, the state of an analysis, one move of a review, or what some hidden pieces may be."""


class EngineWorkers(Protocol):
    """Processes that think, on this machine or on others."""

    @property
    def capacity(self) -> int:
        """How many jobs are done at the same time. It can change."""

    async def think(self, job: Job, limit: int, stop: asyncio.Event, tell: Callable[[Finding], None]) -> None:
        """Does a job within about `limit` milliseconds and tells what it finds.

        When `stop` is set, it ends soon with what it has found. Workers that are needed elsewhere set it themselves.
        Raises `EngineFault`, or `WorkerLost` if the worker ended and another may do the job. Cancelling gives it up.
        """


class Engines(Protocol):
    async def choose(self, view: View, level: int, time: ThinkingTime, requester: Requester) -> str:
        """A move for the side to move. Raises `EngineFault`."""

    async def place_army(self, game_id: str, version: int, seat: Seat, requester: Requester) -> str:
        """An army for a seat. Raises `EngineFault`."""

    def analyse(self, view: View, lines: int, limit: int, requester: Requester) -> AsyncGenerator[Analysis, None]:
        """The best lines, again whenever more is known, for `limit` milliseconds of thought. Closing it stops it."""

    def review(self, game: ReviewGame, limit: int, requester: Requester) -> AsyncGenerator[Judgement, None]:
        """Every move of a game in order. Closing it stops it."""

    async def estimate(self, view: View, limit: int, requester: Requester) -> tuple[Odds, ...]:
        """What the hidden pieces of a view may be; empty if the engine of its game cannot tell."""


class EngineShares(Protocol):
    """Places for thoughts: a few for each player and each address, at all servers together."""

    async def take(self, number: str, requester: Requester, give_way: Callable[[], None] | None, /) -> bool:
        """Whether there was a place for this thought. `release` it in any case.

        An analysis passes what to call when its player needs the place for a game. A game waits for no analysis.
        """

    def release(self, number: str, /) -> None: ...
