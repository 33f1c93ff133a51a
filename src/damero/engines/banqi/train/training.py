"""Self-play, and the fit of the network that judges which pieces are alive.

Every quiet position of a game is a sample of which pieces were alive and how the game ended. The network treats both
colours alike, so that the chances of one side are always those of the other reversed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from damero.domain.banqi import GAMES
from damero.domain.banqi.board import Cell, Kind
from damero.domain.banqi.view import View
from damero.domain.game import Item, Position
from damero.engines.banqi.encoding import NUMBER_OF, TURNS, squares_of
from damero.engines.banqi.material import Network
from damero.engines.banqi.player import Strength, search
from damero.engines.banqi.search import Searcher
from damero.engines.data_file import LICENCE
from damero.engines.engine import Limits

Numbers: TypeAlias = npt.NDArray[np.float64]

GAME = GAMES[0]
START_COUNTS = np.array((1, 2, 2, 2, 2, 2, 5) * 2, dtype=np.float64)
NEURONS = 16
WILD = 0.03
"""The share of random actions, so that games see more than the best lines."""
DECIDED = 15_000
STALE = 40
"""Plies without progress."""
BATCH = 512
STEP = 3e-3
LAST_STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Sample:
    alive: tuple[int, ...]
    """Of each kind, the mover's own first."""
    colour: int


def play_itself(searcher: Searcher, nodes: int, random: Random) -> list[tuple[Sample, float]]:
    """The samples of one game, each with what the game brought its mover: 1, ½ or 0."""

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return random.sample(items, len(items))

    position = GAME.initial(shuffle)
    position = position.play(random.choice(position.legal_moves()))
    samples = []
    while position.to_move is not None:
        view = position.view(position.to_move)
        assert isinstance(view, View)
        position, sample = _next(position, view, searcher, nodes, random)
        samples += [sample] if sample else []
    return [(sample, _points(position, sample)) for sample in samples]


def _next(
    position: Position, view: View, searcher: Searcher, nodes: int, random: Random
) -> tuple[Position, Sample | None]:
    ranked, _, _ = search(searcher, view, Strength(Limits(nodes=nodes), knows_endings=False))
    score, best = ranked[0]
    everything = [action for _, alike in ranked for action in alike]
    origin, destination = random.choice(everything if random.random() < WILD else best)
    after = position.play(position.find(squares_of(origin, destination)))
    return after, _sample(view) if _is_telling(view, view.cells[destination], score) else None


def _is_telling(view: View, target: Cell, score: int) -> bool:
    """Whether the living decide here: nothing is taken, no end is in sight, and nobody walks to and fro for a draw."""
    return not isinstance(target, Kind) and abs(score) < DECIDED and view.quiet_plies < STALE


def _sample(view: View) -> Sample:
    alive = [int(count) for count in START_COUNTS]
    for kind in view.captured:
        alive[NUMBER_OF[kind]] -= 1
    colour = TURNS.index(view.current_turn)
    own = 7 * colour
    return Sample((*alive[own : own + 7], *alive[7 - own : 14 - own]), colour)


def _points(end: Position, sample: Sample) -> float:
    view = end.view(None)
    assert isinstance(view, View)
    assert view.outcome is not None
    if view.outcome.winner is None:
        return 0.5
    return float(view.colour_of(view.outcome.winner) == ("red", "black")[sample.colour])


def inputs(alive: Numbers) -> Numbers:
    """How many of each kind, as a share of the start, and whether there is any."""
    return np.concatenate([alive / START_COUNTS, (alive > 0).astype(np.float64)], axis=1)


class NetworkFit:
    """One hidden layer; both sides look at the pieces through it, and the difference is the logarithm of the odds."""

    def __init__(self, random: np.random.Generator) -> None:
        self.layers: list[Numbers] = [
            random.normal(0, 0.3, (2 * len(START_COUNTS), NEURONS)),
            np.zeros(NEURONS),
            random.normal(0, 0.3, NEURONS),
        ]
        self._means = [np.zeros_like(layer) for layer in self.layers]
        self._squares = [np.zeros_like(layer) for layer in self.layers]
        self._steps = 0

    def learn(self, own: Numbers, enemy: Numbers, points: Numbers, step: float) -> None:
        weights, thresholds, outputs = self.layers
        seen, mirrored = np.tanh(own @ weights + thresholds), np.tanh(enemy @ weights + thresholds)
        wrong = (1 / (1 + np.exp(-(seen - mirrored) @ outputs)) - points) / len(points)
        back = np.outer(wrong, outputs) * (1 - seen**2)
        mirrored_back = -np.outer(wrong, outputs) * (1 - mirrored**2)
        slopes = [
            own.T @ back + enemy.T @ mirrored_back,
            back.sum(axis=0) + mirrored_back.sum(axis=0),
            (seen - mirrored).T @ wrong,
        ]
        self._descend(slopes, step)

    def _descend(self, slopes: Sequence[Numbers], step: float) -> None:
        """Adam, with its usual constants."""
        self._steps += 1
        for layer, slope, mean, square in zip(self.layers, slopes, self._means, self._squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            unbiased = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            layer -= step * mean / (1 - 0.9**self._steps) / unbiased

    def network(self, command: str) -> Network:
        """The weights as the engine reads them."""
        weights, thresholds, outputs = (np.round(layer, 4).tolist() for layer in self.layers)
        return Network(
            format=Network.FORMAT,
            source=command,
            licence=LICENCE,
            trained_on=GAME.info.id,
            weights=weights,
            thresholds=thresholds,
            outputs=outputs,
        )


def fit(samples: Sequence[tuple[Sample, float]], passes: int, seed: int) -> NetworkFit:
    alive = np.array([sample.alive for sample, _ in samples], dtype=np.float64)
    own, enemy = inputs(alive), inputs(np.roll(alive, 7, axis=1))
    points = np.array([won for _, won in samples])
    random = np.random.default_rng(seed)
    network = NetworkFit(random)
    for number in range(passes):
        step = STEP * (1 - number / passes) + LAST_STEP
        shuffled = random.permutation(len(points))
        for begin in range(0, len(points), BATCH):
            chosen = shuffled[begin : begin + BATCH]
            network.learn(own[chosen], enemy[chosen], points[chosen], step)
    return network
