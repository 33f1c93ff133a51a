"""The evaluation of a variant, with trained weights or with hand-made ones."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from damero.domain.draughts.board import geometry
from damero.domain.draughts.rules import Rules
from damero.engines.data_file import BadDataFile, read_data_file
from damero.engines.draughts.evaluate import Evaluation, blocks_of
from damero.engines.draughts.trained_weights import TrainedWeights, numbers_of, weights_for
from damero.engines.engine import HAND_MADE, TRAINED

UNIT = 10
"""Weights are tenths of a hundredth of a man."""
WHITE, BLACK = 1, 2


@lru_cache(maxsize=64)
def evaluation_of(rules: Rules, source: str = TRAINED) -> Evaluation:
    """With the weights of the nearest trained rules, with hand-made ones, or with those of a file."""
    if source == HAND_MADE:
        return Evaluation(rules, hand_made(rules))
    if source == TRAINED:
        trained = weights_for(rules)
        return Evaluation(rules, numbers_of(trained) if trained else hand_made(rules))
    return _evaluation_from(rules, Path(source))


def _evaluation_from(rules: Rules, path: Path) -> Evaluation:
    weights = read_data_file(path, TrainedWeights)
    if weights.traits.size != rules.size:
        raise BadDataFile("file.other_board", file=path.name)
    return Evaluation(rules, numbers_of(weights, path.parent))


def hand_made(rules: Rules) -> array[int]:
    """Material, advance, the back row, the centre, and men that stand behind each other."""
    numbers = array("h")
    for opening, ending in _terms(rules):
        numbers.extend((opening * UNIT, ending * UNIT))
    for block in blocks_of(rules.size):
        numbers.extend(_pattern_weights(rules, block))
    return numbers


def _terms(rules: Rules) -> tuple[tuple[int, int], ...]:
    """A man, the first king, further kings, a king on the long diagonal, the turn: for the opening and the ending."""
    if rules.flying_kings:
        return ((100, 100), (300, 280), (220, 220), (10, 20), (3, 0))
    return ((100, 100), (140, 140), (135, 135), (0, 0), (3, 0))


def _pattern_weights(rules: Rules, block: list[int]) -> Iterator[int]:
    """The weights of one block, in the order of its pattern numbers: the first square is the lowest digit."""
    shared = Counter(square for each in blocks_of(rules.size) for square in each)
    sums = [(0.0, 0.0)]
    for square in block:
        digits = ((0.0, 0.0), *(_square_value(rules, square, colour, shared[square]) for colour in (WHITE, BLACK)))
        sums = [(opening + more[0], ending + more[1]) for more in digits for opening, ending in sums]
    for opening, ending in sums:
        yield round(UNIT * opening)
        yield round(UNIT * ending)


def _square_value(rules: Rules, square: int, colour: int, shared: int) -> tuple[float, float]:
    """What a man on this square adds to White's value in each block that has it."""
    row, column = geometry(rules.size).places[square]
    last = rules.size - 1
    if colour == BLACK:
        row, column = last - row, last - column
    advance = last - row
    centre = 3 if 2 <= column <= last - 2 else 0
    guard = 8 if advance == 0 else 0
    opening, ending = 1.5 * advance + centre + guard, 4.0 * advance + centre + guard / 4
    sign = 1 if colour == WHITE else -1
    return sign * opening / shared, sign * ending / shared
