"""What may make an army good or bad: named traits, which games have taught the worth of (`likings.json`, see `muster`).

Squares count from the owner's back row: row 0, then row 1 …
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import takewhile
from typing import TypeAlias

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.domain.stratego.setup import read_army

Draft: TypeAlias = Mapping[int, Rank]
"""Ranks on squares of the zone."""
Trait: TypeAlias = tuple[str, float]

KINDS: Mapping[Rank, str] = {
    Rank.COLONEL: "officer",
    Rank.MAJOR: "officer",
    Rank.CAPTAIN: "soldier",
    Rank.LIEUTENANT: "soldier",
    Rank.SERGEANT: "soldier",
}
"""Ranks whose places are judged together; every other rank is judged by itself."""
OFFICERS = (Rank.MARSHAL, Rank.GENERAL, Rank.COLONEL, Rank.MAJOR)
LURES = (Rank.GENERAL, Rank.COLONEL)
"""What the enemy's marshal comes to take."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What games with armies of one size have taught."""

    pieces: int
    games: int
    keenness: float
    """How much more often than its odds of winning say a better army is chosen, as a power."""
    evenness: float
    """The power that makes the flag's places more alike: nobody shall guess it."""
    likings: Mapping[str, float]
    """What traits add to the logarithm of the odds to win."""


@cache
def lesson(rules: Rules) -> Lesson:
    """That of the army most like this one in size."""
    tables = json.loads(files(__package__).joinpath("likings.json").read_text("utf-8"))["armies"]
    return min((Lesson(**table) for table in tables), key=lambda known: abs(known.pieces - rules.army_size))


def draft_of(rules: Rules, text: str) -> dict[int, Rank]:
    """The squares of an army's text."""
    ranks = read_army(rules, text)
    rows = [ranks[start : start + SIZE] for start in range(0, len(ranks), SIZE)]
    squares = enumerate(rank for row in reversed(rows) for rank in row)
    return {square: rank for square, rank in squares if rank is not None}


def kind_of(rank: Rank) -> str:
    return KINDS.get(rank, rank.name.lower())


@cache
def lake_columns(rules: Rules) -> frozenset[int]:
    return frozenset(column for _, column in rules.lakes)


def place_traits(rules: Rules, rank: Rank, square: int, flag: int) -> Iterator[Trait]:
    """What a piece has by its place alone, given the flag's."""
    row, column = divmod(square, SIZE)
    kind = kind_of(rank)
    yield f"{kind} in row {row}", 1.0
    if column not in lake_columns(rules):
        yield f"{kind} in a lane", 1.0
    yield f"{kind} from the middle", abs(column - (SIZE - 1) / 2) / SIZE
    if rank is not Rank.FLAG:
        yield f"{kind} from the flag", apart(square, flag) / SIZE
        yield from _post(kind, square, flag)


def _post(kind: str, square: int, flag: int) -> Iterator[Trait]:
    if square == flag + SIZE:
        yield f"{kind} before the flag", 1.0
    elif apart(square, flag) == 1:
        yield f"{kind} beside the flag", 1.0


def company_traits(rules: Rules, draft: Draft) -> Iterator[Trait]:
    """What pieces have by each other's places."""
    if len(draft) < rules.zone_rows * SIZE:
        yield from _sights(rules, draft)
    yield "spy from a lure", _spy_distance(draft) / SIZE


def _sights(rules: Rules, draft: Draft) -> Iterator[Trait]:
    for square, rank in draft.items():
        if is_in_sight(rules, draft, square):
            yield f"{kind_of(rank)} in sight", 1.0


def army_traits(rules: Rules, draft: Draft) -> dict[str, float]:
    flag = flag_of(draft)
    found: dict[str, float] = {}
    for square, rank in draft.items():
        for name, value in place_traits(rules, rank, square, flag):
            found[name] = found.get(name, 0.0) + value
    for name, value in company_traits(rules, draft):
        found[name] = found.get(name, 0.0) + value
    return found


def flag_of(draft: Draft) -> int:
    return next(square for square, rank in draft.items() if rank is Rank.FLAG)


def is_in_sight(rules: Rules, draft: Draft, square: int) -> bool:
    """Whether a scout of the enemy reaches the square in one run through a lane."""
    ahead = range(square + SIZE, rules.zone_rows * SIZE, SIZE)
    return square % SIZE not in lake_columns(rules) and not any(other in draft for other in ahead)


def raids(rules: Rules, draft: Draft) -> int:
    """From how many squares a scout could take the flag in its second run, with nobody there to stop it."""
    flag = flag_of(draft)
    return sum(not _is_guarded(rules, draft, square) for square in _landings(rules, draft, flag))


def _landings(rules: Rules, draft: Draft, flag: int) -> Iterator[int]:
    """The squares of the flag's row, with nothing between, that a scout reaches in one run."""
    first = flag - flag % SIZE
    for way in (range(flag - 1, first - 1, -1), range(flag + 1, first + SIZE)):
        for square in takewhile(lambda square: square not in draft, way):
            if is_in_sight(rules, draft, square):
                yield square


def _is_guarded(rules: Rules, draft: Draft, square: int) -> bool:
    beside = (draft.get(near) for near in neighbours(rules, square))
    return any(rank is not None and rank.is_movable and rank >= Rank.SCOUT for rank in beside)


def neighbours(rules: Rules, square: int) -> tuple[int, ...]:
    """The squares of the zone beside one."""
    return _beside(rules.zone_rows)[square]


@cache
def _beside(rows: int) -> tuple[tuple[int, ...], ...]:
    squares = range(rows * SIZE)
    return tuple(tuple(other for other in squares if apart(square, other) == 1) for square in squares)


def apart(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE) + abs(one % SIZE - two % SIZE)


def _spy_distance(draft: Draft) -> float:
    """The spy should be near a piece that the enemy's marshal comes to take."""
    spies = [square for square, rank in draft.items() if rank is Rank.SPY]
    lures = [square for square, rank in draft.items() if rank in LURES]
    return min((apart(spy, lure) for spy in spies for lure in lures), default=0)
