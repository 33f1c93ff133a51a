"""The texts of the draughts family: positions as PDN FEN, moves by square numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from damero.domain.draughts.board import Board, Piece, PieceType
from damero.domain.draughts.numbering import Numbering
from damero.domain.draughts.rules import Player
from damero.domain.errors import BadText, IllegalMove

_LETTERS = {"W": Player.WHITE, "B": Player.BLACK}
_MOVE = re.compile(r"\d{1,3}(?:-\d{1,3}|(?:[x:]\d{1,3})+)", re.ASCII)
_BEGUN_MOVE = re.compile(r"\d{1,3}(?:-\d{0,3}|(?:[x:]\d{1,3})*[x:]?)", re.ASCII)
_PLACED = re.compile(r"(?P<king>K?)(?P<first>\d{1,3})(?:-(?P<last>\d{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece in a text, and its column there."""

    number: int
    """Of its square, as the text counts."""
    piece: Piece
    column: int


def write_position(board: Board, turn: Player, numbering: Numbering) -> str:
    """`W:W21,22,K30:B1,2,K5`"""
    sides = ":".join(f"{player[0].upper()}{_write_pieces(board, player, numbering)}" for player in Player)
    return f"{turn[0].upper()}:{sides}"


def _write_pieces(board: Board, player: Player, numbering: Numbering) -> str:
    placed = sorted((numbering.number(square), piece.is_king) for square, piece in board.pieces_of(player))
    return ",".join([f"K{number}" if is_king else str(number) for number, is_king in placed])


def read_position(text: str) -> tuple[list[PlacedPiece], Player]:
    """The pieces and the side to move of a PDN FEN; ranges (`W21-32`) and a final dot are read."""
    stripped = text.rstrip().removesuffix(".")
    offset = len(stripped) - len(stripped.lstrip())
    turn_letter, *sides = stripped.lstrip().split(":")
    if turn_letter.upper() not in _LETTERS:
        raise BadText("draughts.bad_side", column=offset + 1, side=turn_letter[:10])
    if len(sides) != 2 or {side[:1].upper() for side in sides} != set(_LETTERS):
        raise BadText("draughts.bad_sides", column=offset + 2)
    column = offset + len(turn_letter) + 2
    pieces: list[PlacedPiece] = []
    for side in sides:
        pieces += _read_pieces(side[1:], _LETTERS[side[0].upper()], column + 1)
        column += len(side) + 1
    return pieces, _LETTERS[turn_letter.upper()]


def _read_pieces(text: str, player: Player, column: int) -> Iterator[PlacedPiece]:
    if not text.strip():
        return
    for item in text.split(","):
        match = _PLACED.fullmatch(item.strip().upper())
        if match is None:
            raise BadText("draughts.bad_item", column=column, item=item.strip())
        piece = Piece(player, PieceType.KING if match["king"] else PieceType.MAN)
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if last < first:
            raise BadText("draughts.backward_range", column=column, range=item.strip())
        for number in range(first, last + 1):
            yield PlacedPiece(number, piece, column)
        column += len(item) + 1


def read_move(text: str) -> tuple[tuple[int, ...], bool]:
    """The squares of a move text such as 11-15 or 22x15x8, and whether it is written as a capture."""
    stripped = text.strip().lower()
    if not _MOVE.fullmatch(stripped):
        raise BadText("draughts.bad_move", column=_first_fault(stripped), move=text.strip())
    return tuple(map(int, re.split("[-x:]", stripped))), "-" not in stripped


def _first_fault(text: str) -> int:
    """The column of the first character that cannot belong to a move."""
    begun = _BEGUN_MOVE.match(text)
    return (begun.end() if begun else 0) + 1


def read_squares(names: Sequence[str]) -> tuple[int, ...]:
    """Square names as numbers. At least an origin and a destination are required."""
    strange = [name for name in names if not (name.isascii() and name.isdigit() and len(name) <= 3)]
    if strange:
        raise IllegalMove("move.not_a_square", squares=tuple(names), square=strange[0])
    if len(names) < 2:
        raise IllegalMove("move.needs_two_squares", squares=tuple(names))
    return tuple(map(int, names))
