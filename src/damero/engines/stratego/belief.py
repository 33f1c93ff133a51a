"""What the unknown pieces of the enemy may be.

Each has a weight for every rank: what the rules allow, times how often that rank begins on such a square (see
`places`), times how well it fits the piece's behaviour (see `traces`). Some players send after a known piece only what
beats it, others bluff: how honest an opponent is, its pieces tell that have come to light. Weights become probabilities
by bringing rows and columns to their sums in turn (each piece has one rank; each rank has as many pieces as are still
unseen).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log
from random import Random
from typing import TypeAlias

from damero.domain.stratego.board import SIZE, Piece, kind_of
from damero.domain.stratego.rules import PlayerSide, Rank, Rules
from damero.domain.stratego.view import View
from damero.engines.stratego.balance import balanced
from damero.engines.stratego.kernel import fight_of
from damero.engines.stratego.places import Likings, followed, likings_by, weighed
from damero.engines.stratego.places import read_table as read_table
from damero.engines.stratego.traces import Past, Trace, home_square, past_of

RANKS = tuple(Rank)
TRUST_IN_BEHAVIOUR = 0.7
"""The power to which the evidence of our own behaviour counts: not every opponent behaves alike."""
MOST_EVIDENCE = 3.0
HONESTY = (0.0, 0.5, 1.0)
"""How much a deed may tell of who is stronger, by the honesty of its doer.

All of them, and the manner of outsiders, are equally likely at first.
"""
DEEDS = {"sought": 0.6, "covered": 2.0, "backed": 1.0, "spared": -0.4, "fled": -0.4, "left": -0.2}
"""What is done near a known piece, and how much it says that the doer beats it."""
RISKS = {"approached": 1.0}
"""What is done in reach of a known piece, and how much it says that the doer can be attacked by it without loss."""
DOUBT = 0.1
"""What remains of every manner, whatever the known pieces say."""
SWAPS = 12
"""Exchanges tried for each unknown piece of a sampled army."""

Weights: TypeAlias = list[float]
Evidence: TypeAlias = Mapping[str, Sequence[float]]
"""For each event what it adds to the logarithm of each rank's weight."""


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """What the deeds of a player's pieces say of their ranks."""

    table: Evidence
    honesty: float = 0.0
    trust: float = TRUST_IN_BEHAVIOUR


@dataclass(frozen=True, slots=True)
class Belief:
    """Probabilities of ranks for the squares of unknown enemy pieces."""

    cells: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    """By piece, then by rank from flag to bomb."""
    weights: tuple[tuple[float, ...], ...]
    """The same before they are brought to their sums; zero where the rules allow nothing."""
    unseen: tuple[int, ...]
    """How many pieces of each rank are still unseen."""

    def at(self, cell: int) -> Mapping[Rank, float]:
        return dict(zip(RANKS, self.chances[self.cells.index(cell)], strict=True))


NOTHING: Belief = Belief((), (), (), ())


def belief_of(view: View, past: Past | None = None, table: Evidence | None = None) -> Belief:
    """What the viewer may believe of the enemy's unknown pieces; `table` takes the place of the learnt evidence."""
    assert view.seat is not None
    past = past or past_of(view)
    manners = manners_of(view.rules) if table is None else (Manner(table),)
    enemy = view.seat.opponent
    army = [trace for trace in past.traces if trace.side is enemy]
    return _judged(view, army, manners, unseen_counts(view, enemy))


def suspicion_of(view: View, past: Past) -> Belief:
    """What the enemy may believe of the viewer's own pieces that it does not know."""
    hidden = Counter(
        piece.rank
        for piece in view.cells
        if isinstance(piece, Piece) and piece.side is view.seat and not piece.revealed
    )
    return _judged(view, past.own, manners_of(view.rules), [hidden[rank] for rank in RANKS])


def _judged(view: View, army: Sequence[Trace], manners: Sequence[Manner], unseen: Sequence[int]) -> Belief:
    """What those of an army may be whose rank its traces do not tell."""
    strangers = {trace.cell: trace for trace in army if trace.cell is not None and trace.rank is None}
    cells, moved = tuple(sorted(strangers)), frozenset(view.moved)
    places = likings_by(view.rules, trust_in(view.rules, army))
    shares = tuple(zip(manners, shares_of(view.rules, manners, army), strict=True))
    weights = [_weights(view.rules, strangers[cell], shares, places, moved=cell in moved) for cell in cells]
    return Belief(cells, tuple(balanced(weights, unseen)), tuple(map(tuple, weights)), tuple(unseen))


def counting(view: View) -> Belief:
    """The same by counting alone: nothing but what the rules allow."""
    assert view.seat is not None
    moved, enemy = frozenset(view.moved), view.seat.opponent
    cells = tuple(cell for cell, piece in enumerate(view.cells) if piece and piece.kind == f"{enemy}-unknown")
    weights = [[1.0 if rank.is_movable or cell not in moved else 0.0 for rank in RANKS] for cell in cells]
    unseen = unseen_counts(view, enemy)
    return Belief(cells, tuple(balanced(weights, unseen)), tuple(map(tuple, weights)), tuple(unseen))


def unseen_counts(view: View, side: PlayerSide) -> list[int]:
    hidden = dict(view.hidden)
    return [hidden.get(kind_of(side, rank), 0) for rank in RANKS]


