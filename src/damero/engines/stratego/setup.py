"""Armies for the engine: sound, varied, in several styles.

The flag is placed first, by lot; then a full army is given a kind, of those that people set up with the flag there, and
every other piece its place, by lot. Then pieces change places by lot (the Metropolis rule), so that an army comes up
about as often as its merits say: where such ranks stand in its kind, what games have taught, what its style wishes,
less the faults that any player would see. No army may be lost at once to a scout.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp, inf, log
from random import Random
from typing import TypeAlias

from damero.domain.game import Game, Seat
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.domain.stratego.setup import write_army
from damero.engines.stratego.merits import (
    OFFICERS,
    Trait,
    apart,
    company_traits,
    flag_of,
    is_in_sight,
    lake_columns,
    lesson,
    neighbours,
    place_traits,
    raids,
)
from damero.engines.stratego.places import Likings, School, schools

EXCHANGES = 5
"""Exchanges tried for each square of the zone."""
SHUT_LANE, SHUT_IN = 1.5, 3.0
"""How bad it is that a bomb stands in front of a lane, or that a piece has only bombs and edges around it."""
RAID = 3.0
"""How bad each square is from which a scout could take the flag in its second run."""
RARE = 0.01
"""Added to how a rank likes a place: what was never seen may be tried."""
Draft: TypeAlias = dict[int, Rank]
Weights: TypeAlias = Mapping[str, float]
"""What traits are worth, in logarithms."""
Kind: TypeAlias = tuple[School, Weights]
Places: TypeAlias = Mapping[Rank, list[float]]
"""For each rank what its standing on each square adds to an army's merit."""


