"""The compiled games against the referee."""

from __future__ import annotations

import numpy as np
import pytest

from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.domain.game import Game, Position
from damero.rl.encoding import encoding_of
from damero.rl.open_spiel import with_kind
from damero.rl.vector import CUT_OFF, MAKERS, OVER, VectorEnv

GAMES = [game for game in catalogue.GAMES if isinstance(game, tuple(MAKERS))]
ROWS = 5


def by_name(game: Game) -> str:
    return game.info.id


class Referee:
    """Plays the same game by the rules, told which kind a flip shows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: Position = game.initial()

    def play(self, action: int, planes: np.ndarray) -> Position:
        encoding = encoding_of(self.game.info)
        assert self.position.to_move is not None
        move = encoding.moves(self.position.view(self.position.to_move))[action]
        after = self.position.play(str(move))
        if self.game.info.chance and after.plies[-1].revealed:
            square = after.plies[-1].revealed[0].square
            kind = self.game.info.pieces[int(planes[: len(encoding.kinds), *self._place(square)].argmax())].id
            after = with_kind(self.game, self.position, square, kind).play(str(move))
        self.position = after
        return after

    def _place(self, name: str) -> tuple[int, int]:
        return next((square.row, square.column) for square in self.game.info.board.squares if square.name == name)


def assert_same(env: VectorEnv, row: int, position: Position) -> None:
    seat = position.to_move
    assert seat is not None
    encoding, view = encoding_of(env.game.info), position.view(seat)
    assert env.game.info.seats[env.seats[row]] == seat
    assert env.observations is not None
    assert (env.observations[row] == encoding.observe(view)).all()
    assert list(np.flatnonzero(env.masks[row])) == list(encoding.moves(view))


@pytest.mark.parametrize("game", GAMES, ids=by_name)
def test_every_observation_mask_and_end_is_that_of_the_referee(game: Game) -> None:
    env = VectorEnv(game, ROWS, seed=3)
    referees = [Referee(game) for _ in range(ROWS)]
    ended = 0
    for _ in range(220):
        actions = env.random_actions().copy()
        env.step(actions)
        for row, referee in enumerate(referees):
            assert env.observations is not None
            if env.done[row] and game.info.chance:
                referees[row] = Referee(game)  # The last flip can no longer be seen.
            elif env.done[row]:
                outcome = referee.play(int(actions[row]), env.observations[row]).outcome
                assert outcome is not None
                assert env.rewards[row].tolist() == rewards_of(outcome.winner, game)
                referees[row] = Referee(game)
                ended += 1
            else:
                assert referee.play(int(actions[row]), env.observations[row]).outcome is None
                assert not env.rewards[row].any()
            assert_same(env, row, referees[row].position)
    assert ended > 0 or game.info.chance


def rewards_of(winner: str | None, game: Game) -> list[float]:
    return [0.0, 0.0] if winner is None else [1.0 if seat == winner else -1.0 for seat in game.info.seats]


@pytest.mark.parametrize("game", [game for game in GAMES if game.info.chance], ids=by_name)
def test_games_with_chance_end_when_the_referee_ends_them(game: Game) -> None:
    env = VectorEnv(game, ROWS, seed=5)
    referees = [Referee(game) for _ in range(ROWS)]
    checked = 0
    for _ in range(600):
        actions = env.random_actions().copy()
        flipped = [action // 32 == action % 32 for action in actions]
        env.step(actions)
        for row, referee in enumerate(referees):
            assert env.observations is not None
            if env.done[row] and not flipped[row]:
                outcome = referee.play(int(actions[row]), env.observations[row]).outcome
                assert outcome is not None
                assert env.rewards[row].tolist() == rewards_of(outcome.winner, game)
                checked += 1
            if env.done[row]:
                referees[row] = Referee(game)
            else:
                referee.play(int(actions[row]), env.observations[row])
    assert checked > 0


def test_a_seed_repeats_every_game_with_any_number_of_threads() -> None:
    one, two = (VectorEnv("russian", 64, seed=9, threads=threads) for threads in (1, 2))
    for _ in range(100):
        one.step(one.random_actions())
        two.step(two.random_actions())
    assert (one.masks == two.masks).all()


def test_games_are_cut_off_after_the_most_plies() -> None:
    env = VectorEnv("drafti", 4, max_plies=3)
    for _ in range(3):
        env.step(env.random_actions())
    assert (env.done == CUT_OFF).all()
    assert OVER != CUT_OFF


def test_an_illegal_action_plays_nothing() -> None:
    env = VectorEnv("banqi", 3)
    actions = env.random_actions().copy()
    actions[1] = 1
    before = env.masks.copy()
    with pytest.raises(DameroError) as refused:
        env.step(actions)
    assert refused.value.code == "ILLEGAL_ACTION"
    assert (env.masks == before).all()


def test_arrays_of_the_caller_are_filled() -> None:
    masks = np.zeros((5, 1024), np.int8)
    env = VectorEnv("banqi", 5, masks=masks, observe=False)
    assert env.masks is masks
    assert masks.sum() == 5 * 32
    with pytest.raises(DameroError, match="shape"):
        VectorEnv("banqi", 5, masks=np.zeros((5, 7), np.int8))


def test_a_game_without_compiled_games_says_so() -> None:
    with pytest.raises(DameroError) as refused:
        VectorEnv("stratego", 2)
    assert refused.value.code == "NO_VECTOR"