def _weights(
    rules: Rules, trace: Trace, shares: Iterable[tuple[Manner, float]], places: Likings, *, moved: bool
) -> Weights:
    events = frozenset(trace.events)
    lifts = [(share, lifts_of(rules, manner, events)) for manner, share in shares]
    likes = places[home_square(trace)] if _is_home(rules, trace) else (1.0,) * len(RANKS)
    return [
        likes[rank] * sum(share * row[rank] for share, row in lifts) if rank.is_movable or not moved else 0.0
        for rank in RANKS
    ]


def trust_in(rules: Rules, army: Iterable[Trace]) -> tuple[float, ...]:
    """How likely the owner of these pieces follows each school of setting up, by those that are known or have moved."""
    at_home = [trace for trace in army if _is_home(rules, trace)]
    known = [(home_square(trace), trace.rank) for trace in at_home if trace.rank is not None]
    moved = [home_square(trace) for trace in at_home if trace.rank is None and trace.moves]
    return followed(rules, known, moved)


def _is_home(rules: Rules, trace: Trace) -> bool:
    return home_square(trace) < rules.zone_rows * SIZE


def shares_of(rules: Rules, manners: Sequence[Manner], army: Iterable[Trace]) -> tuple[float, ...]:
    """How likely the owner of these pieces has each manner, by what the known ones did before they were known."""
    known = [(frozenset(trace.events), trace.rank) for trace in army if trace.rank is not None and trace.events]
    logs = [sum(log(lifts_of(rules, manner, events)[rank]) for events, rank in known) for manner in manners]
    return weighed(logs, [1 / len(manners)] * len(manners), DOUBT)


@lru_cache(maxsize=1 << 13)
def lifts_of(rules: Rules, manner: Manner, events: frozenset[str]) -> Weights:
    """How much more likely each rank is for a piece that did all this than for any piece."""
    rows = [manner.table[event] for event in sorted(events) if event in manner.table]
    met = [(deed, int(rank)) for deed, rank, *_ in map(str.split, sorted(events)) if rank.isdigit()]
    logs = [
        manner.trust * sum(row[rank] for row in rows)
        + manner.honesty * sum(_told(deed, rank, other) for deed, other in met)
        for rank in RANKS
    ]
    lifts = [exp(max(-MOST_EVIDENCE, min(MOST_EVIDENCE, one))) for one in logs]
    mean = sum(rules.count(rank) * lift for rank, lift in zip(RANKS, lifts, strict=True)) / rules.army_size
    return [lift / mean for lift in lifts]


def _told(deed: str, rank: int, other: int) -> float:
    """What a deed of an honest piece beside a known one says for a rank."""
    return DEEDS.get(deed, 0.0) * fight_of(rank, other) - RISKS.get(deed, 0.0) * fight_of(other, rank)


@cache
def manners_of(rules: Rules) -> tuple[Manner, ...]:
    """Players who behave as the engine does, more or less honestly, and those who behave as programs of other hands."""
    outsiders = read_table("outsiders.json").get(str(rules.army_size))
    own = tuple(Manner(behaviour(rules), honesty) for honesty in HONESTY)
    return own if outsiders is None else (*own, Manner(outsiders, trust=1.0))


@cache
def behaviour(rules: Rules) -> Evidence:
    """What games with armies most like these in size have taught; see `fit`."""
    tables: Mapping[str, Evidence] = read_table("behaviour.json")
    return tables[min(tables, key=lambda pieces: abs(int(pieces) - rules.army_size))]


def samples(view: View, random: Random, number: int = 1, belief: Belief | None = None) -> list[dict[int, Rank]]:
    """Complete armies for the squares of the unknown pieces, drawn by their weights.

    Each begins with any legal army and exchanges the ranks of pieces by lot (the Metropolis rule), so that an army
    comes up as often as the product of its weights says.
    """
    belief = belief or belief_of(view)
    return [_sample(belief, random) for _ in range(number)]


def _sample(belief: Belief, random: Random) -> dict[int, Rank]:
    pieces = range(len(belief.cells))
    spare = [rank for rank in RANKS for _ in range(belief.unseen[rank])]
    given = _any_army(belief, spare, random)
    for _ in range(SWAPS * len(given)):
        one, two = random.choice(pieces), random.randrange(len(given))
        here, there = given[one], given[two]
        now = belief.weights[one][here] * (belief.weights[two][there] if two in pieces else 1.0)
        then = belief.weights[one][there] * (belief.weights[two][here] if two in pieces else 1.0)
        is_flag_kept = two in pieces or here is not Rank.FLAG
        if is_flag_kept and then > 0 and random.random() * now < then:
            given[one], given[two] = there, here
    return dict(zip(belief.cells, given, strict=False))


def _any_army(belief: Belief, spare: list[Rank], random: Random) -> list[Rank]:
    """Any legal army by lot, with the ranks that are on no square at its end."""
    random.shuffle(spare)
    free = [piece for piece, row in enumerate(belief.weights) if row[Rank.FLAG] > 0 or row[Rank.BOMB] > 0]
    random.shuffle(free)
    fixed = [rank for rank in spare if not rank.is_movable]
    fixed.sort(key=lambda rank: rank is not Rank.FLAG)
    given: dict[int, Rank] = dict(zip(free, fixed, strict=False))
    left = [rank for rank in spare if rank.is_movable] + fixed[len(free) :]
    for piece in range(len(belief.cells)):
        if piece not in given:
            given[piece] = left.pop(0)
    return [given[piece] for piece in range(len(belief.cells))] + left
