"""The texts of the draughts family: positions as PDN FEN, moves by square numbers.

Both are read in letters too: `c3-d4`, `d4:f6`, `a3b4`, and `cd4` for the piece of the c file that can go to d4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from damero.domain.draughts.board import Board, Piece, king, man
from damero.domain.draughts.letters import Letters, letters_of
from damero.domain.draughts.numbering import Numbering, numbering_of
from damero.domain.draughts.rules import Player, Rules
from damero.domain.errors import BadText, IllegalMove, check_text

_LETTERS = {"W": Player.WHITE, "B": Player.BLACK}
_MOVE = re.compile(r"\d{1,3}(?:-\d{1,3}|(?:[x:]\d{1,3})+)", re.ASCII)
_BEGUN_MOVE = re.compile(r"\d{1,3}(?:-\d{0,3}|(?:[x:]\d{1,3})*[x:]?)", re.ASCII)
_SQUARE_IN_LETTERS = r"[a-j](?:10|[1-9])"
_IN_LETTERS = re.compile(rf"{_SQUARE_IN_LETTERS}(?:-?{_SQUARE_IN_LETTERS}|(?:[x:]?{_SQUARE_IN_LETTERS})+)")
_BEGUN_IN_LETTERS = re.compile(
    rf"{_SQUARE_IN_LETTERS}(?:-(?:{_SQUARE_IN_LETTERS}|[a-j])?|(?:[x:]?{_SQUARE_IN_LETTERS})*[x:]?[a-j]?)|[a-j][-x:]?"
)
_FROM_FILE = re.compile(rf"(?P<file>[a-j])(?P<sign>[-x:]?)(?P<target>{_SQUARE_IN_LETTERS})")
_PLACED = re.compile(
    rf"(?P<king>K?)(?:(?P<first>\d{{1,3}})(?:-(?P<last>\d{{1,3}}))?|(?P<letters>{_SQUARE_IN_LETTERS}))",
    re.ASCII | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """What the text of a move says."""

    path: tuple[int, ...]
    """Squares of the board; only the destination if the origin is given by its file."""
    says_capture: bool
    file: str = ""
    """The file of the origin, if that is all that the text tells of it."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece in a text, and its column there."""

    number: int
    """Of its square, as the text counts."""
    piece: Piece
    column: int


def write_position(board: Board, turn: Player, numbering: Numbering) -> str:
    """`W:W21,22,K30:B1,2,K5`"""
    white, black = list[str](), list[str]()
    names, cells, whites = numbering.names, board.cells, Player.WHITE
    for name, piece in zip(numbering.in_order(names), numbering.in_order(cells), strict=False):
        if piece is not None:
            (white if piece.owner is whites else black).append(f"K{name}" if piece.is_king else name)
    return f"{turn[0].upper()}:W{','.join(white)}:B{','.join(black)}"


def write_position_in_letters(board: Board, turn: Player, letters: Letters) -> str:
    """`W:Wa3,c3,Kd8:Bb8,h8`"""
    sides = (f"{player[0].upper()}{_write_pieces_in_letters(board, player, letters)}" for player in Player)
    return f"{turn[0].upper()}:{':'.join(sides)}"


def _write_pieces_in_letters(board: Board, player: Player, letters: Letters) -> str:
    placed = sorted((letters.names[square], piece.is_king) for square, piece in board.pieces_of(player))
    return ",".join(f"K{name}" if is_king else name for name, is_king in placed)


def read_position(text: str, rules: Rules) -> tuple[list[PlacedPiece], Player]:
    """The pieces and the side to move of a PDN FEN; ranges (`W21-32`), letters and a final dot are read."""
    stripped = check_text(text).rstrip().removesuffix(".")
    offset = len(stripped) - len(stripped.lstrip())
    turn_letter, *sides = stripped.lstrip().split(":")
    if turn_letter.upper() not in _LETTERS:
        raise BadText("draughts.bad_side", column=offset + 1, side=turn_letter[:10])
    if len(sides) != 2 or {side[:1].upper() for side in sides} != set(_LETTERS):
        raise BadText("draughts.bad_sides", column=offset + 2)
    column = offset + len(turn_letter) + 2
    pieces: list[PlacedPiece] = []
    for side in sides:
        pieces += _read_pieces(side[1:], _LETTERS[side[0].upper()], column + 1, rules)
        column += len(side) + 1
    return pieces, _LETTERS[turn_letter.upper()]


def _read_pieces(text: str, player: Player, column: int, rules: Rules) -> Iterator[PlacedPiece]:
    if not text.strip():
        return
    for item in text.split(","):
        match = _PLACED.fullmatch(item.strip())
        if match is None:
            raise BadText("draughts.bad_item", column=column, item=item.strip())
        piece = king(player) if match["king"] else man(player)
        for number in _placed_on(match, column, rules):
            yield PlacedPiece(number, piece, column)
        column += len(item) + 1


def _placed_on(item: re.Match[str], column: int, rules: Rules) -> range:
    """The numbers of the squares of one item."""
    if item["letters"]:
        number = numbering_of(rules).number(_square_in_letters(item["letters"].lower(), rules, column))
        return range(number, number + 1)
    first, last = int(item["first"]), int(item["last"] or item["first"])
    if last < first:
        raise BadText("draughts.backward_range", column=column, range=item[0])
    return range(first, last + 1)


def read_move(text: str, rules: Rules) -> WrittenMove:
    """Reads `11-15`, `22x15x8`, `c3-d4`, `d4:f6:h8`, `a3b4` or `cd4`."""
    stripped = text.strip().lower()
    if _MOVE.fullmatch(stripped):
        numbers = map(int, re.split("[-x:]", stripped))
        return WrittenMove(tuple(map(numbering_of(rules).square, numbers)), "-" not in stripped)
    says_capture = "x" in stripped or ":" in stripped
    if _IN_LETTERS.fullmatch(stripped):
        squares = re.finditer(_SQUARE_IN_LETTERS, stripped)
        path = tuple(_square_in_letters(square[0], rules, square.start() + 1) for square in squares)
        return WrittenMove(path, says_capture)
    if short := _FROM_FILE.fullmatch(stripped):
        target = _square_in_letters(short["target"], rules, short.start("target") + 1)
        return WrittenMove((target,), says_capture, short["file"])
    raise BadText("draughts.bad_move", column=_first_fault(stripped), move=text.strip())


def _square_in_letters(name: str, rules: Rules, column: int) -> int:
    square = letters_of(rules).squares.get(name)
    if square is None:
        raise BadText("draughts.not_a_dark_square", column=column, square=name)
    return square


def _first_fault(text: str) -> int:
    """The column of the first character that cannot belong to a move."""
    begun = _BEGUN_MOVE.match(text) or _BEGUN_IN_LETTERS.match(text)
    return (begun.end() if begun else 0) + 1


def read_squares(names: Sequence[str], rules: Rules) -> tuple[int, ...]:
    """The squares of the board with these names. At least an origin and a destination are required."""
    squares = [_square(name, rules) for name in names]
    if None in squares:
        raise IllegalMove("move.not_a_square", squares=tuple(names), square=names[squares.index(None)])
    if len(names) < 2:
        raise IllegalMove("move.needs_two_squares", squares=tuple(names))
    return tuple(square for square in squares if square is not None)


def _square(name: str, rules: Rules) -> int | None:
    if name.isascii() and name.isdigit() and len(name) <= 3:
        return numbering_of(rules).square(int(name))
    return letters_of(rules).squares.get(name.lower())
