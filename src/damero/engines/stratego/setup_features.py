"""Set-up features: named properties of a placement that may make it good or bad.

Games have shown what each is worth (`data/setup_weights.json`, written by `train.fit_setups`). Home squares count from
the owner's back row: row 0, then row 1 …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import TypeAlias

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.domain.stratego.setup import read_army
from damero.engines.stratego import tables
from damero.engines.stratego.tables import SetupWeights

Placement: TypeAlias = Mapping[int, Rank]
"""Ranks on home squares."""
Feature: TypeAlias = tuple[str, float]

RANK_GROUPS: Mapping[Rank, str] = {
    Rank.COLONEL: "officer",
    Rank.MAJOR: "officer",
    Rank.CAPTAIN: "soldier",
    Rank.LIEUTENANT: "soldier",
    Rank.SERGEANT: "soldier",
}
"""Ranks whose squares are judged together; every other rank is a group of its own."""
OFFICERS = (Rank.MARSHAL, Rank.GENERAL, Rank.COLONEL, Rank.MAJOR)
LURES = (Rank.GENERAL, Rank.COLONEL)
"""Pieces that the enemy's marshal wants to capture."""


@cache
def setup_weights(rules: Rules) -> SetupWeights:
    """The weights for the army size nearest to that of these rules."""
    return tables.nearest_size(tables.setup_weights().armies, rules)


def placement_of(rules: Rules, text: str) -> dict[int, Rank]:
    """The placement that an army's text describes."""
    ranks = read_army(rules, text)
    rows = [ranks[start : start + SIZE] for start in range(0, len(ranks), SIZE)]
    squares = enumerate(rank for row in reversed(rows) for rank in row)
    return {square: rank for square, rank in squares if rank is not None}


def group_of(rank: Rank) -> str:
    return RANK_GROUPS.get(rank, rank.name.lower())


@cache
def lake_columns(rules: Rules) -> frozenset[int]:
    return frozenset(column for _, column in rules.lakes)


def square_features(rules: Rules, rank: Rank, square: int, flag: int) -> Iterator[Feature]:
    """The features of a piece by its square alone, given that of the flag."""
    row, column = divmod(square, SIZE)
    group = group_of(rank)
    yield f"{group} in row {row}", 1.0
    if column not in lake_columns(rules):
        yield f"{group} in a lane", 1.0
    yield f"{group} from the middle", abs(column - (SIZE - 1) / 2) / SIZE
    if rank is not Rank.FLAG:
        yield f"{group} from the flag", distance(square, flag) / SIZE
        yield from _beside_flag(group, square, flag)


def _beside_flag(group: str, square: int, flag: int) -> Iterator[Feature]:
    if square == flag + SIZE:
        yield f"{group} before the flag", 1.0
    elif distance(square, flag) == 1:
        yield f"{group} beside the flag", 1.0


def joint_features(rules: Rules, placement: Placement) -> Iterator[Feature]:
    """The features that depend on several pieces."""
    if len(placement) < rules.zone_rows * SIZE:
        yield from _exposed_pieces(rules, placement)
    yield "spy from a lure", _spy_distance(placement) / SIZE


def _exposed_pieces(rules: Rules, placement: Placement) -> Iterator[Feature]:
    for square, rank in placement.items():
        if is_in_sight(rules, placement, square):
            yield f"{group_of(rank)} in sight", 1.0


def army_features(rules: Rules, placement: Placement) -> dict[str, float]:
    flag = flag_of(placement)
    found: dict[str, float] = {}
    for square, rank in placement.items():
        for name, value in square_features(rules, rank, square, flag):
            found[name] = found.get(name, 0.0) + value
    for name, value in joint_features(rules, placement):
        found[name] = found.get(name, 0.0) + value
    return found


def flag_of(placement: Placement) -> int:
    return next(square for square, rank in placement.items() if rank is Rank.FLAG)


def is_in_sight(rules: Rules, placement: Placement, square: int) -> bool:
    """Whether an enemy scout can reach the square in one move through a lane."""
    ahead = range(square + SIZE, rules.zone_rows * SIZE, SIZE)
    return square % SIZE not in lake_columns(rules) and not any(other in placement for other in ahead)


def unguarded_raids(rules: Rules, placement: Placement) -> int:
    """From how many squares a scout could capture the flag in its second move, with no piece there to stop it."""
    flag = flag_of(placement)
    return sum(not _is_guarded(rules, placement, square) for square in _raid_squares(rules, placement, flag))


def _raid_squares(rules: Rules, placement: Placement, flag: int) -> Iterator[int]:
    """The squares in the flag's row, with nothing between, that a scout can reach in one move."""
    first = flag - flag % SIZE
    for line in (range(flag - 1, first - 1, -1), range(flag + 1, first + SIZE)):
        for square in takewhile(lambda square: square not in placement, line):
            if is_in_sight(rules, placement, square):
                yield square


def _is_guarded(rules: Rules, placement: Placement, square: int) -> bool:
    beside = (placement.get(near) for near in neighbours(rules, square))
    return any(rank is not None and rank.is_movable and rank >= Rank.SCOUT for rank in beside)


def neighbours(rules: Rules, square: int) -> tuple[int, ...]:
    """The home squares beside one."""
    return _neighbours(rules.zone_rows)[square]


@cache
def _neighbours(rows: int) -> tuple[tuple[int, ...], ...]:
    squares = range(rows * SIZE)
    return tuple(tuple(other for other in squares if distance(square, other) == 1) for square in squares)


def distance(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE) + abs(one % SIZE - two % SIZE)


def _spy_distance(placement: Placement) -> float:
    """The distance of the spy to the nearest piece that the enemy's marshal wants to capture."""
    spies = [square for square, rank in placement.items() if rank is Rank.SPY]
    lures = [square for square, rank in placement.items() if rank in LURES]
    return min((distance(spy, lure) for spy in spies for lure in lures), default=0)
