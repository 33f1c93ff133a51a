"""Where ranks begin: schools of setting up, and which of them an opponent seems to follow.

Squares count from their owner's back row: row 0, then row 1 …; every school has its mirror image. A liking tells how
much more often a rank begins on a square than a piece of any rank does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import exp, log
from typing import Any, TypeAlias

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.formations import formations
from damero.domain.stratego.notation import RANKS as LETTERS
from damero.domain.stratego.rules import Rank, Rules

SHARES = {"lot": 0.2, "agent": 0.25, "people": 0.3, "library": 0.25, "own": 0.45}
"""How likely an opponent follows each school, before any of its pieces is known."""
DOUBT = 0.03
"""What of that remains, whatever its known pieces say."""
OPENNESS = 0.1
"""How much of every liking is by lot where a school is known by few armies."""
ODDITY = 0.02
"""The liking of a place where a school has no such rank at all."""
COMMON = 15.0
"""So many armies of no special kind are added to each kind of people's armies."""
NO_TRUST = 0.0005
"""A school that is trusted less is left out."""
MOVER = len(Rank)
"""Stands in the place of a rank for a piece that can move."""

Likings: TypeAlias = tuple[tuple[float, ...], ...]
"""By square, then by rank."""
Counts: TypeAlias = Sequence[Sequence[float]]
"""For each rank how many armies have it on each square."""


@dataclass(frozen=True, slots=True)
class School:
    name: str
    share: float
    likings: Likings


@cache
def schools(rules: Rules) -> tuple[School, ...]:
    """By lot, a strong agent's, people's, and every second formation of the library; the others are to measure by.

    What agent and people do with armies that fill their zone says nothing of where a few pieces would stand: for these
    there is what the engine itself does.
    """
    squares = rules.zone_rows * SIZE
    known: dict[str, list[tuple[float, Likings]]] = {"lot": [(1.0, ((1.0,) * len(Rank),) * squares)]}
    if rules.army_size == squares:
        known["agent"] = [(1.0, _likings(rules, _counted(rules, read_table("priors.json")["counts"])))]
        known["people"] = _kinds(rules)
    else:
        known["own"] = [(1.0, _softened(_likings(rules, _counted(rules, read_table("own.json")["counts"]))))]
    if formations(rules):
        drawn = _drawn_up([formation.army for formation in formations(rules)[::2]])
        known["library"] = [(1.0, _softened(_likings(rules, _blurred(drawn, 0.3, 2.0))))]
    total = sum(SHARES[name] for name in known)
    return tuple(
        School(name, SHARES[name] / total * part, likings) for name, parts in known.items() for part, likings in parts
    )


def _kinds(rules: Rules) -> list[tuple[float, Likings]]:
    """The kinds of armies that people set up, each as it is and mirrored, with the part that each has of all."""
    kinds = read_table("people.json")["kinds"]
    total = sum(kind["armies"] for kind in kinds)
    tables = [_counted(rules, kind["counts"]) for kind in kinds]
    common = [
        [COMMON / total * sum(counts) for counts in zip(*lines, strict=True)] for lines in zip(*tables, strict=True)
    ]
    parts = [kind["armies"] / total / 2 for kind in kinds]
    found = [_likings(rules, _added(table, common)) for table in tables]
    return [*zip(parts, found, strict=True), *zip(parts, map(_mirrored, found), strict=True)]


def followed(rules: Rules, known: Iterable[tuple[int, Rank]], moved: Iterable[int] = ()) -> tuple[float, ...]:
    """How likely each school is the one of an army with these ranks on these squares, and movers on those."""
    pieces, movers, all_schools = list(known), list(moved), schools(rules)
    logs = [
        log(school.share)
        + sum(row[square][rank] for square, rank in pieces)
        + sum(row[square][MOVER] for square in movers)
        for school, row in zip(all_schools, _logs(rules), strict=True)
    ]
    return weighed(logs, [school.share for school in all_schools], DOUBT)


