"""Engine against engine, in pairs of games: the same start twice, the seats swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import log, log10, sqrt
from multiprocessing import get_context
from random import Random

from damero.domain.catalogue import game
from damero.domain.game import Item, Position, Seat
from damero.engines.contenders import Contender, contender
from damero.engines.levels import is_fair, known_result

CERTAINTY = 1.96
"""Standard deviations of a 95 % interval."""
BOUND = log(19)
"""Where a sequential test with 5 % errors of either kind stops."""


@dataclass(frozen=True, slots=True)
class Bout:
    """One pair of games: the half points of the first contender in each."""

    halves: tuple[int, int]
    faults: int
    """Moves that were refused."""
    adjudicated: int = 0
    """Games that were not played out, since the endgame tables know their result."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two contenders play: everything that a process needs to play a pair of games."""

    game_id: str
    first: str
    second: str
    opening_plies: int
    """Random plies before the contenders take over, so that games differ; openings that are not fair are left out."""
    adjudicates: bool = True
    """Whether the endgame tables end a game whose result they know."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    winner: Seat | None
    faults: int
    is_adjudicated: bool

    def half_points(self, seat: Seat) -> int:
        return 1 if self.winner is None else 2 if self.winner == seat else 0


def play_bout(pairing: Pairing, seed: int) -> Bout:
    lots = Random(seed)
    start = _start(pairing, lots)
    pair = tuple(_contender(pairing.game_id, name) for name in (pairing.first, pairing.second))
    seatings = _seatings(start)
    games = [_play(start, dict(zip(seats, pair, strict=True)), lots, pairing) for seats in seatings]
    halves = [played.half_points(seats[0]) for played, seats in zip(games, seatings, strict=True)]
    faults, adjudicated = sum(played.faults for played in games), sum(played.is_adjudicated for played in games)
    return Bout((halves[0], halves[1]), faults, adjudicated)


@lru_cache(maxsize=8)
def _contender(game_id: str, name: str) -> Contender:
    return contender(game_id, name)


def _seatings(start: Position) -> tuple[tuple[Seat, Seat], tuple[Seat, Seat]]:
    """The seats of the first and the second contender, in either game."""
    first, second = start.info.seats
    return (first, second), (second, first)


def _start(pairing: Pairing, lots: Random) -> Position:
    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return lots.sample(items, len(items))

    while True:
        position = game(pairing.game_id).initial(shuffle)
        for _ in range(pairing.opening_plies):
            if position.outcome is None:
                position = position.play(lots.choice(position.legal_moves()))
        if position.outcome is None and (not pairing.opening_plies or is_fair(position)):
            return position


def _play(position: Position, players: dict[Seat, Contender], lots: Random, pairing: Pairing) -> Played:
    """Plays a game to its end. A refused move is a fault, and the first legal one is played for it."""
    faults = 0
    while position.to_move is not None:
        known = known_result(position) if pairing.adjudicates else None
        if known is not None:
            return Played(known.winner, faults, is_adjudicated=True)
        view = position.view(position.to_move)
        chosen = players[position.to_move].choose(view, seed=lots.getrandbits(32)).move
        legal = {str(move): move for move in view.legal_moves()}
        faults += chosen not in legal
        position = position.play(legal.get(chosen) or next(iter(legal.values())))
    return Played(position.outcome.winner if position.outcome else None, faults, is_adjudicated=False)


@dataclass(frozen=True, slots=True)
class Score:
    """What the bouts so far say of the first contender."""

    bouts: tuple[Bout, ...] = ()

    def with_bout(self, bout: Bout) -> Score:
        return Score((*self.bouts, bout))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        halves = [half for bout in self.bouts for half in bout.halves]
        return halves.count(2), halves.count(1), halves.count(0)

    @property
    def games(self) -> int:
        return 2 * len(self.bouts)

    @property
    def faults(self) -> int:
        return sum(bout.faults for bout in self.bouts)

    @property
    def adjudicated(self) -> int:
        return sum(bout.adjudicated for bout in self.bouts)

    @property
    def share(self) -> float:
        """Points by games, from 0 to 1."""
        return sum(sum(bout.halves) for bout in self.bouts) / (2 * self.games) if self.bouts else 0.5

    @property
    def error(self) -> float:
        """Half the 95 % interval of the share, from the spread of pairs: the games of a pair depend on each other."""
        return CERTAINTY * sqrt(self._variance / len(self.bouts)) if len(self.bouts) > 1 else 0.5

    @property
    def _variance(self) -> float:
        """Of a pair's share. One pair of each kind is thought added, so that a clean sweep is not taken for certain."""
        shares = [sum(bout.halves) / 4 for bout in self.bouts] + [0.0, 0.5, 1.0][: 3 if len(self.bouts) < 3 else 0]
        mean = sum(shares) / len(shares)
        return max(sum((share - mean) ** 2 for share in shares) / len(shares), 0.25 / len(shares) ** 2)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points, with the ends of its 95 % interval."""
        return elo(self.share), elo(self.share - self.error), elo(self.share + self.error)

    def likelihood(self, worse: float, better: float) -> float:
        """The log-likelihood ratio of `better` against `worse` Elo points, by the normal approximation over pairs."""
        if len(self.bouts) < 2:
            return 0.0
        low, high = expected(worse), expected(better)
        return len(self.bouts) * (high - low) * (2 * self.share - high - low) / (2 * self._variance)


def elo(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def compete(
    pairing: Pairing, pairs: int, processes: int, seed: int, enough: Callable[[Score], bool]
) -> Iterator[Score]:
    """The score after each pair of games, until all are played or it is enough."""
    score = Score()
    seeds = (seed + number for number in count())
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(play_bout, pairing, next(seeds)) for _ in range(min(pairs, processes))}
        started = len(running)
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for bout in finished:
                score = score.with_bout(bout.result())
                yield score
            more = 0 if enough(score) else min(pairs - started, processes - len(running))
            running |= {_submit(pool, pairing, next(seeds)) for _ in range(more)}
            started += more


def _submit(pool: ProcessPoolExecutor, pairing: Pairing, seed: int) -> Future[Bout]:
    return pool.submit(play_bout, pairing, seed)
