"""What an engine's worker process runs: one thought after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from time import monotonic

from damero.application.ports import AnalysePosition, ChooseArmy, ChooseMove, EstimateSecrets, Finding, Job, ReviewGame
from damero.domain.analysis import Odds
from damero.domain.catalogue import GAMES, game
from damero.domain.game import Game, Position, Start, View
from damero.engines import registry
from damero.engines.analysis import judge
from damero.engines.engine import EstimatesSecrets, Limits, Prepares
from damero.engines.levels import LEVELS, engine_of
from damero.engines.stop_signal import StopSignal

SHORTEST = 0.01
"""Seconds for a thought that comes too late for its limit."""
_reviewed: tuple[ReviewGame, Position] | None = None
"""Where the latest review went on: one that had to give way need not play the whole game again."""


class Thought:
    """A job that can be stopped from another thread; it then ends soon with what it has found."""

    def __init__(self, job: Job, limit: int) -> None:
        self._job, self._end, self._stop = job, monotonic() + limit / 1000, StopSignal()

    @property
    def _left(self) -> float:
        """Seconds of the limit: it began when the job came, which may have waited for what was done before."""
        return max(SHORTEST, self._end - monotonic())

    def stop(self) -> None:
        self._stop.set()

    def run(self, tell: Callable[[Finding], None]) -> None:
        match self._job:
            case ChooseMove():
                tell(self._move(self._job))
            case ChooseArmy(game_id, version, seat):
                tell(registry.place_army(game(game_id, version), seat, SystemRandom(), within=self._left))
            case AnalysePosition():
                self._analyse(self._job, tell)
            case ReviewGame():
                self._review(self._job, tell)
            case EstimateSecrets(view):
                for odds in _estimate(view):
                    tell(odds)

    def _move(self, job: ChooseMove) -> str:
        player = engine_of(job.view.info, job.level)
        if isinstance(player, Prepares):
            player.prepare(job.view)
        return player.choose(job.view, Limits(within=self._left, stop=self._stop)).move

    def _analyse(self, job: AnalysePosition, tell: Callable[[Finding], None]) -> None:
        player = engine_of(job.view.info, LEVELS[-1])
        if isinstance(player, Prepares):
            player.prepare(job.view)
        for analysis in player.analyse(job.view, job.lines, Limits(seconds=self._left, stop=self._stop)):
            tell(analysis)

    def _review(self, job: ReviewGame, tell: Callable[[Finding], None]) -> None:
        """A move that was being judged when the review was stopped is not told."""
        reviewed = game(job.game_id, job.version)
        limits = Limits(seconds=job.pace / 1000, threads=1, stop=self._stop)
        player = engine_of(reviewed.info, LEVELS[-1])
        for judgement in judge(_position_to_review(job), job.moves[job.first :], player, limits, first=job.first):
            if self._stop.is_set:
                return
            tell(judgement)


def _position_to_review(job: ReviewGame) -> Position:
    """After the moves that are judged already."""
    global _reviewed
    played, position = 0, None
    if _reviewed is not None and replace(_reviewed[0], first=job.first) == job and _reviewed[0].first <= job.first:
        played, position = _reviewed[0].first, _reviewed[1]
    position = position or game(job.game_id, job.version).read_position(job.start)
    for text in job.moves[played : job.first]:
        position = position.play(text)
    _reviewed = job, position
    return position


def _estimate(view: View) -> tuple[Odds, ...]:
    player = engine_of(view.info, LEVELS[-1])
    return player.estimate(view) if isinstance(player, EstimatesSecrets) else ()


def warm_up() -> Iterator[Callable[[], object]]:
    """What an engine reads and computes once, in parts, so that nobody waits for it later."""
    for chosen in GAMES:
        yield partial(_think_briefly, chosen)
        if chosen.info.start is Start.PLACED:
            yield partial(registry.place_army, chosen, chosen.info.seats[0], Random(0))


def _think_briefly(chosen: Game) -> None:
    position = chosen.initial()
    assert position.to_move is not None
    engine_of(chosen.info, LEVELS[-1]).choose(position.view(position.to_move), Limits(depth=1, threads=1, seed=0))
