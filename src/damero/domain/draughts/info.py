"""The description of a draughts variant for user interfaces."""

from __future__ import annotations

from functools import lru_cache, partial

from damero.domain.draughts.board import Piece, PieceType, geometry
from damero.domain.draughts.letters import letters_of
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.rules import Notation, Player, Rules
from damero.domain.game import BoardShape, GameInfo, PieceKind, Square, Start


def _kind(piece: Piece) -> PieceKind:
    letter = piece.owner[0].upper() if piece.is_king else piece.owner[0]
    return PieceKind(piece.kind, piece.owner.value, symbol=letter, label=letter)


PIECE_OF_KIND = {piece.kind: piece for player in Player for piece in map(partial(Piece, player), PieceType)}
KINDS = tuple(map(_kind, PIECE_OF_KIND.values()))


@lru_cache
def describe(rules: Rules) -> GameInfo:
    places = geometry(rules.size).places
    name = numbering_of(rules).name
    letters = letters_of(rules).names
    squares = tuple(Square(name(square), *places[square], letters[square]) for square in geometry(rules.size).squares)
    return GameInfo(
        id=rules.id,
        version=rules.version,
        family="draughts",
        seats=(rules.first.value, rules.first.opponent.value),
        board=BoardShape(rules.size, rules.size, squares, mirrored=rules.mirrored),
        pieces=KINDS,
        start=Start.FIXED,
        hidden=False,
        chance=False,
        shows_letters=rules.notation is Notation.LETTERS,
    )
