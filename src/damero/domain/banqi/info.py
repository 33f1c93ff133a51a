"""The description of a Banqi variant for user interfaces."""

from __future__ import annotations

from functools import lru_cache

from damero.domain.banqi.board import KINDS, SHAPE, Covered, Kind
from damero.domain.banqi.rules import FIRST, SECOND, Rules
from damero.domain.game import GameInfo, PieceKind, Start


@lru_cache
def describe(rules: Rules) -> GameInfo:
    return GameInfo(
        id=rules.id,
        version=rules.version,
        family="banqi",
        seats=(FIRST, SECOND),
        board=SHAPE,
        pieces=(*map(_piece_kind, KINDS), PieceKind(Covered.FACE_DOWN.value, None, "?", "?")),
        start=Start.DEALT,
        hidden=False,
        chance=True,
    )


def _piece_kind(kind: Kind) -> PieceKind:
    return PieceKind(kind.id, kind.colour, kind.letter, kind.letter)
