"""A small network learns Banqi from games against itself, and then plays an engine.

python examples/learn_banqi.py                        learns, plays level 2 now and then, saves banqi.npz
python examples/learn_banqi.py --curve curve.svg      also draws how its result against level 2 grows
damero match banqi bot:examples/learn_banqi.py 2      plays with the weights in banqi.npz

Needs `pip install "damero[rl]"`, and `damero[plot]` for the picture. Two processes play 256 games each with
`damero.rl.vector`. The policy rates each legal action by what stands around its two squares, with one layer of hidden
units. The critic rates the position and so tells after each action whether it went better than expected. Both learn by
advantage actor-critic with generalised advantage estimation and Adam. A seed repeats the whole run.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Each process has one core.

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import damero
from damero.domain.game import Move, View
from damero.rl.encoding import encoding_of
from damero.rl.vector import VectorEnv

GAME, LEVEL = "banqi", 2
PROCESSES, GAMES, STEPS, UPDATES = 2, 256, 32, 160
LEARNING_RATE, DISCOUNT, TRACE, ENTROPY = 0.003, 0.995, 0.9, 0.006
WEIGHTS_FILE = Path("banqi.npz")

Array = npt.NDArray[Any]
Weights = dict[str, Array]

# Squares as the player to move sees them: 1 to 7 are its king to pawn, 8 to 14 the enemy's, 0 is empty.
FACE_DOWN, EDGE, ENEMY_CANNON, TYPES = 15, 16, 13, 7
SWAPPED = np.array([0, *range(8, 15), *range(1, 8), FACE_DOWN], np.int8)
NEIGHBOURS = np.array(
    [
        [r * 8 + c if 0 <= r < 4 and 0 <= c < 8 else 32 for r, c in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))]
        for y in range(4)
        for x in range(8)
    ]
)
"""The four squares beside each; 32 is the edge of the board."""
TAKES = np.array(
    [
        [attacker <= target and (attacker, target) != (0, 6) and attacker != 5 for target in range(TYPES)]
        for attacker in range(TYPES)
    ]
)
"""Which type takes which beside it, from king 0 to pawn 6."""
TAKES[6, 0] = True
PREY, THREAT = np.zeros((TYPES, 16), bool), np.zeros((TYPES, 16), bool)
PREY[:, 8:15], THREAT[:, 8:15] = TAKES, TAKES.T

ACTION_INPUTS, POSITION_INPUTS, UNITS = 44, 42, 48


class Positions(NamedTuple):
    """What the network is told of a batch of positions."""

    cells: Array
    """The 32 squares and the edge."""
    threat: Array
    """By type and square: how near an enemy is that takes this type, from 0 to 1."""
    prey: Array
    """The same for enemies that this type takes."""
    aimed: Array
    """The squares that an enemy cannon aims at."""
    inputs: Array
    """Of the critic."""


def look(planes: Array) -> Positions:
    """Describes observations of the vector environment."""
    black = planes[:, 16, 0, 0] == 1
    kinds = planes[:, :15].reshape(-1, 15, 32) * np.arange(1, 16, dtype=np.int8)[:, None]
    cells = kinds.sum(1, dtype=np.int8)
    cells[black] = SWAPPED[cells[black]]
    threat, prey = nearness(THREAT[:, cells]), nearness(PREY[:, cells])
    unseen = planes[:, 18:32, 0, 0].astype(np.float32)
    unseen[black] = np.roll(unseen[black], 7, axis=1)
    edged = np.concatenate([cells, np.full((len(cells), 1), EDGE, np.int8)], 1)
    return Positions(edged, threat, prey, aimed_at(cells), position_inputs(cells, unseen, threat, prey))


def nearness(found: Array) -> Array:
    """How near each square is to one of those found: 1 on it, and 1/7 less for each step."""
    board = found.reshape(*found.shape[:2], 4, 8)
    near = board.astype(np.float32)
    for _ in range(6):
        wider = board.copy()
        wider[:, :, 1:] |= board[:, :, :-1]
        wider[:, :, :-1] |= board[:, :, 1:]
        wider[..., 1:] |= board[..., :-1]
        wider[..., :-1] |= board[..., 1:]
        board = wider
        near += board
    return near.reshape(found.shape) / 7


def aimed_at(cells: Array) -> Array:
    """The squares from which an enemy cannon is the second piece in a line."""
    rows, aimed = cells.reshape(-1, 4, 8), np.zeros((len(cells), 4, 8), bool)
    columns, aimed_columns = rows.transpose(0, 2, 1), aimed.transpose(0, 2, 1)
    for lines, found in ((rows, aimed), (columns, aimed_columns)):
        for way, hit in ((lines, found), (lines[..., ::-1], found[..., ::-1])):
            first = second = np.zeros(way.shape[:2], np.int8)
            for at in range(way.shape[2]):
                hit[..., at] |= second == ENEMY_CANNON
                first, second = np.where(way[..., at], way[..., at], first), np.where(way[..., at], first, second)
    return aimed.reshape(-1, 32)


def position_inputs(cells: Array, unseen: Array, threat: Array, prey: Array) -> Array:
    """By type: own and enemy pieces, those face up, own ones in danger and enemies that can be taken."""
    shown = (cells[:, None, :] == np.arange(1, 15)[:, None]).sum(2)
    beside, own = 6 / 7 - 0.01, cells <= TYPES
    danger = [((threat[kind] > beside) & (cells == kind + 1)).sum(1) for kind in range(TYPES)]
    chances = [((prey[kind] > beside) & own & (cells == kind + 1)).sum(1) for kind in range(TYPES)]
    return np.concatenate([shown + unseen, shown, np.stack(danger, 1), np.stack(chances, 1)], 1).astype(np.float32) / 2


def action_inputs(seen: Positions, rows: Array, actions: Array) -> Array:
    """What the policy is told of each legal action."""
    origin, target = actions // 32, actions % 32
    mover, victim = seen.cells[rows, origin], seen.cells[rows, target]
    flips, kind = mover == FACE_DOWN, np.minimum(mover - 1, TYPES - 1)
    inputs = np.zeros((len(rows), ACTION_INPUTS), np.float32)
    each = np.arange(len(rows))
    inputs[each, np.where(flips, TYPES, kind)] = 1
    takes = (victim > TYPES) & (victim < FACE_DOWN)
    inputs[each[takes], victim[takes]] = 1  # 8 to 14
    at = 15
    for square in (target, origin):
        beside = seen.cells[rows[:, None], NEIGHBOURS[square]]
        threat, prey = (np.where(flips, 0, near[kind, rows, square]) for near in (seen.threat, seen.prey))
        facts = [threat, threat > 0.85, prey, prey > 0.85, seen.aimed[rows, square]]
        facts += [((beside > 0) & (beside <= TYPES)).sum(1), (beside == FACE_DOWN).sum(1)]
        inputs[:, at : at + 7] = np.stack(facts, 1)
        at += 7
        if square is target:
            around = (beside[:, :, None] == np.arange(1, 15)).sum(1)
    inputs[:, at : at + 14] = around
    inputs[:, at + 14] = (seen.inputs[:, :7].sum(1) - seen.inputs[:, 7:14].sum(1))[rows] / 4
    return inputs


def first_weights(random: np.random.Generator) -> Weights:
    def layer(inputs: int, units: int, scale: float) -> Array:
        return (random.standard_normal((inputs, units)) * scale / np.sqrt(inputs)).astype(np.float32)

    return {
        "policy": layer(ACTION_INPUTS, UNITS, 1.4),
        "policy_bias": np.zeros(UNITS, np.float32),
        "rating": layer(UNITS, 1, 0.1)[:, 0],
        "critic": layer(POSITION_INPUTS, UNITS // 2, 1.4),
        "critic_bias": np.zeros(UNITS // 2, np.float32),
        "value": layer(UNITS // 2, 1, 0.1)[:, 0],
    }


def rate_actions(weights: Weights, inputs: Array) -> tuple[Array, Array]:
    """The rating of each action, and the hidden units."""
    hidden = np.maximum(inputs @ weights["policy"] + weights["policy_bias"], 0)
    return hidden @ weights["rating"], hidden


def rate_positions(weights: Weights, inputs: Array) -> tuple[Array, Array]:
    """The expected result of the player to move, from -1 to 1, and the hidden units."""
    hidden = np.maximum(inputs @ weights["critic"] + weights["critic_bias"], 0)
    return np.tanh(hidden @ weights["value"]), hidden


class Step(NamedTuple):
    """One action in each of many games, and what the gradient needs of it."""

    inputs: Array
    hidden: Array
    chances: Array
    rows: Array
    chosen: Array
    position: Array
    position_hidden: Array
    value: Array
    seats: Array
    rewards: Array
    over: Array


class Learner:
    """Plays games against itself, and gives gradients."""

    def __init__(self, seed: int) -> None:
        self.env = VectorEnv(GAME, GAMES, seed=seed, max_plies=400)
        self.random = np.random.default_rng(seed)

    def gradients(self, weights: Weights) -> Weights:
        steps = [self._step(weights) for _ in range(STEPS)]
        last = self._value_for_first(weights)
        total = {name: np.zeros_like(each) for name, each in weights.items()}
        advantages = self._advantages(steps, last)
        scale = np.std(advantages) + 1e-6
        for step, advantage in zip(steps, advantages, strict=True):
            signs = 1 - 2 * step.seats
            add_policy_gradient(total, weights, step, advantage * signs / scale)
            add_critic_gradient(total, weights, step, step.value + advantage * signs)
        return {name: each / (GAMES * STEPS) for name, each in total.items()}

    def _step(self, weights: Weights) -> Step:
        env = self.env
        assert env.observations is not None
        seen = look(env.observations)
        rows, actions = np.nonzero(env.masks)
        inputs = action_inputs(seen, rows, actions)
        ratings, hidden = rate_actions(weights, inputs)
        value, position_hidden = rate_positions(weights, seen.inputs)
        seats = env.seats.astype(np.float32)
        starts = np.searchsorted(rows, np.arange(GAMES))
        chances = np.exp(ratings - np.maximum.reduceat(ratings, starts)[rows])
        chances /= np.add.reduceat(chances, starts)[rows]
        until = np.cumsum(chances)
        drawn = until[starts] - chances[starts] + self.random.random(GAMES) * 0.9999
        chosen = np.minimum(np.searchsorted(until, drawn), np.append(starts[1:], len(rows)) - 1)
        chosen = np.maximum(chosen, starts)
        env.step(actions[chosen])
        rewards, over = env.rewards[:, 0].copy(), env.done > 0
        return Step(inputs, hidden, chances, rows, chosen, seen.inputs, position_hidden, value, seats, rewards, over)

    def _value_for_first(self, weights: Weights) -> Array:
        assert self.env.observations is not None
        value, _ = rate_positions(weights, look(self.env.observations).inputs)
        return value * (1 - 2 * self.env.seats.astype(np.float32))

    def _advantages(self, steps: list[Step], following: Array) -> Array:
        """Generalised advantage estimation, as the first seat sees it."""
        found, advantage = np.zeros((len(steps), GAMES), np.float32), np.zeros(GAMES, np.float32)
        for at in reversed(range(len(steps))):
            step, goes_on = steps[at], ~steps[at].over
            value = step.value * (1 - 2 * step.seats)
            surprise = step.rewards + DISCOUNT * following * goes_on - value
            advantage = surprise + DISCOUNT * TRACE * advantage * goes_on
            found[at], following = advantage, value
        return found


def add_policy_gradient(total: Weights, weights: Weights, step: Step, advantage: Array) -> None:
    """Raises the chance of actions that went better than expected, and a little the variety of all."""
    wanted = -step.chances * advantage[step.rows]
    wanted[step.chosen] += advantage
    surprise = np.log(step.chances + 1e-9)
    starts = np.searchsorted(step.rows, np.arange(GAMES))
    entropy = -np.add.reduceat(step.chances * surprise, starts)
    wanted -= ENTROPY * step.chances * (surprise + entropy[step.rows])
    back = wanted[:, None] * weights["rating"] * (step.hidden > 0)
    total["rating"] += step.hidden.T @ wanted
    total["policy"] += step.inputs.T @ back
    total["policy_bias"] += back.sum(0)


def add_critic_gradient(total: Weights, weights: Weights, step: Step, result: Array) -> None:
    """Brings the expected result nearer to what happened."""
    wanted = (result - step.value) * (1 - step.value**2)
    back = wanted[:, None] * weights["value"] * (step.position_hidden > 0)
    total["value"] += step.position_hidden.T @ wanted
    total["critic"] += step.position.T @ back
    total["critic_bias"] += back.sum(0)


class Adam:
    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(each) for name, each in weights.items()}
        self.square = {name: np.zeros_like(each) for name, each in weights.items()}
        self.count = 0

    def climb(self, weights: Weights, gradients: Weights, rate: float) -> Weights:
        self.count += 1
        new = {}
        for name, gradient in gradients.items():
            self.mean[name] = 0.9 * self.mean[name] + 0.1 * gradient
            self.square[name] = 0.999 * self.square[name] + 0.001 * gradient**2
            mean, square = self.mean[name] / (1 - 0.9**self.count), self.square[name] / (1 - 0.999**self.count)
            new[name] = (weights[name] + rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return new


class BanqiBot(damero.Bot):
    """Plays the action with the best rating."""

    games = (GAME,)

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights if weights is not None else dict(np.load(WEIGHTS_FILE))

    def choose(self, view: View) -> Move:
        encoding = encoding_of(view.info)
        moves = encoding.moves(view)
        actions = np.array(list(moves))
        inputs = action_inputs(look(encoding.observe(view)[None]), np.zeros(len(actions), int), actions)
        ratings, _ = rate_actions(self.weights, inputs)
        return moves[int(actions[ratings.argmax()])]


def score(weights: Weights, games: int, seed: int) -> float:
    """The share of points against the engine."""
    return damero.match(BanqiBot(weights), LEVEL, game=GAME, games=games, seed=seed).score.share


_learner: Learner | None = None


def _begin(seed: int) -> None:
    global _learner
    _learner = Learner(seed)


def _gradients(weights: Weights) -> Weights:
    assert _learner is not None
    return _learner.gradients(weights)


def learn(seed: int, updates: int, points: int, games: int) -> tuple[Weights, list[tuple[float, float]]]:
    """The weights, and the results on the way: million plies played and share of the points."""
    weights, curve = first_weights(np.random.default_rng(seed)), []
    adam = Adam(weights)
    processes = [
        ProcessPoolExecutor(1, initializer=_begin, initargs=(seed * PROCESSES + at,)) for at in range(PROCESSES)
    ]
    for update in range(updates):
        if update * points // updates != (update - 1) * points // updates:
            curve.append(measured(weights, update, games, seed))
        parts = [process.submit(_gradients, weights) for process in processes]
        gradients = [part.result() for part in parts]
        mean = {name: np.mean([each[name] for each in gradients], axis=0) for name in weights}
        weights = adam.climb(weights, mean, LEARNING_RATE * (1 - 0.9 * update / updates))
    for process in processes:
        process.shutdown()
    curve.append(measured(weights, updates, games, seed))
    return weights, curve


def measured(weights: Weights, update: int, games: int, seed: int) -> tuple[float, float]:
    point = update * GAMES * STEPS * PROCESSES / 1e6, score(weights, games, seed)
    print(f"{point[0]:6.2f} million plies: {point[1]:4.0%} against level {LEVEL}", flush=True)
    return point


def draw(curve: list[tuple[float, float]], file: str) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([plies for plies, _ in curve], [100 * share for _, share in curve], marker="o")
    axes.set(xlabel="million plies of self-play", ylabel=f"% of points against level {LEVEL}", ylim=(0, 100))
    axes.grid(alpha=0.3)
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--updates", type=int, default=UPDATES)
    parser.add_argument("--games", type=int, default=100, help="in each match against the engine")
    parser.add_argument("--points", type=int, default=5, help="matches while it learns")
    parser.add_argument("--curve", help="draw the curve into this file")
    asked = parser.parse_args()
    weights, curve = learn(asked.seed, asked.updates, asked.points, asked.games)
    seconds = sum(os.times()[:4])
    print(f"{sum(each.size for each in weights.values())} weights, {seconds:.0f} processor seconds")
    np.savez(WEIGHTS_FILE, **weights)
    if asked.curve:
        draw(curve, asked.curve)


if __name__ == "__main__":
    main()
