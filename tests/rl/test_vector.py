"""The compiled games against the referee."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from threading import enumerate as enumerate_threads

import numpy as np
import pytest

from damero.domain import catalogue, reasons
from damero.domain.errors import DameroError
from damero.domain.game import Game, PlacedGame, Position
from damero.domain.stratego import Rank, StrategoGame
from damero.domain.stratego.position import Position as StrategoPosition
from damero.rl.encoding import encoding_of
from damero.rl.open_spiel import with_kind
from damero.rl.vector import CUT_OFF, OVER, THREAD, VectorEnv

GAMES = catalogue.GAMES
HIDDEN = [game for game in GAMES if isinstance(game, StrategoGame)]
ROWS, STEPS = 5, 220
SMALL_ARMY = ((Rank.MARSHAL, 1), (Rank.MINER, 1), (Rank.SCOUT, 2), (Rank.BOMB, 4), (Rank.FLAG, 1))


def by_name(game: Game) -> str:
    return game.info.id


class Referee:
    """Plays the same game by the rules, from the armies that the seats see, told which kind a flip shows."""

    def __init__(self, env: VectorEnv, row: int) -> None:
        self.game = env.game
        placed = isinstance(self.game, PlacedGame)
        self.position: Position = self.game.place(armies_in(env, row)) if placed else self.game.initial()

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


def armies_in(env: VectorEnv, row: int) -> dict[str, str]:
    """The armies in a game's first position: each seat sees its own."""
    game = env.game
    assert isinstance(game, PlacedGame)
    armies = {}
    for number, seat in enumerate(game.info.seats):
        planes = env.observe(number)[row]
        own = {kind.id: plane for plane, kind in zip(planes, game.info.pieces, strict=False) if kind.colour == seat}
        seen = {
            square.name: kind
            for square in game.info.board.squares
            for kind, plane in own.items()
            if plane[square.row, square.column]
        }
        armies[seat] = game.write_army(seat, seen)
    return armies


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
    env = VectorEnv(game, ROWS, seed=3, max_plies=STEPS)
    referees = [Referee(env, row) for row in range(ROWS)]
    ended = 0
    for _ in range(STEPS):
        actions = env.random_actions().copy()
        env.step(actions)
        others = [env.observe(seat) for seat in (0, 1)]
        for row, referee in enumerate(referees):
            assert env.observations is not None
            if env.done[row] and game.info.chance:
                referees[row] = Referee(env, row)  # The last flip can no longer be seen.
            elif env.done[row] == OVER:
                outcome = referee.play(int(actions[row]), env.observations[row]).outcome
                assert outcome is not None
                assert env.rewards[row].tolist() == rewards_of(outcome.winner, game)
                referees[row] = Referee(env, row)
                ended += 1
            elif not env.done[row]:
                assert referee.play(int(actions[row]), env.observations[row]).outcome is None
                assert not env.rewards[row].any()
            else:
                continue
            position = referees[row].position
            assert_same(env, row, position)
            for seat, planes in zip(game.info.seats, others, strict=True):
                assert (planes[row] == encoding_of(game.info).observe(position.view(seat))).all()
    assert ended > 0 or game.info.chance or game.info.hidden


@pytest.mark.parametrize("game", HIDDEN, ids=by_name)
def test_the_rules_about_earlier_moves_and_every_end_are_those_of_the_referee(game: StrategoGame) -> None:
    """Small armies that go to and fro, threaten and evade."""
    env = VectorEnv(StrategoGame(replace(game.rules, army=SMALL_ARMY, turn_limit=120)), ROWS, seed=1)
    random = Random(1)
    referees = [Referee(env, row) for row in range(ROWS)]
    endings: set[tuple[str, bool]] = set()
    bans: set[str] = set()
    for _ in range(400):
        actions = np.array([restless_action(env, row, referee, random) for row, referee in enumerate(referees)])
        env.step(actions)
        for row, referee in enumerate(referees):
            after = referee.play(int(actions[row]), env.masks)
            assert isinstance(after, StrategoPosition)
            assert bool(env.done[row]) == (after.outcome is not None)
            if after.outcome is None:
                bans |= {kind for kind in ("two_square", "chase") if getattr(after.situation.bans, kind)}
            else:
                assert env.rewards[row].tolist() == rewards_of(after.outcome.winner, game)
                endings.add((after.outcome.reason, after.outcome.winner is None))
                referees[row] = Referee(env, row)
            assert_same(env, row, referees[row].position)
    assert {(reasons.FLAG_CAPTURED, False), (reasons.NO_MOVES, False), (reasons.TURN_LIMIT, True)} <= endings
    assert bans == ({"two_square", "chase"} if game.rules.chase_rule else {"two_square"})


