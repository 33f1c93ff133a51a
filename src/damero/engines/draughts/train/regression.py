"""Fits the evaluation's weights to the results of games by logistic regression. Needs numpy, for training only."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from damero.domain.draughts.rules import Rules
from damero.engines.draughts.board import bit_of
from damero.engines.draughts.evaluate import blocks_of

Numbers = npt.NDArray[np.float32]
Indices = npt.NDArray[np.intp]

SAMPLE = np.dtype([("white", "u8"), ("black", "u8"), ("kings", "u8"), ("black_to_move", "i4"), ("score", "i4")])
PATTERNS = 3**8
TERMS = 5
UNIT = 10
SCALE = 1 / 130
"""Hundredths of a man to the logit of the expected result."""
TRUST_IN_SEARCH = 0.5
"""How much of the target is what the search thought, the rest being the game's result."""
STEPS = 100
PULL = 0.03
"""Draws weights back to where they began, as a dozen positions would: rare patterns change little."""


@dataclass(frozen=True, slots=True)
class Positions:
    """What the evaluation sees of many positions, and what they turned out to be worth for White (0 to 1)."""

    terms: Numbers
    patterns: Indices
    opening: Numbers
    """How much of the opening is left: 1 at the start, 0 on an empty board."""
    worth: Numbers


def read_samples(rules: Rules, samples: npt.NDArray[np.void], results: Numbers) -> Positions:
    """Drops what patterns cannot tell: decided positions, and endings that a lone king holds."""
    kings = samples["kings"]
    fewer = np.minimum(_count(samples["white"]), _count(samples["black"]))
    more = np.maximum(_count(samples["white"]), _count(samples["black"]))
    keep = (np.abs(samples["score"]) < 1200) & ((more > 3) | (kings == 0)) & (fewer > 0)
    samples, results = samples[keep], results[keep]
    thought = 1 / (1 + np.exp(-samples["score"].astype(np.float32) * SCALE))
    pieces = _count(samples["white"] | samples["black"])
    return Positions(
        terms=_terms(rules, samples),
        patterns=_patterns(rules, samples),
        opening=(pieces / (rules.men_rows * rules.size)).astype(np.float32),
        worth=((1 - TRUST_IN_SEARCH) * results + TRUST_IN_SEARCH * thought).astype(np.float32),
    )


def _count(sets: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    return np.bitwise_count(sets).astype(np.int32)


def _terms(rules: Rules, samples: npt.NDArray[np.void]) -> Numbers:
    half, last = rules.size // 2, rules.size - 1
    squares = (row * half + (last - row) // 2 + 1 for row in range(rules.size))
    diagonal = np.uint64(sum(1 << bit_of(square, rules.size) for square in squares))
    sides = []
    for side in ("white", "black"):
        kings = samples[side] & samples["kings"]
        number = _count(kings)
        men = _count(samples[side]) - number
        sides.append(np.stack([men, number > 0, np.maximum(number - 1, 0), _count(kings & diagonal)]))
    turn = 1 - 2 * samples["black_to_move"]
    return np.concatenate([sides[0] - sides[1].astype(np.int32), turn[None]]).astype(np.float32)


def _patterns(rules: Rules, samples: npt.NDArray[np.void]) -> Indices:
    white, black = (samples[side] & ~samples["kings"] for side in ("white", "black"))
    rows = []
    for block in blocks_of(rules.size):
        index = np.zeros(len(samples), np.int16)
        for place, square in enumerate(block):
            bit = np.uint64(bit_of(square, rules.size))
            man = (white >> bit & np.uint64(1)) + np.uint64(2) * (black >> bit & np.uint64(1))
            index += man.astype(np.int16) * np.int16(3**place)
        rows.append(index)
    return np.stack(rows).astype(np.intp)


def mirror_of_patterns() -> npt.NDArray[np.int64]:
    """Each pattern seen from the other side of the board: colours swapped, squares in opposite order."""
    digits = np.stack([np.arange(PATTERNS) // 3**place % 3 for place in range(8)])
    swapped = np.array([0, 2, 1])[digits][::-1]
    return np.asarray((swapped * 3 ** np.arange(8)[:, None]).sum(axis=0))


def _sums(indices: Indices, errors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The sum of the errors of each pattern."""
    return np.asarray(np.bincount(indices, weights=errors, minlength=PATTERNS), np.float64)


class Fit:
    """Weights on their way to fit positions: full steps of Adam, equal for both colours by construction."""

    def __init__(self, numbers: array[int], blocks: int) -> None:
        start = np.array(numbers, np.float32).reshape(-1, 2) / UNIT
        self.terms, self.patterns = start[:TERMS].copy(), start[TERMS:].reshape(blocks, PATTERNS, 2).copy()
        self._start = self.patterns.copy()
        self._mirror = mirror_of_patterns()
        self._moments = [np.zeros_like(each) for each in (self.terms, self.terms, self.patterns, self.patterns)]

    def numbers(self) -> array[int]:
        flat = np.concatenate([self.terms.reshape(-1), self.patterns.reshape(-1)]) * UNIT
        return array("h", np.clip(np.rint(flat), -32000, 32000).astype(np.int16).tolist())

    def run(self, positions: Positions, steps: int = STEPS) -> float:
        """The mean loss of the last step."""
        loss = 0.0
        for step in range(1, steps + 1):
            expected = 1 / (1 + np.exp(-self._scores(positions) * SCALE))
            error = (expected - positions.worth) / len(positions.worth)
            loss = float(np.mean((expected - positions.worth) ** 2))
            self._descend(positions, error, step, rate=2.0 * (1 - step / (steps + 1)))
        return loss

    def _scores(self, positions: Positions) -> Numbers:
        phases = np.stack([positions.opening, 1 - positions.opening])
        scores = (self.terms.T @ positions.terms * phases).sum(axis=0)
        for block, indices in enumerate(positions.patterns):
            opening, ending = self.patterns[block].T.copy()
            scores += ending.take(indices) + positions.opening * (opening - ending).take(indices)
        return np.asarray(scores, np.float32)

    def _descend(self, positions: Positions, error: Numbers, step: int, *, rate: float) -> None:
        phased = [(error * share).astype(np.float64) for share in (positions.opening, 1 - positions.opening)]
        of_terms = np.stack([positions.terms @ each for each in phased], axis=1)
        sums = [[_sums(indices, each) for indices in positions.patterns] for each in phased]
        of_patterns = np.stack([np.stack(phase) for phase in sums], axis=2)
        of_patterns = (of_patterns - of_patterns[::-1][:, self._mirror]) / 2
        of_patterns += PULL / len(error) * (self.patterns - self._start)
        self.terms -= self._step(0, of_terms, step, rate)
        self.patterns -= self._step(2, of_patterns, step, rate)

    def _step(self, at: int, gradient: npt.NDArray[np.float64], step: int, rate: float) -> Numbers:
        first, second = self._moments[at], self._moments[at + 1]
        first += 0.1 * (gradient - first)
        second += 0.001 * (gradient**2 - second)
        corrected = np.sqrt(second / (1 - 0.999**step)) + 1e-12
        return np.asarray(rate * first / (1 - 0.9**step) / corrected, np.float32)
