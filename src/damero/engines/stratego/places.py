"""Where ranks begin: schools of setting up, and which of them an opponent seems to follow.

Squares count from their owner's back row: row 0, then row 1 …; left and right are alike. A liking tells how much more
often a rank begins on a square than a piece of any rank does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import TypeAlias

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
    known: dict[str, Likings] = {"lot": ((1.0,) * len(Rank),) * squares}
    if rules.army_size == squares:
        table = read_table("priors.json")
        known["agent"] = _likings(rules, _counted(rules, table["counts"]))
        known["people"] = _softened(_likings(rules, _blurred(_counted(rules, table["people"]), 0.2, 1.0)))
    else:
        known["own"] = _softened(_likings(rules, _counted(rules, read_table("own.json")["counts"])))
    if formations(rules):
        drawn = _drawn_up([formation.army for formation in formations(rules)[::2]])
        known["library"] = _softened(_likings(rules, _blurred(drawn, 0.3, 2.0)))
    total = sum(SHARES[name] for name in known)
    return tuple(School(name, SHARES[name] / total, likings) for name, likings in known.items())


def followed(rules: Rules, known: Iterable[tuple[int, Rank]]) -> tuple[float, ...]:
    """How likely each school is the one of an army with these ranks on these squares."""
    pieces, all_schools = list(known), schools(rules)
    logs = [
        log(school.share) + sum(log(school.likings[square][rank] + ODDITY) for square, rank in pieces)
        for school in all_schools
    ]
    return weighed(logs, [school.share for school in all_schools], DOUBT)


def weighed(logs: Sequence[float], before: Sequence[float], doubt: float) -> tuple[float, ...]:
    """Chances by their logarithms; `doubt` is how much remains of what was thought before."""
    chances = [exp(one - max(logs)) for one in logs]
    total = sum(chances)
    return tuple((1 - doubt) * chance / total + doubt * prior for chance, prior in zip(chances, before, strict=True))


def liking(rules: Rules, trust: Sequence[float], square: int) -> list[float]:
    """For each rank how much it likes a square, by schools that are trusted so much."""
    rows = [(weight, school.likings[square]) for weight, school in zip(trust, schools(rules), strict=True)]
    return [sum(weight * row[rank] for weight, row in rows) for rank in Rank]


def read_table(name: str) -> dict[str, dict[str, list]]:  # type: ignore[type-arg]
    tables: dict[str, dict[str, list]] = json.loads(files(__package__).joinpath(name).read_text("utf-8"))  # type: ignore[type-arg]
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
