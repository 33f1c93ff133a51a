"""How Stratego describes itself to screens and texts."""

from __future__ import annotations

from functools import lru_cache

from damero.domain.game import BoardShape, GameInfo, PieceKind, Square, Start
from damero.domain.stratego.board import POSITIONS, SIZE, Piece, Stranger
from damero.domain.stratego.notation import LETTERS, UNKNOWN
from damero.domain.stratego.rules import PlayerSide, Rank, Rules

_LABELS = {Rank.FLAG: "F", Rank.BOMB: "B", Rank.SPY: "S"}


def _known(side: PlayerSide, rank: Rank) -> PieceKind:
    name = f"{side.capitalize()} {rank.name.lower()}"
    label = _LABELS.get(rank, str(rank.value))
    return PieceKind(Piece(rank, side).kind, name, side.value, symbol=LETTERS[side, rank], label=label)


def _unknown(side: PlayerSide) -> PieceKind:
    name = f"Unknown {side} piece"
    return PieceKind(Stranger(side).kind, name, side.value, symbol=UNKNOWN[side], label="?")


@lru_cache
def describe(rules: Rules) -> GameInfo:
    squares = tuple(Square(square.name, *square) for square in POSITIONS if square not in rules.lakes)
    known = tuple(_known(side, rank) for side in PlayerSide for rank, _ in rules.army)
    return GameInfo(
        id=rules.id,
        version=rules.version,
        title=rules.title,
        family="stratego",
        summary=rules.summary,
        seats=(PlayerSide.RED.value, PlayerSide.BLUE.value),
        board=BoardShape(SIZE, SIZE, squares),
        pieces=(*known, *map(_unknown, PlayerSide)),
        start=Start.PLACED,
        hidden=True,
        chance=False,
    )
