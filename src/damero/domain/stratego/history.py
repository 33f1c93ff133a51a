"""The two rules about earlier moves: no endless moving to and fro, no endless chase.

Both depend only on the moves, which everyone knows, so they cannot give away a rank. The two-square rule follows
article 10, the chase (or more-squares) rule article 11 of the International Stratego Federation's game rules. `Rules`
says how a variant uses them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from damero.domain.stratego.board import NEIGHBOURS, SIZE, SQUARES, paths
from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import BackAndForth, Rules

Way: TypeAlias = tuple[int, int]
"""From one square to another, by index."""


@dataclass(frozen=True, slots=True)
class Bans:
    """The moves that are forbidden to the side to move because of earlier moves."""

    two_square: frozenset[Way]
    chase: frozenset[Way]


NOTHING: frozenset[Way] = frozenset()


def bans(rules: Rules, steps: Sequence[Step]) -> Bans:
    return Bans(two_square_bans(rules, steps), chase_bans(steps) if rules.chase_rule else NOTHING)


def two_square_bans(rules: Rules, steps: Sequence[Step]) -> frozenset[Way]:
    """The moves forbidden to the piece that moved last, once it has gone to and fro as often as it may."""
    if len(steps) < 2 * rules.two_square_moves:
        return NOTHING
    own = steps[-2 : -2 * rules.two_square_moves - 1 : -2]
    if any(later.origin != earlier.target for later, earlier in pairwise(own)):
        return NOTHING
    here = own[0].target
    if rules.two_square_counts is BackAndForth.SAME_ENDS:
        return frozenset({(here, own[0].origin)}) if _are_same_ends(own) else NOTHING
    shared = frozenset.intersection(*(borders(step.origin, step.target) for step in own))
    if not shared:
        return NOTHING
    return frozenset(
        (here, there) for ray in paths(rules.lakes).rays[here] for there in ray if shared & borders(here, there)
    )


def _are_same_ends(steps: Sequence[Step]) -> bool:
    return len({frozenset((step.origin, step.target)) for step in steps}) == 1


@cache
def borders(origin: int, target: int) -> frozenset[Way]:
    """The borders between adjacent squares that a straight move crosses, in either direction."""
    low, high = sorted((origin, target))
    stride = 1 if SQUARES[low].row == SQUARES[high].row else SIZE
    return frozenset((square, square + stride) for square in range(low, high, stride))


def chase_bans(steps: Sequence[Step]) -> frozenset[Way]:
    """The moves that would repeat a position of the chase in which the side to move is the chaser.

    A chase is an unbroken series of threats (a piece moves next to an enemy), each answered by an evasion (that enemy
    moves away). A move belongs to the chase if it threatens a piece that has evaded. Moving straight back to the
    previous square is always allowed here: the two-square rule covers it.
    """
    moved: dict[int, int] = {}
    evaders: set[int] = set()
    repeating: set[Way] = set()
    for turn in range(len(steps) - 1, 0, -2):
        evasion, threat = steps[turn], steps[turn - 1]
        if not _is_evaded(threat, evasion):
            break
        evaders.add(_take_back(moved, evasion))
        if len(moved) == 1:
            repeating.update((now, then) for then, now in moved.items())
        if threat.attacks:
            break
        _take_back(moved, threat)
    if not repeating:
        return NOTHING
    last = steps[-2]
    threatened = {near for evader in evaders for near in NEIGHBOURS[evader]}
    return frozenset(way for way in repeating if way[1] in threatened and way != (last.target, last.origin))


def _is_evaded(threat: Step, evasion: Step) -> bool:
    """The threat put a piece next to an enemy, and that enemy moved away without a fight."""
    if evasion.attacks or evasion.origin not in NEIGHBOURS[threat.target]:
        return False
    return threat.fight is None or resolve_ranks(*threat.fight).attacker_survived


def _take_back(moved: dict[int, int], step: Step) -> int:
    """Undo a step in the table of moved pieces (square then: square now). Returns where its piece stands now."""
    now = moved.pop(step.target, step.target)
    if now != step.origin:
        moved[step.origin] = now
    return now
