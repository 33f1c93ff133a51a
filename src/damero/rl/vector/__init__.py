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

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np
import numpy.typing as npt

from damero.domain.banqi import BanqiGame
from damero.domain.draughts import DraughtsGame
from damero.domain.errors import DameroError
from damero.domain.game import Game
from damero.rl.encoding import Int8Array, encoding_of
from damero.rl.episode import MAX_PLIES, find_game

RUNNING, OVER, CUT_OFF = 0, 1, 2
"""What `VectorEnv.done` says of each game."""

Actions = npt.NDArray[np.int64]
Float32Array = npt.NDArray[np.float32]


class Games(Protocol):
    """Compiled games. Each method works on the rows from `first` to before `last`, without holding Python's lock."""

    def begin(self, first: int, last: int, /) -> None: ...
    def first_illegal(self, chosen: Actions, first: int, last: int, /) -> int: ...
    def step(self, chosen: Actions, first: int, last: int, /) -> None: ...
    def choose(self, chosen: Actions, first: int, last: int, /) -> None: ...


class VectorEnv:
    """`count` games of one kind. A game that ends begins anew in the same step.

    Every array has one row for each game and stays the same object; the caller may give its own arrays to be filled.
    They must only be read: of `masks`, only the entries that the last step has set are cleared.
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
    ) -> None:
        self.game, self.count = find_game(game), count
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
        self._games = _games_of(self, seed, max_plies)
        self._threads = ThreadPoolExecutor(threads) if threads > 1 else None
        self._parts = [(count * part // threads, count * (part + 1) // threads) for part in range(threads)]
        self.reset()

    def reset(self) -> None:
        """Begin every game anew."""
        self.done[:] = RUNNING
        self.rewards[:] = 0
        self._each_part(self._games.begin)

    def step(self, actions: Actions) -> None:
        """Play one action in every game. An illegal one raises an error before anything is played."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._check(chosen)
        self._each_part(lambda first, last: self._games.step(chosen, first, last))

    def random_actions(self) -> Actions:
        """A legal action for every game, each with the same probability. The array is reused by the next call."""
        self._each_part(lambda first, last: self._games.choose(self._actions, first, last))
        return self._actions

    def _check(self, chosen: Actions) -> None:
        if chosen.shape != (self.count,):
            raise DameroError("rl.action_shape", code="BAD_ACTIONS", expected=self.count, shape=str(chosen.shape))
        row = self._games.first_illegal(chosen, 0, self.count)
        if row >= 0:
            raise DameroError("rl.illegal_action", code="ILLEGAL_ACTION", row=row, action=int(chosen[row]))

    def _each_part(self, work: Callable[[int, int], None]) -> None:
        if self._threads is None:
            work(0, self.count)
        else:
            for part in [self._threads.submit(work, first, last) for first, last in self._parts]:
                part.result()


def _array(given: Int8Array | None, shape: tuple[int, ...]) -> Int8Array:
    if given is None:
        return np.zeros(shape, np.int8)
    if given.shape != shape or given.dtype != np.int8 or not given.flags.c_contiguous:
        raise DameroError("rl.array_shape", code="BAD_ARRAY", shape=str(shape))
    given[:] = 0
    return given


def _games_of(env: VectorEnv, seed: int, max_plies: int) -> Games:
    for kind, make in MAKERS.items():
        if isinstance(env.game, kind):
            return make(env, seed, max_plies)
    raise DameroError("rl.no_vector", code="NO_VECTOR", game=env.game.info.id)


def _banqi(env: VectorEnv, seed: int, max_plies: int) -> Games:
    from damero.rl.vector.banqi import BanqiGames

    assert isinstance(env.game, BanqiGame)
    arrays = env.masks, _flat(env), env.rewards, env.done, env.seats
    return BanqiGames(env.game.rules, env.count, seed, max_plies, *arrays)


def _draughts(env: VectorEnv, seed: int, max_plies: int) -> Games:
    from damero.engines.draughts.board import pieces_of
    from damero.rl.vector.draughts import DraughtsGames

    assert isinstance(env.game, DraughtsGame)
    board = env.game.info.board
    cells = [square.row * board.columns + square.column for square in board.squares]
    position = env.game.initial()
    start = pieces_of(position.board), position.turn == "black"
    arrays = env.masks, _flat(env), env.rewards, env.done, env.seats
    routes = encoding_of(env.game.info).routes
    return DraughtsGames(env.game.rules, start, cells, routes, env.count, seed, max_plies, *arrays)


def _flat(env: VectorEnv) -> Int8Array | None:
    return None if env.observations is None else env.observations.reshape(env.count, -1)


MAKERS: Mapping[type, Callable[[VectorEnv, int, int], Games]] = {BanqiGame: _banqi, DraughtsGame: _draughts}
