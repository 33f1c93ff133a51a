"""The behaviour features: everything that observations can say about an unidentified piece.

This is the one list of their names. `observations` can produce no other feature, and the tables of behaviour weights
have an entry for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import product

from damero.domain.stratego.rules import Rank

TURN_LIMITS = (10, 30, 60, 120, 240)
"""Numbers of turns are grouped by these limits."""
MOVE_LIMITS = (1, 3, 8, 20)
WAIT_LIMITS = (1, 5, 15, 40, 100)
"""Turns during which a piece could have moved and did not."""
MOVED_LIMITS = (2, 3, 5, 8, 12, 18)
"""Numbers of pieces of a side that have moved."""
ROWS = range(4)
"""Home rows, from the owner's back row. Pieces that start elsewhere (in a position set up by hand) have no row."""


class Encounter(StrEnum):
    """What an unidentified piece did near a piece whose rank is known to both sides."""

    APPROACHED = "approached"
    BACKED = "backed"
    """It stood behind an unidentified piece of its side that was offered to an enemy."""
    BESIDE = "beside"
    """It moved next to a piece of its own side."""
    COVERED = "covered"
    """It stood next to a piece of its side that was left in danger."""
    FLED = "fled"
    LEFT = "left"
    """It did not come nearer to the nearest enemy."""
    SOUGHT = "sought"
    """It came nearer to the nearest enemy."""
    SPARED = "spared"
    """It stood next to an enemy and did not attack."""
    STAYED = "stayed"
    """It did not answer an enemy that moved next to it."""


class Neighbour(StrEnum):
    """What is on a square beside a piece that has not moved."""

    BOMB = "bomb"
    EMPTY = "empty"
    ENEMY = "enemy"
    KNOWN = "known"
    MOVED = "moved"
    UNMOVED = "unmoved"


class Family:
    """Features that differ only in the values filled into their template."""

    def __init__(self, template: str, *values: Sequence[object]) -> None:
        self._names = {combination: template.format(*combination) for combination in product(*values)}

    def __call__(self, *values: object) -> str:
        """The feature for these values; there is none for values outside the family."""
        return self._names[values]

    @property
    def names(self) -> Sequence[str]:
        return tuple(self._names.values())


def group(value: int, limits: Sequence[int]) -> int:
    """The number of limits that a value has reached."""
    return sum(value >= limit for limit in limits)


def _groups(limits: Sequence[int]) -> range:
    return range(len(limits) + 1)


_RANKS = tuple(Rank)
_TURNS, _MOVES, _COUNTS = _groups(TURN_LIMITS), _groups(MOVE_LIMITS), range(5)
_WAITS = (*_groups(WAIT_LIMITS), "never")

ENCOUNTER = Family("{} {:d}", tuple(Encounter), _RANKS)
APPROACHED_MOVED = "approached a moved piece"
APPROACHED_UNMOVED = "approached an unmoved piece"
STARTED_BESIDE = Family("began beside {:d}", _RANKS)

MOVED_BY = Family("moved by {}", _TURNS)
FIRST_MOVED = Family("first moved {}", _TURNS)
MOVES = Family("moves {}", _MOVES)
ADVANCED = Family("advanced {}", range(5))
"""Rows towards the enemy, in twos."""
MOVED_FROM_ROW = Family("moved from row {}", ROWS)
FIRST_MOVED_FROM_ROW = Family("first moved {} from row {}", _TURNS, ROWS)
MOVES_AND_ADVANCE = Family("moves {}, advanced {}", _MOVES, range(4))
"""The advance in threes."""

UNMOVED_FREE = Family("unmoved by {}, {}", _TURNS, ("free", "shut in"))
UNMOVED_IN_ROW = Family("unmoved by {} in row {}", _TURNS, ROWS)
UNMOVED_EXITS = Family("unmoved by {}, {} exits", _TURNS, _COUNTS)
UNMOVED_WHILE_OTHERS_MOVED = Family("unmoved while {} moved, row {}", _groups(MOVED_LIMITS), ROWS)
UNMOVED_WAIT = Family("unmoved, free for {}", _WAITS)
UNMOVED_WAIT_IN_ROW = Family("unmoved, free for {}, row {}", _WAITS, ROWS)
UNMOVED_BESIDE_UNMOVED = Family("unmoved beside {} unmoved", _COUNTS)
UNMOVED_BESIDE_BOMBS = Family("unmoved beside {} bombs, row {}", _COUNTS, ROWS)
UNMOVED_BESIDE_OWN = Family("unmoved beside {} of its side, row {}", _COUNTS, ROWS)
UNMOVED_BEHIND = Family("unmoved behind {}, row {}", tuple(Neighbour), ROWS)

_ACTIONS = (*ENCOUNTER.names, APPROACHED_MOVED, APPROACHED_UNMOVED)
AGAIN: Mapping[str, str] = {action: f"{action} again" for action in _ACTIONS}
"""The feature for doing the same thing more than once."""

ENCOUNTERS: Mapping[str, tuple[Encounter, Rank]] = {
    name: (encounter, rank)
    for encounter, rank in product(Encounter, _RANKS)
    for name in (ENCOUNTER(encounter, rank), AGAIN[ENCOUNTER(encounter, rank)])
}
"""The encounter and the known piece's rank that a feature tells of."""

_FAMILIES = (
    *(STARTED_BESIDE, MOVED_BY, FIRST_MOVED, MOVES, ADVANCED, MOVED_FROM_ROW, FIRST_MOVED_FROM_ROW, MOVES_AND_ADVANCE),
    *(UNMOVED_FREE, UNMOVED_IN_ROW, UNMOVED_EXITS, UNMOVED_WHILE_OTHERS_MOVED, UNMOVED_WAIT, UNMOVED_WAIT_IN_ROW),
    *(UNMOVED_BESIDE_UNMOVED, UNMOVED_BESIDE_BOMBS, UNMOVED_BESIDE_OWN, UNMOVED_BEHIND),
)
FEATURES: tuple[str, ...] = tuple(
    sorted({*_ACTIONS, *AGAIN.values(), *(name for family in _FAMILIES for name in family.names)})
)
