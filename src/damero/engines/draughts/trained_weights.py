"""The trained weights that come with the engine, and which of them suit a variant.

Weights are found by the traits of the rules. A variant that was never trained plays with those of the nearest trained
rules, so that a new variant needs no entry here. This module loads no compiled code.
"""

from __future__ import annotations

import gzip
from array import array
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from damero.domain.draughts.rules import Duty, Priority, Promotion, Rules
from damero.engines.data_file import BadDataFile, DataFile, read_data_file, write_data_file

FOLDER = Path(__file__).parent / "data"


class Traits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides how good a pattern of pieces is, the most important first."""

    size: int
    flying_kings: bool
    men_capture_backward: bool
    men_capture_kings: bool
    priority: Priority
    promotion: Promotion
    duty: Duty
    men_rows: int

    def differences(self, other: Traits) -> tuple[bool, ...]:
        """Compared as tuples, the nearer traits come first: one important difference outweighs all lesser ones."""
        pairs = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return tuple(one != two for one, two in pairs)


class TrainedWeights(DataFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known about a file of weights. The numbers are beside it, in a file of the same name."""

    trained_on: str
    """The id of the variant whose games they were fitted to."""
    traits: Traits
    sha256: str
    """Of the numbers, uncompressed."""
    rounds: int
    nodes_per_move: int
    positions: int
    against_hand_made: dict[str, str]
    """Results of matches against hand-made weights, by their limit."""


def traits_of(rules: Rules) -> Traits:
    return Traits(
        size=rules.size,
        flying_kings=rules.flying_kings,
        men_capture_backward=rules.men_capture_backward,
        men_capture_kings=rules.men_capture_kings,
        priority=rules.priority,
        promotion=rules.promotion,
        duty=rules.duty,
        men_rows=rules.men_rows,
    )


@cache
def all_weights() -> tuple[TrainedWeights, ...]:
    return tuple(read_data_file(path, TrainedWeights) for path in sorted(FOLDER.glob("*.json")))


def weights_for(rules: Rules) -> TrainedWeights | None:
    """The weights of the nearest trained rules; None if no variant was trained on a board of this size."""
    wanted = traits_of(rules)
    candidates = [weights for weights in all_weights() if weights.traits.size == wanted.size]
    return min(candidates, key=lambda weights: (wanted.differences(weights.traits), weights.trained_on), default=None)


def numbers_of(weights: TrainedWeights, folder: Path = FOLDER) -> array[int]:
    """The numbers of these weights; `BadDataFile` if they are not those that were written."""
    path = folder / f"{weights.trained_on}.bin.gz"
    try:
        numbers = read(path)
    except (OSError, EOFError) as problem:
        raise BadDataFile("file.unreadable", file=path.name, reason=str(problem)) from problem
    if digest_of(numbers) != weights.sha256:
        raise BadDataFile("file.altered", file=path.name)
    return numbers


def publish(weights: TrainedWeights, numbers: array[int], folder: Path) -> None:
    """Write weights as the engine reads them."""
    write_data_file(folder / f"{weights.trained_on}.json", weights)
    write(folder / f"{weights.trained_on}.bin.gz", numbers)


def digest_of(numbers: array[int]) -> str:
    return sha256(numbers.tobytes()).hexdigest()


def read(path: Path) -> array[int]:
    return array("h", gzip.decompress(path.read_bytes()))


def write(path: Path, numbers: array[int]) -> None:
    path.write_bytes(gzip.compress(numbers.tobytes(), mtime=0))