@cache
def _logs(rules: Rules) -> tuple[Likings, ...]:
    """For each school the logarithms of its likings, and last that of any rank that can move."""
    parts = [rules.count(rank) / rules.army_size for rank in Rank]
    return tuple(
        tuple(
            (
                *(log(liking + ODDITY) for liking in row),
                log(sum(parts[rank] * row[rank] for rank in Rank if rank.is_movable) + ODDITY),
            )
            for row in school.likings
        )
        for school in schools(rules)
    )


def weighed(logs: Sequence[float], before: Sequence[float], doubt: float) -> tuple[float, ...]:
    """Chances by their logarithms; `doubt` is how much remains of what was thought before."""
    chances = [exp(one - max(logs)) for one in logs]
    total = sum(chances)
    return tuple((1 - doubt) * chance / total + doubt * prior for chance, prior in zip(chances, before, strict=True))


@lru_cache(maxsize=256)
def likings_by(rules: Rules, trust: tuple[float, ...]) -> Likings:
    """For each square how ranks like it, by schools that are trusted so much."""
    trusted = [
        (weight, school.likings) for weight, school in zip(trust, schools(rules), strict=True) if weight > NO_TRUST
    ]
    whole = sum(weight for weight, _ in trusted)
    return tuple(
        tuple(sum(weight * likings[square][rank] for weight, likings in trusted) / whole for rank in Rank)
        for square in range(rules.zone_rows * SIZE)
    )


def read_table(name: str) -> dict[str, Any]:
    tables: dict[str, Any] = json.loads(files(__package__).joinpath(name).read_text("utf-8"))
    return tables


def _counted(rules: Rules, counts: dict[str, list[list[int]]]) -> Counts:
    """Ranks that a table does not have stand nowhere."""
    tables = [counts.get(rank.name.lower(), [[0] * SIZE] * rules.zone_rows) for rank in Rank]
    return [[count for row in table[: rules.zone_rows] for count in row] for table in tables]


def _drawn_up(armies: Sequence[str]) -> Counts:
    """The ranks of armies on their squares, each army with its mirror image."""
    rows = [army.split("/")[::-1] for army in armies]
    texts = ["".join(one) for one in rows] + ["".join(row[::-1] for row in one) for one in rows]
    return [
        [sum(LETTERS.get(text[square]) is rank for text in texts) for square in range(len(texts[0]))] for rank in Rank
    ]


def _added(one: Counts, two: Counts) -> Counts:
    return [[a + b for a, b in zip(*lines, strict=True)] for lines in zip(one, two, strict=True)]


def _mirrored(likings: Likings) -> Likings:
    return tuple(likings[square - square % SIZE + SIZE - 1 - square % SIZE] for square in range(len(likings)))


def _blurred(counts: Counts, rows: float, columns: float) -> Counts:
    """Counts that are spread over the squares near by: few armies tell little of a single square."""
    squares = range(len(counts[0]))
    shares = [[exp(-_rows(one, two) / rows - _columns(one, two) / columns) for two in squares] for one in squares]
    totals = [sum(line) for line in shares]
    return [
        [
            sum(share * count for share, count in zip(shares[square], line, strict=True)) / totals[square]
            for square in squares
        ]
        for line in counts
    ]


def _likings(rules: Rules, counts: Counts) -> Likings:
    """Shares of ranks on squares beside what all ranks together have there."""
    shares = [[count / max(1, sum(line)) for count in line] for line in counts]
    army = [rules.count(rank) / rules.army_size for rank in Rank]
    squares = range(len(counts[0]))
    common = [sum(part * shares[rank][square] for rank, part in zip(Rank, army, strict=True)) for square in squares]
    return tuple(
        tuple(shares[rank][square] / common[square] if common[square] else 1.0 for rank in Rank) for square in squares
    )


def _softened(likings: Likings) -> Likings:
    return tuple(tuple((1 - OPENNESS) * liking + OPENNESS for liking in row) for row in likings)


def _rows(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE)


def _columns(one: int, two: int) -> int:
    return abs(one % SIZE - two % SIZE)