def restless_action(env: VectorEnv, row: int, referee: Referee, random: Random) -> int:
    """Mostly back to where the last move came from, or by a piece beside the enemy that moved last, or next to it."""
    encoding, plies = encoding_of(env.game.info), referee.position.plies
    legal = [int(action) for action in np.flatnonzero(env.masks[row])]
    if len(plies) < 2 or random.random() < 0.2:
        return random.choice(legal)
    count, squares = len(encoding.squares), encoding.squares
    origin, target = (squares[name] for name in plies[-2].squares)
    if target * count + origin in legal and random.random() < 0.5:
        return target * count + origin
    beside = squares_beside(env.game, plies[-1].squares[-1])
    moves = [action for action in legal if (action // count in beside) != (action % count in beside)]
    return random.choice(moves or legal)


def squares_beside(game: Game, name: str) -> set[int]:
    squares = game.info.board.squares
    centre = next(square for square in squares if square.name == name)
    return {
        number
        for number, square in enumerate(squares)
        if abs(square.row - centre.row) + abs(square.column - centre.column) == 1
    }


@pytest.mark.parametrize("game", HIDDEN, ids=by_name)
def test_games_that_look_alike_to_a_seat_have_the_same_arrays(game: StrategoGame) -> None:
    """The enemy's army is another one, and the seat sees no difference while no piece fights."""
    own = game.library[0].army
    for seat, other in (("red", "blue"), ("blue", "red")):
        twins = [VectorEnv(game, 3, armies={seat: [own], other: [rotated(own, by)]}) for by in range(3)]
        hidden = {twin.observe(game.info.seats.index(other)).tobytes() for twin in twins}
        assert len(hidden) == len(twins)
        for _ in range(6):
            common = np.logical_and.reduce([twin.masks for twin in twins])
            actions = quiet_actions(twins[0], common)
            if actions is None:
                break
            seen = {twin.observe(game.info.seats.index(seat)).tobytes() for twin in twins}
            assert len(seen) == 1
            if game.info.seats[twins[0].seats[0]] == seat:
                assert len({twin.masks.tobytes() for twin in twins}) == 1
            for twin in twins:
                twin.step(actions)


def rotated(army: str, by: int) -> str:
    """The same squares, with the ranks exchanged."""
    ranks = [letter for letter in army if letter not in "A/"]
    moved = iter(ranks[by:] + ranks[:by])
    return "".join(letter if letter in "A/" else next(moved) for letter in army)


def test_armies_can_be_given() -> None:
    game = catalogue.game("barrage")
    assert isinstance(game, StrategoGame)
    armies = {"red": [game.library[0].army], "blue": [formation.army for formation in game.library[:3]]}
    env = VectorEnv(game, 40, armies=armies, max_plies=2)
    for _ in range(2):
        placed = [armies_in(env, row) for row in range(40)]
        assert {army["red"] for army in placed} == set(armies["red"])
        assert {army["blue"] for army in placed} == set(armies["blue"])
        for _ in range(2):
            env.step(env.random_actions())


def test_armies_that_cannot_begin_are_refused() -> None:
    stuck = "BBDDBBDDBB/DDDDFFFFGG/GGHHHHIIIJ/JKLEEEEECM"
    with pytest.raises(DameroError) as refused:
        VectorEnv("stratego", 2, armies={"red": [stuck]})
    assert refused.value.code == "ARMY_STUCK"
    with pytest.raises(DameroError) as refused:
        VectorEnv("stratego", 2, armies={"red": ["B"]})
    assert refused.value.code == "BAD_TEXT"
    with pytest.raises(DameroError) as refused:
        VectorEnv("drafti", 2, armies={"white": ["B"]})
    assert refused.value.code == "NO_ARMIES"


def quiet_actions(env: VectorEnv, common: np.ndarray) -> np.ndarray | None:
    """Steps to a neighbouring empty square that are legal in all games; None if there is none in some row."""
    encoding, squares = encoding_of(env.game.info), env.game.info.board.squares
    chosen = []
    for row in range(env.count):
        pieces = env.observe(0)[row][: len(encoding.kinds)].any(axis=0)
        for action in np.flatnonzero(common[row])[::-1]:
            origin, target = (squares[int(part)] for part in divmod(int(action), len(squares)))
            is_step = abs(origin.row - target.row) + abs(origin.column - target.column) == 1
            if is_step and not pieces[target.row, target.column]:
                chosen.append(int(action))
                break
    return np.array(chosen) if len(chosen) == env.count else None


def rewards_of(winner: str | None, game: Game) -> list[float]:
    return [0.0, 0.0] if winner is None else [1.0 if seat == winner else -1.0 for seat in game.info.seats]


@pytest.mark.parametrize("game", [game for game in GAMES if game.info.chance], ids=by_name)
def test_games_with_chance_end_when_the_referee_ends_them(game: Game) -> None:
    env = VectorEnv(game, ROWS, seed=5)
    referees = [Referee(env, row) for row in range(ROWS)]
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
                referees[row] = Referee(env, row)
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


def test_the_first_illegal_action_is_told_with_any_number_of_threads() -> None:
    for threads in (1, 2, 3):
        env = VectorEnv("drafti", 6, threads=threads)
        actions = env.random_actions().copy()
        actions[2:] = -1
        with pytest.raises(DameroError, match="ILLEGAL_ACTION") as refused:
            env.step(actions)
        assert refused.value.values["row"] == 2
        env.close()


def test_an_environment_that_is_closed_has_no_threads_and_can_still_be_stepped() -> None:
    env = VectorEnv("drafti", 6, threads=2)
    env.step(env.random_actions())
    own = [thread for thread in enumerate_threads() if thread.name.startswith(THREAD)]
    assert own
    env.close()
    assert not any(thread.is_alive() for thread in own)
    env.step(env.random_actions())


def test_an_illegal_action_plays_nothing() -> None:
    env = VectorEnv("banqi", 3)
    actions = env.random_actions().copy()
    actions[1] = 1
    before = env.masks.copy()
    with pytest.raises(DameroError) as refused:
        env.step(actions)
    assert refused.value.code == "ILLEGAL_ACTION"
    assert (env.masks == before).all()


@pytest.mark.parametrize("game_id", ["drafti", "banqi", "stratego"])
def test_an_action_is_judged_by_the_game_and_not_by_the_callers_masks(game_id: str) -> None:
    env = VectorEnv(game_id, 3)
    illegal = [int(np.flatnonzero(mask == 0)[0]) for mask in env.masks]
    legal = env.random_actions().copy()
    env.masks[:] = 1
    with pytest.raises(DameroError, match="ILLEGAL_ACTION"):
        env.step(np.array(illegal))
    env.masks[:] = 0
    env.step(legal)


def test_arrays_of_the_caller_are_filled() -> None:
    masks = np.zeros((5, 1024), np.int8)
    env = VectorEnv("banqi", 5, masks=masks, observe=False)
    assert env.masks is masks
    assert masks.sum() == 5 * 32
    with pytest.raises(DameroError, match="shape"):
        VectorEnv("banqi", 5, masks=np.zeros((5, 7), np.int8))
