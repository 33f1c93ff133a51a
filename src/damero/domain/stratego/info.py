"""The description of a Stratego variant for user interfaces."""

from __future__ import annotations

from functools import lru_cache

from damero.domain import game
from damero.domain.game import BoardShape, GameInfo, PieceKind, Start
from damero.domain.stratego.board import SIZE, SQUARES, Piece, UnknownPiece
from damero.domain.stratego.notation import UNKNOWN
from damero.domain.stratego.rules import Rank, Rules, Side

_LABELS = {Rank.FLAG: "F", Rank.BOMB: "B", Rank.SPY: "S"}


def _known(side: Side, rank: Rank) -> PieceKind:
    label = _LABELS.get(rank, str(rank.value))
    piece = Piece(rank, side)
    kind, letter = piece.kind, piece.letter
    return PieceKind(kind, side.value, symbol=letter, label=label, decides=rank is Rank.FLAG)


def _unknown(side: Side) -> PieceKind:
    return PieceKind(UnknownPiece(side).kind, side.value, symbol=UNKNOWN[side], label="?")


@lru_cache
def describe(rules: Rules) -> GameInfo:
    squares = tuple(game.Square(square.name, *square) for square in SQUARES if square not in rules.lakes)
    known = tuple(_known(side, rank) for side in Side for rank, _ in rules.army)
    return GameInfo(
        id=rules.id,
        version=rules.version,
        family="stratego",
        seats=(Side.RED.value, Side.BLUE.value),
        board=BoardShape(SIZE, SIZE, squares),
        pieces=(*known, *map(_unknown, Side)),
        start=Start.PLACED,
        hidden=True,
        chance=False,
    )
