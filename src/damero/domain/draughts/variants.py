"""Every draughts variant as a record. Sources: docs/rules has a page for each."""

from __future__ import annotations

from dataclasses import replace

from damero.domain.draughts.rules import (
    Corner,
    Counted,
    DrawOnTime,
    Draws,
    Duty,
    EqualKings,
    Flag,
    KingsEnding,
    Notation,
    Player,
    Priority,
    Promotion,
    Rules,
)

SPANISH = Rules(
    id="spanish",
    flying_kings=True,
    men_capture_backward=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.FREE,
    draws=Draws(no_progress=60),
    pdn_found_as=24,
)

SPANISH_FEDERATION = Rules(
    id="spanish-federation",
    flying_kings=True,
    men_capture_backward=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.MOST_PIECES_THEN_KINGS,
    draws=Draws(no_progress=40, material=(KingsEnding(("KKK v K",), limit=24, weak_holds_long_diagonal=True),)),
    mirrored=True,
    numbering=Corner.BOTTOM_RIGHT,
    pdn_game_type=24,
    version=2,
)

CHECKERS = Rules(
    id="checkers",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.CONTINUES_AS_KING,
    priority=Priority.FREE,
    draws=Draws(no_progress=60),
    duty=Duty.PIECE,
)

DRAFTI = Rules(
    id="drafti",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.AT_END,
    priority=Priority.MOST_PIECES,
    draws=Draws(no_progress=60),
)

DRAFTI_FEDERATION = Rules(
    id="drafti-federation",
    flying_kings=True,
    men_capture_backward=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.FREE,
    draws=Draws(
        no_progress=60,
        material=(
            KingsEnding(("K v K",), limit=0),
            KingsEnding(("KK v K", "KM v K"), limit=5, counted=Counted.WEAK_SIDE),
            KingsEnding(("KKK+ v K",), limit=12, counted=Counted.STRONG_SIDE),
        ),
        on_time=(
            DrawOnTime(("K v K", "KK v K", "KM v K", "MM v K"), Flag.STRONG_SIDE),
            DrawOnTime(("KK v K", "KM v K"), Flag.WEAK_SIDE, weak_holds_long_diagonal=True),
        ),
    ),
    version=2,
)

RUSSIAN = Rules(
    id="russian",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.CONTINUES_AS_KING,
    priority=Priority.FREE,
    draws=Draws(
        no_progress=30,
        material=(
            KingsEnding(("KKK+ v K",), limit=30),
            EqualKings(fewest=2, most=3, limit=10),
            EqualKings(fewest=4, most=5, limit=60),
            EqualKings(fewest=6, most=7, limit=120),
        ),
    ),
    notation=Notation.LETTERS,
    pdn_game_type=25,
)

BRAZILIAN = Rules(
    id="brazilian",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.AT_END,
    priority=Priority.MOST_PIECES,
    draws=Draws(no_progress=40, material=(KingsEnding(("KK v K", "KK v KM", "K v K", "KM v K"), limit=10),)),
    notation=Notation.LETTERS,
    pdn_game_type=26,
)

POOL = Rules(
    id="pool",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.AT_END,
    priority=Priority.FREE,
    draws=Draws(no_progress=80, material=(KingsEnding(("KKK v K",), limit=26),)),
    first=Player.BLACK,
    pdn_game_type=23,
)

ENGLISH = Rules(
    id="english",
    flying_kings=False,
    men_capture_backward=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.FREE,
    draws=Draws(no_progress=80),
    first=Player.BLACK,
    pdn_game_type=21,
)

ITALIAN = Rules(
    id="italian",
    flying_kings=False,
    men_capture_backward=False,
    men_capture_kings=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.ITALIAN,
    draws=Draws(no_progress=80),
    mirrored=True,
    pdn_game_type=22,
    version=2,
)

CZECH = Rules(
    id="czech",
    flying_kings=True,
    men_capture_backward=False,
    promotion=Promotion.ENDS_TURN,
    priority=Priority.KING_FIRST,
    draws=Draws(no_progress=60),
    notation=Notation.LETTERS,
    pdn_game_type=29,
)

INTERNATIONAL = Rules(
    id="international",
    flying_kings=True,
    men_capture_backward=True,
    promotion=Promotion.AT_END,
    priority=Priority.MOST_PIECES,
    draws=Draws(
        no_progress=50,
        material=(
            KingsEnding(("KKK v K", "KKM v K", "KMM v K"), limit=32),
            KingsEnding(("KK v K", "KM v K", "K v K"), limit=10),
        ),
    ),
    size=10,
    men_rows=4,
    pdn_game_type=20,
    pdn_win=2,
)

VARIANTS = (
    SPANISH,
    SPANISH_FEDERATION,
    CHECKERS,
    DRAFTI,
    DRAFTI_FEDERATION,
    RUSSIAN,
    BRAZILIAN,
    POOL,
    ENGLISH,
    ITALIAN,
    CZECH,
    INTERNATIONAL,
)

RETIRED_VARIANTS = (
    # Numbered like most boards of the world, instead of the federations' own way.
    replace(SPANISH_FEDERATION, version=1, numbering=Corner.TOP_RIGHT, pdn_game_type=None),
    replace(ITALIAN, version=1, numbering=Corner.TOP_RIGHT),
    # Time that runs out always loses.
    replace(DRAFTI_FEDERATION, version=1, draws=replace(DRAFTI_FEDERATION.draws, on_time=())),
)
"""Older versions of these rules."""
