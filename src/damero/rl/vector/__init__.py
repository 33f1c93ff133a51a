"""Thousands of games at once, stepped by compiled code into NumPy arrays.

>>> from damero.rl.vector import VectorEnv
>>> env = VectorEnv("banqi", 1000, seed=7)
>>> env.masks.shape
(1000, 1024)
>>> env.step(env.random_actions())
>>> env.observations.shape
(1000, 33, 4, 8)

Actions and observations are those of `damero.rl.encoding`, seen by the seat to move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from damero.domain.banqi import BanqiGame
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import DameroError, check_positive
from damero.domain.game import Game, PlacedGame, Seat
from damero.domain.stratego import StrategoGame
from damero.rl.encoding import Int8Array, encoding_of
from damero.rl.episode import MAX_PLIES, find_game

if TYPE_CHECKING:
    from damero.rl.vector.games import VectorGames

RUNNING, OVER, CUT_OFF = 0, 1, 2
"""What `VectorEnv.done` says of each game."""

THREAD = "damero-vector"
"""How the names of the threads begin."""
Result = TypeVar("Result")

Actions = npt.NDArray[np.int64]
Float32Array = npt.NDArray[np.float32]
Armies: TypeAlias = Mapping[Seat, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Arrays:
    """What compiled games write, one row for each game."""

    masks: Int8Array
    observations: Int8Array | None
    rewards: Float32Array
    done: Int8Array
    seats: Int8Array


class VectorEnv:
    """`count` games of one kind. A game that ends begins anew in the same step.

    Every array has one row for each game and stays the same object; the caller may give its own arrays to be filled.
    They must only be read: of `masks`, only the entries that the last step has set are cleared.

    >>> games = VectorEnv("drafti", 100, seed=7)
    >>> games.step(games.random_actions())
    >>> games.masks.shape, int(games.done.sum())
    ((100, 4096), 0)
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        seed: int = 0,
        threads: int = 1,
        max_plies: int = MAX_PLIES,
        observe: bool = True,
        masks: Int8Array | None = None,
        observations: Int8Array | None = None,
        armies: Armies | None = None,
    ) -> None:
        """`armies` are texts of armies for each seat, of which every game draws one; without them, they are random."""
        self.game, self.count = find_game(game), count
        check_positive(count=count, threads=threads, max_plies=max_plies)
        encoding = encoding_of(self.game.info)
        self.masks = _array(masks, (count, encoding.action_count))
        """1 for each legal action of the seat to move."""
        self.observations = _array(observations, (count, *encoding.shape)) if observe else None
        self.rewards = np.zeros((count, 2), np.float32)
        """Of the first and the second seat, for the last step."""
        self.done = np.zeros(count, np.int8)
        """Whether the last step ended a game: OVER by the rules or CUT_OFF."""
        self.seats = np.zeros(count, np.int8)
        """Whose turn it is: 0 for the first seat."""
        self._actions = np.zeros(count, np.int64)
        arrays = Arrays(self.masks, self.observations, self.rewards, self.done, self.seats)
        self._games = _games_of(self.game, arrays, seed, max_plies, armies)
        self._threads = ThreadPoolExecutor(threads, THREAD) if threads > 1 else None
        self._parts = [(count * part // threads, count * (part + 1) // threads) for part in range(threads)]
        self.reset()

    def reset(self) -> None:
        """Begin every game anew."""
        self.done[:] = RUNNING
        self.rewards[:] = 0
        self._each_part(self._games.begin)

    def step(self, actions: Actions) -> None:
        """Play one action in every game. An illegal one raises an error before anything is played."""
        chosen = _whole_numbers(actions)
        self._check(chosen)
        self._each_part(lambda first, last: self._games.step(chosen, first, last))

    def random_actions(self) -> Actions:
        """A legal action for every game, each with the same probability. The array is reused by the next call."""
        self._each_part(lambda first, last: self._games.choose(self._actions, first, last))
        return self._actions

    def observe(self, seat: int, observations: Int8Array | None = None) -> Int8Array:
        """What one seat, 0 or 1, sees in every game, also in those where it is not its turn."""
        if seat not in (0, 1):
            raise DameroError("position.no_such_seat", code="NO_SEAT", seat=str(seat), seats=("0", "1"))
        planes = _array(observations, (self.count, *encoding_of(self.game.info).shape))
        rows = planes.reshape(self.count, -1)
        self._each_part(lambda first, last: self._games.observe(seat, rows, first, last))
        return planes

    def close(self) -> None:
        """End the threads. Later steps use the caller's."""
        if self._threads is not None:
            self._threads.shutdown()
            self._threads = None

    def _check(self, chosen: Actions) -> None:
        if chosen.shape != (self.count,):
            raise DameroError("rl.action_shape", code="BAD_ACTIONS", expected=self.count, shape=str(chosen.shape))
        rows = self._each_part(lambda first, last: self._games.first_illegal(chosen, first, last))
        row = next((row for row in rows if row >= 0), None)
        if row is not None:
            raise DameroError("rl.illegal_action", code="ILLEGAL_ACTION", row=row, action=int(chosen[row]))

    def _each_part(self, work: Callable[[int, int], Result]) -> list[Result]:
        if self._threads is None:
            return [work(0, self.count)]
        return [part.result() for part in [self._threads.submit(work, first, last) for first, last in self._parts]]


def _whole_numbers(actions: Actions) -> Actions:
    """Texts, fractions and masks are refused: an action that was made of them would be another one."""
    try:
        given = np.asarray(actions)
    except ValueError:
        raise DameroError("rl.action_type", code="BAD_ACTIONS", type=type(actions).__name__) from None
    if given.size and given.dtype.kind not in "iu":
        raise DameroError("rl.action_type", code="BAD_ACTIONS", type=str(given.dtype))
    return np.ascontiguousarray(given, np.int64)


def _array(given: Int8Array | None, shape: tuple[int, ...]) -> Int8Array:
    if given is None:
        return np.zeros(shape, np.int8)
    if given.shape != shape or given.dtype != np.int8 or not given.flags.c_contiguous:
        raise DameroError("rl.array_shape", code="BAD_ARRAY", shape=str(shape))
    given[:] = 0
    return given


def _games_of(game: Game, arrays: Arrays, seed: int, max_plies: int, armies: Armies | None) -> VectorGames:
    if armies is not None and not isinstance(game, PlacedGame):
        raise DameroError("rl.no_armies", code="NO_ARMIES", game=game.info.id)
    if isinstance(game, BanqiGame):
        return _banqi(game, arrays, seed, max_plies)
    if isinstance(game, DraughtsGame):
        return _draughts(game, arrays, seed, max_plies)
    if isinstance(game, StrategoGame):
        return _stratego(game, arrays, seed, max_plies, armies or {})
    raise DameroError("rl.no_vector", code="NO_VECTOR", game=game.info.id)


def _banqi(game: BanqiGame, arrays: Arrays, seed: int, max_plies: int) -> VectorGames:
    from damero.rl.vector.banqi import BanqiGames

    return BanqiGames(game.rules, arrays, seed, max_plies)


def _draughts(game: DraughtsGame, arrays: Arrays, seed: int, max_plies: int) -> VectorGames:
    from damero.engines.draughts.board import pieces_of
    from damero.rl.vector.draughts import DraughtsGames

    board = game.info.board
    cells = [square.row * board.columns + square.column for square in board.squares]
    position = game.initial()
    start = pieces_of(position.board), position.turn == "black"
    return DraughtsGames(game.rules, start, cells, encoding_of(game.info).routes, arrays, seed, max_plies)


def _stratego(game: StrategoGame, arrays: Arrays, seed: int, max_plies: int, armies: Armies) -> VectorGames:
    from damero.rl.vector.stratego import StrategoGames

    for seat, texts in armies.items():
        game.info.check_seat(seat)
        for text in texts:
            _check_army(game, seat, text)
    return StrategoGames(game.rules, [armies.get(seat, ()) for seat in game.info.seats], arrays, seed, max_plies)


def _check_army(game: StrategoGame, seat: Seat, text: str) -> None:
    """Refuse an army that cannot move at the start, because every game with it would be over before it begins."""
    game.check_army(seat, text)
    if game.place(dict.fromkeys(game.info.seats, text)).outcome is not None:
        raise DameroError("rl.army_stuck", code="ARMY_STUCK", army=text)