@dataclass(frozen=True, slots=True)
class Style:
    """What an army is made for: wishes that count beside what is good anyway."""

    name: str
    wishes: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Traits that it likes or, below zero, avoids: what they add to the logarithm of the odds to win, in its eyes."""
    wing: float = 0.0
    """How much an officer wishes to stand on one half of the board."""
    decoy: float = 0.0
    """How much a bomb wishes to stand beside a square of the back row that only pretends to hide the flag."""


def _officers(trait: str, wish: float) -> dict[str, float]:
    return {f"{kind} {trait}": wish for kind in ("marshal", "general", "officer")}


def _bombs(wish: float) -> dict[str, float]:
    return {"bomb beside the flag": wish, "bomb before the flag": wish}


STYLES = (
    Style("fortress", _bombs(1.0) | _officers("in row 3", -0.25)),
    Style(
        "blitz",
        _bombs(0.6) | _officers("in row 2", 0.25) | _officers("in row 3", 0.4) | _officers("in row 0", -0.25),
        wing=2.4,
    ),
    Style("balanced", _bombs(0.6)),
    Style("bluff", _bombs(0.1), decoy=6.0),
)


def army(game: Game, seat: Seat, random: Random) -> str:  # noqa: ARG001 (an army's text serves both seats)
    """The text of an army for a seat, in a style drawn by lot."""
    assert isinstance(game, StrategoGame)
    return styled_army(game.rules, random.choice(STYLES), random)


def styled_army(rules: Rules, style: Style, random: Random, learnt: Weights | None = None) -> str:
    """An army of one style; `learnt` takes the place of what games have taught."""
    weights = _weights(rules, style, lesson(rules).likings if learnt is None else learnt)
    flag, usual = _model(rules, weights, random)
    places = _places(rules, style, usual, weights, flag, random)
    draft = _first_draft(rules, places, flag, random)
    _improve(rules, draft, places, weights, random)
    rows = range(rules.zone_rows - 1, -1, -1)
    return write_army([draft.get(row * SIZE + column) for row in rows for column in range(SIZE)])


def _weights(rules: Rules, style: Style, learnt: Weights) -> Weights:
    traits, keenness = learnt.keys() | style.wishes.keys(), lesson(rules).keenness
    return {trait: keenness * (learnt.get(trait, 0.0) + style.wishes.get(trait, 0.0)) for trait in traits}


def _model(rules: Rules, weights: Weights, random: Random) -> tuple[int, Likings]:
    """A place for the flag, and how ranks like squares in a kind of armies with it there, good kinds more often."""
    kinds, evenness = _kinds(rules), lesson(rules).evenness
    squares = range((rules.zone_rows - 1) * SIZE)  # Never on the front row.
    appeals = [exp(_appeal(rules, Rank.FLAG, square, square, weights)) for square in squares]
    flags = [_shared(odds, kind.likings, appeals) for odds, (kind, _) in zip(_odds(kinds, weights), kinds, strict=True)]
    flag = random.choices(squares, [sum(places) ** evenness for places in zip(*flags, strict=True)])[0]
    kind, _ = random.choices(kinds, [places[flag] for places in flags])[0]
    return flag, kind.likings


def _shared(odds: float, usual: Likings, appeals: Sequence[float]) -> list[float]:
    """The odds of a kind, shared out by the places of its flag."""
    places = [(row[Rank.FLAG] + RARE) * appeal for row, appeal in zip(usual, appeals, strict=False)]
    whole = sum(places)
    return [odds * place / whole for place in places]


def _odds(kinds: Sequence[Kind], weights: Weights) -> list[float]:
    merits = [sum(value * weights.get(name, 0.0) for name, value in traits.items()) for _, traits in kinds]
    best = max(merits)
    return [kind.share * exp(merit - best) for (kind, _), merit in zip(kinds, merits, strict=True)]


@cache
def _kinds(rules: Rules) -> tuple[Kind, ...]:
    """The kinds of armies that people set up, with the traits that they have on average; small ones are of no kind."""
    people = [school for school in schools(rules) if school.name == "people"]
    anything = School("anything", 1.0, ((1.0,) * len(Rank),) * (rules.zone_rows * SIZE))
    return tuple((school, _mean_traits(rules, school.likings)) for school in people or [anything])


def _mean_traits(rules: Rules, likings: Likings) -> Weights:
    flag = max(range(len(likings)), key=lambda square: likings[square][Rank.FLAG])
    traits: defaultdict[str, float] = defaultdict(float)
    for square, row in enumerate(likings):
        for rank, count in rules.army:
            for name, value in _traits(rules, rank, square, flag):
                traits[name] += value * row[rank] * count / rules.army_size
    return traits


def _places(rules: Rules, style: Style, usual: Likings, weights: Weights, flag: int, random: Random) -> Places:
    """The merits of places, with what this one army is fond of: a wing, a square that pretends to hide the flag."""
    squares = range(rules.zone_rows * SIZE)
    places = {rank: [_merit(rules, usual, rank, square, flag, weights) for square in squares] for rank, _ in rules.army}
    wing = random.choice((0, 1))
    for rank in places.keys() & set(OFFICERS):
        for square in squares:
            places[rank][square] += style.wing * (square % SIZE // (SIZE // 2) == wing)
    pretended = random.choice([square for square in squares[:SIZE] if apart(square, flag) > 2])
    for square in neighbours(rules, pretended):
        places[Rank.BOMB][square] += style.decoy
    return places


def _merit(rules: Rules, usual: Likings, rank: Rank, square: int, flag: int, weights: Weights) -> float:
    return log(usual[square][rank] + RARE) + _appeal(rules, rank, square, flag, weights)


def _appeal(rules: Rules, rank: Rank, square: int, flag: int, weights: Weights) -> float:
    return sum(value * weights.get(name, 0.0) for name, value in _traits(rules, rank, square, flag))


@cache
def _traits(rules: Rules, rank: Rank, square: int, flag: int) -> tuple[Trait, ...]:
    return tuple(place_traits(rules, rank, square, flag))


def _first_draft(rules: Rules, places: Places, flag: int, random: Random) -> Draft:
    """One piece after the other by lot where it likes to stand, bombs first; somebody hides the flag from scouts."""
    ranks = [rank for rank, count in rules.army for _ in range(count) if rank is not Rank.FLAG]
    draft, square = {flag: Rank.FLAG}, flag
    for rank in sorted(ranks, reverse=True):
        free = [square for square in range(rules.zone_rows * SIZE) if square not in draft]
        square = random.choices(free, [exp(places[rank][square]) for square in free])[0]
        draft[square] = rank
    if is_in_sight(rules, draft, flag):
        _exchange(draft, square, flag + SIZE)
    return draft


def _improve(rules: Rules, draft: Draft, places: Places, weights: Weights, random: Random) -> None:
    """Let pieces change places by lot, the better the more often; the flag stays."""
    squares = [square for square in range(rules.zone_rows * SIZE) if draft.get(square) is not Rank.FLAG]
    company = _company(rules, draft, weights)
    for _ in range(EXCHANGES * len(squares)):
        one, two = random.choice([square for square in squares if square in draft]), random.choice(squares)
        gain = _moved(places, draft.get(one), one, two) + _moved(places, draft.get(two), two, one)
        _exchange(draft, one, two)
        then = _company(rules, draft, weights)
        if random.random() < exp(min(0.0, gain + then - company)):
            company = then
        else:
            _exchange(draft, one, two)


def _moved(places: Places, rank: Rank | None, origin: int, target: int) -> float:
    return 0.0 if rank is None else places[rank][target] - places[rank][origin]


def _exchange(draft: Draft, one: int, two: int) -> None:
    here, there = draft.pop(one, None), draft.pop(two, None)
    if here is not None:
        draft[two] = here
    if there is not None:
        draft[one] = there


def _company(rules: Rules, draft: Draft, weights: Weights) -> float:
    """What the pieces' standing together adds to an army's merit; an army that is lost at once has none."""
    if is_in_sight(rules, draft, flag_of(draft)):
        return -inf
    together = sum(weights.get(name, 0.0) * value for name, value in company_traits(rules, draft))
    return together - faults(rules, draft) - RAID * raids(rules, draft)


def faults(rules: Rules, draft: Mapping[int, Rank]) -> float:
    """What any player would call a fault: lanes shut by own bombs, pieces that cannot get out."""
    bombs = [square for square, rank in draft.items() if rank is Rank.BOMB]
    front, lakes = (rules.zone_rows - 1) * SIZE, lake_columns(rules)
    shut_lanes = sum(bomb >= front and bomb % SIZE not in lakes for bomb in bombs)
    walls = Counter(square for bomb in bombs for square in neighbours(rules, bomb) if square < front)
    shut_in = sum(
        _minds(draft.get(square)) and count == len(neighbours(rules, square)) for square, count in walls.items()
    )
    return SHUT_LANE * shut_lanes + SHUT_IN * shut_in


def _minds(rank: Rank | None) -> bool:
    """Whether a piece is of use only if it gets out; scouts and spies may serve as decoys."""
    return rank is not None and rank.is_movable and rank > Rank.SCOUT
