"""Every Stratego variant as a record. Sources: docs/rules has a page for each."""

from __future__ import annotations

from damero.domain.stratego.rules import BackAndForth, Rank, Rules

LAKES = frozenset({(4, 2), (4, 3), (5, 2), (5, 3), (4, 6), (4, 7), (5, 6), (5, 7)})

FULL_ARMY = (
    (Rank.MARSHAL, 1),
    (Rank.GENERAL, 1),
    (Rank.COLONEL, 2),
    (Rank.MAJOR, 3),
    (Rank.CAPTAIN, 4),
    (Rank.LIEUTENANT, 4),
    (Rank.SERGEANT, 4),
    (Rank.MINER, 5),
    (Rank.SCOUT, 8),
    (Rank.SPY, 1),
    (Rank.BOMB, 6),
    (Rank.FLAG, 1),
)

BARRAGE_ARMY = (
    (Rank.MARSHAL, 1),
    (Rank.GENERAL, 1),
    (Rank.MINER, 1),
    (Rank.SCOUT, 2),
    (Rank.SPY, 1),
    (Rank.BOMB, 1),
    (Rank.FLAG, 1),
)

STRATEGO = Rules(
    id="stratego",
    army=FULL_ARMY,
    two_square_moves=2,
    two_square_counts=BackAndForth.SAME_ENDS,
    chase_rule=False,
    lakes=LAKES,
)

STRATEGO_FEDERATION = Rules(
    id="stratego-federation",
    army=FULL_ARMY,
    two_square_moves=3,
    two_square_counts=BackAndForth.SAME_STRETCH,
    chase_rule=True,
    lakes=LAKES,
)

BARRAGE = Rules(
    id="barrage",
    army=BARRAGE_ARMY,
    two_square_moves=3,
    two_square_counts=BackAndForth.SAME_STRETCH,
    chase_rule=True,
    lakes=LAKES,
)

VARIANTS = (STRATEGO, STRATEGO_FEDERATION, BARRAGE)

RETIRED_VARIANTS: tuple[Rules, ...] = ()
"""Older versions of these rules."""
