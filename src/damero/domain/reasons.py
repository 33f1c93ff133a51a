"""Why a game ended.

These reasons are shared by all games. A game with an end of its own names it in `GameInfo.reasons`; records accept the
shared reasons and those of the games in the catalogue.
"""

from __future__ import annotations

from typing import NewType

Reason = NewType("Reason", str)

NO_MOVES = Reason("no_moves")
NO_PIECES = Reason("no_pieces")
FLAG_CAPTURED = Reason("flag_captured")
ALL_CAPTURED = Reason("all_captured")
RESIGNATION = Reason("resignation")
TIMEOUT = Reason("timeout")
AGREEMENT = Reason("agreement")
REPETITION = Reason("repetition")
NO_PROGRESS = Reason("no_progress")
MATERIAL = Reason("material")
TURN_LIMIT = Reason("turn_limit")
ABANDONED = Reason("abandoned")
ABORTED = Reason("aborted")

SHARED = frozenset(
    {NO_MOVES, NO_PIECES, FLAG_CAPTURED, ALL_CAPTURED, RESIGNATION, TIMEOUT, AGREEMENT}
    | {REPETITION, NO_PROGRESS, MATERIAL, TURN_LIMIT, ABANDONED, ABORTED}
)
