"""Armies for the engine: sound, varied, in several styles.

The flag comes first, then bombs beside it or beside a square that only pretends to hide it, then every other rank by
lot where such ranks usually stand, more or less far in front as the style likes. Of several drafts the soundest stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random

from damero.domain.game import Game, Seat
from damero.domain.stratego import StrategoGame
from damero.domain.stratego.board import SIZE
from damero.domain.stratego.rules import Rank, Rules
from damero.domain.stratego.setup import write_army
from damero.engines.stratego.belief import read_table

DRAFTS = 5
LAKE_COLUMNS = (2, 3, 6, 7)
OFFICERS = (Rank.MARSHAL, Rank.GENERAL, Rank.COLONEL, Rank.MAJOR)


@dataclass(frozen=True, slots=True)
class Style:
    """What an army is made for. Squares count from the owner's back row: row 0, then row 1 …"""

    name: str
    closed: float
    """How likely every open side of the flag has a bomb."""
    decoy: float = 0.0
    """How likely bombs stand around a square without the flag."""
    forward: Mapping[Rank, float] = field(default_factory=dict, hash=False)
    """How much more often than usual a rank stands a row farther in front."""
    one_wing: bool = False
    """The officers gather on one half of the board."""


STYLES = (
    Style("fortress", closed=0.97, forward=dict.fromkeys(OFFICERS, 0.9) | {Rank.MINER: 0.7}),
    Style("blitz", closed=0.8, forward=dict.fromkeys(OFFICERS, 1.6) | {Rank.SPY: 1.3}, one_wing=True),
    Style("balanced", closed=0.85),
    Style("bluff", closed=0.6, decoy=1.0, forward={Rank.BOMB: 1.3}),
)


def army(game: Game, seat: Seat, random: Random) -> str:  # noqa: ARG001 (an army's text serves both seats)
    """The text of an army for a seat, in a style drawn by lot."""
    assert isinstance(game, StrategoGame)
    return styled_army(game.rules, random.choice(STYLES), random)


def styled_army(rules: Rules, style: Style, random: Random) -> str:
    drafts = [_draft(rules, style, random) for _ in range(DRAFTS)]
    best = max(drafts, key=lambda draft: soundness(rules, draft))
    rows = range(rules.zone_rows - 1, -1, -1)
    return write_army([best.get(row * SIZE + column) for row in rows for column in range(SIZE)])


Draft = dict[int, Rank]
"""Ranks on squares of the zone, by index from the owner's back row."""


def _draft(rules: Rules, style: Style, random: Random) -> Draft:
    squares = range(rules.zone_rows * SIZE)
    draft: Draft = {}
    flag = _drawn(squares, lambda square: _usual(rules)[Rank.FLAG][square], random)
    draft[flag] = Rank.FLAG
    bombs = rules.count(Rank.BOMB)
    bombs -= _wall_in(rules, draft, flag, style.closed, bombs, random)
    if random.random() < style.decoy:
        empty = [square for square in squares[: 2 * SIZE] if square not in draft and abs(square - flag) > 2]
        pretended = _drawn(empty, lambda square: 1 + _usual(rules)[Rank.FLAG][square], random)
        bombs -= _wall_in(rules, draft, pretended, 0.9, bombs, random, spare=pretended)
    wing = random.choice((0, 1))
    ranks = [Rank.BOMB] * bombs + [rank for rank, count in rules.army if rank.is_movable for _ in range(count)]
    for rank in ranks:
        free = [square for square in squares if square not in draft]
        draft[_drawn(free, lambda square, rank=rank: _liking(rules, style, rank, square, wing), random)] = rank  # type: ignore[misc]
    return draft


def _wall_in(
    rules: Rules, draft: Draft, centre: int, chance: float, bombs: int, random: Random, spare: int = -1
) -> int:
    """Put bombs beside a square as far as they go; returns how many. `spare` is a square to leave free."""
    beside = [square for square in neighbours(rules, centre) if square not in draft and square != spare]
    walls = [square for square in beside if random.random() < chance][:bombs]
    draft.update(dict.fromkeys(walls, Rank.BOMB))
    return len(walls)


def neighbours(rules: Rules, square: int) -> list[int]:
    """The squares of the zone beside one."""
    row, column = divmod(square, SIZE)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * SIZE + c for r, c in near if 0 <= r < rules.zone_rows and 0 <= c < SIZE]


def _liking(rules: Rules, style: Style, rank: Rank, square: int, wing: int) -> float:
    row, column = divmod(square, SIZE)
    liking: float = _usual(rules)[rank][square] * style.forward.get(rank, 1.0) ** row
    if style.one_wing and rank in OFFICERS and column // (SIZE // 2) != wing:
        liking *= 0.3
    return liking


@cache
def _usual(rules: Rules) -> dict[Rank, tuple[float, ...]]:
    counts = read_table("priors.json")["counts"]
    return {
        rank: tuple(2.0 + count for row in counts[rank.name.lower()][: rules.zone_rows] for count in row)
        if rank is not Rank.FLAG
        else tuple(float(count) for row in counts["flag"][: rules.zone_rows] for count in row)
        for rank in Rank
    }


def _drawn(squares: Iterable[int], liking: Callable[[int], float], random: Random) -> int:
    choices = list(squares)
    return random.choices(choices, [liking(square) for square in choices])[0]


def soundness(rules: Rules, draft: Mapping[int, Rank]) -> float:
    """How few of the usual faults an army has."""
    front = [draft.get((rules.zone_rows - 1) * SIZE + column) for column in range(SIZE)]
    exits = [rank for column, rank in enumerate(front) if column not in LAKE_COLUMNS and rank is not Rank.BOMB]
    faults = 2.0 * max(0, 4 - len(exits))
    faults += sum(rank in (Rank.MARSHAL, Rank.MINER, Rank.SPY) for rank in front)
    faults += max(0, front.count(Rank.BOMB) - 2)
    faults += 3.0 * sum(_is_shut_in(rules, draft, square) for square in draft)
    return -faults - _spy_distance(draft) / 4 - _openness(rules, draft)


def _openness(rules: Rules, draft: Mapping[int, Rank]) -> float:
    """How many sides of the flag are open to a piece that beats an officer; half as bad with an officer there."""
    flag = next(square for square, rank in draft.items() if rank is Rank.FLAG)
    beside = [draft.get(near) for near in neighbours(rules, flag)]
    return sum(0.0 if rank is Rank.BOMB else 0.5 if rank in OFFICERS else 1.0 for rank in beside)


def _is_shut_in(rules: Rules, draft: Mapping[int, Rank], square: int) -> bool:
    """A piece that can move but has only bombs and edges around it, unless it is a decoy of little worth."""
    if not draft[square].is_movable or draft[square] <= Rank.SCOUT:
        return False
    at_front = square // SIZE == rules.zone_rows - 1
    return not at_front and all(draft.get(near) is Rank.BOMB for near in neighbours(rules, square))


def _spy_distance(draft: Mapping[int, Rank]) -> float:
    """The spy should be near a piece that the enemy's marshal comes to take."""
    spies = [square for square, rank in draft.items() if rank is Rank.SPY]
    lures = [square for square, rank in draft.items() if rank in (Rank.GENERAL, Rank.COLONEL)]
    return min((_apart(spy, lure) for spy in spies for lure in lures), default=0)


def _apart(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE) + abs(one % SIZE - two % SIZE)
