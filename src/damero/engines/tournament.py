"""Engine against engine, in pairs of games: the same start twice, the seats swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import log, log10, sqrt
from random import Random

from damero.domain.catalogue import game
from damero.domain.errors import DameroError
from damero.domain.game import GameInfo, Item, Position, Seat, Start
from damero.engines.bulk import Bulk
from damero.engines.engine_spec import MatchPlayer, configured_engine
from damero.engines.registry import is_fair, known_result

CERTAINTY = 1.96
"""Standard deviations of a 95 % interval."""
BOUND = log(19)
"""Where a sequential test with 5 % errors of either kind stops."""


@dataclass(frozen=True, slots=True)
class GamePair:
    """The result of two games with the same start and swapped seats: the first engine's half points in each."""

    halves: tuple[int, int]
    faults: int
    """Moves that were refused."""
    adjudicated: int = 0
    """Games that were not played out, because the endgame tables know their result."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What two engines play: everything that a process needs to play a pair of games."""

    game_id: str
    first: str
    second: str
    opening_plies: int
    """Random plies before the engines take over, so that games differ; openings that are not fair are left out."""
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


MOST_OPENINGS = 1_000
"""Random openings that are tried before their number of plies is refused."""


def usual_opening(info: GameInfo) -> int:
    """How many random plies begin a game, so that games differ: none if its start is dealt or placed."""
    return 4 if info.start is Start.FIXED else 0


def play_pair(pairing: Pairing, seed: int) -> GamePair:
    """Two games between the engines that the pairing describes."""
    first, second = pairing.first, pairing.second
    players = _engine(pairing.game_id, first, second), _engine(pairing.game_id, second, first)
    return play_between(pairing, *players, seed)


def play_between(pairing: Pairing, first: MatchPlayer, second: MatchPlayer, seed: int) -> GamePair:
    """Two games between any players."""
    random = Random(seed)
    start = _start(pairing, random)
    seatings = _seatings(start)
    games = [_play(start, dict(zip(seats, (first, second), strict=True)), random, pairing) for seats in seatings]
    halves = [played.half_points(seats[0]) for played, seats in zip(games, seatings, strict=True)]
    faults, adjudicated = sum(played.faults for played in games), sum(played.is_adjudicated for played in games)
    return GamePair((halves[0], halves[1]), faults, adjudicated)


@lru_cache(maxsize=8)
def _engine(game_id: str, spec: str, opponent: str) -> MatchPlayer:
    return configured_engine(game_id, spec, opponent)


def _seatings(start: Position) -> tuple[tuple[Seat, Seat], tuple[Seat, Seat]]:
    """The seats of the first and the second engine, in either game."""
    first, second = start.info.seats
    return (first, second), (second, first)


def _start(pairing: Pairing, random: Random) -> Position:
    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return random.sample(items, len(items))

    for _ in range(MOST_OPENINGS):
        position = game(pairing.game_id).initial(shuffle)
        for _ in range(pairing.opening_plies):
            if position.outcome is None:
                position = position.play(random.choice(position.legal_moves()))
        if position.outcome is None and (not pairing.opening_plies or is_fair(position)):
            return position
    raise DameroError("bot.no_opening", code="NO_OPENING", plies=pairing.opening_plies)


def _play(position: Position, players: dict[Seat, MatchPlayer], random: Random, pairing: Pairing) -> Played:
    """Plays a game to its end. A refused move is a fault, and the first legal one is played for it."""
    faults = 0
    while position.to_move is not None:
        known = known_result(position) if pairing.adjudicates else None
        if known is not None:
            return Played(known.winner, faults, is_adjudicated=True)
        view = position.view(position.to_move)
        chosen = players[position.to_move].choose(view, seed=random.getrandbits(32)).move
        legal = {str(move): move for move in view.legal_moves()}
        faults += chosen not in legal
        position = position.play(legal.get(chosen) or next(iter(legal.values())))
    return Played(position.outcome.winner if position.outcome else None, faults, is_adjudicated=False)


@dataclass(frozen=True, slots=True)
class Score:
    """What the pairs so far say about the first engine."""

    pairs: tuple[GamePair, ...] = ()

    def with_pair(self, pair: GamePair) -> Score:
        return Score((*self.pairs, pair))

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        halves = [half for pair in self.pairs for half in pair.halves]
        return halves.count(2), halves.count(1), halves.count(0)

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def faults(self) -> int:
        return sum(pair.faults for pair in self.pairs)

    @property
    def adjudicated(self) -> int:
        return sum(pair.adjudicated for pair in self.pairs)

    @property
    def share(self) -> float:
        """Points by games, from 0 to 1."""
        return sum(sum(pair.halves) for pair in self.pairs) / (2 * self.games) if self.pairs else 0.5

    @property
    def error(self) -> float:
        """Half the 95 % interval of the share, from the spread of pairs: the games of a pair are not independent."""
        return CERTAINTY * sqrt(self._variance / len(self.pairs)) if len(self.pairs) > 1 else 0.5

    @property
    def _variance(self) -> float:
        """Of a pair's share. Fewer than three pairs are padded with one of each kind, since a sweep proves little."""
        shares = [sum(pair.halves) / 4 for pair in self.pairs] + [0.0, 0.5, 1.0][: 3 if len(self.pairs) < 3 else 0]
        mean = sum(shares) / len(shares)
        return max(sum((share - mean) ** 2 for share in shares) / len(shares), 0.25 / len(shares) ** 2)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo points, with the ends of its 95 % interval."""
        return elo(self.share), elo(self.share - self.error), elo(self.share + self.error)

    def likelihood(self, worse: float, better: float) -> float:
        """The log-likelihood ratio of `better` against `worse` Elo points, by the normal approximation over pairs."""
        if len(self.pairs) < 2:
            return 0.0
        low, high = expected(worse), expected(better)
        return len(self.pairs) * (high - low) * (2 * self.share - high - low) / (2 * self._variance)


NOTHING_PLAYED = Score()


def elo(share: float) -> float:
    share = min(max(share, 0.001), 0.999)
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def compete(
    pairing: Pairing, pairs: int, bulk: Bulk, seed: int, enough: Callable[[Score], bool], begun: Score = NOTHING_PLAYED
) -> Iterator[Score]:
    """The score after each pair of games, until all are played or `enough` says so; those of `begun` are there already.

    Pairs count in the order of their seeds, so that the result does not depend on who plays them.
    """
    score = begun
    if enough(score):
        return
    for pair in bulk.map(partial(play_pair, pairing), range(seed + len(begun.pairs), seed + pairs)):
        score = score.with_pair(pair)
        yield score
        if enough(score):
            return
