"""A domain board as the kernel reads it: square numbers by colour and kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from damero.domain.draughts.board import Board, Piece, PieceType
from damero.domain.draughts.rules import Player

Squares: TypeAlias = tuple[int, ...]
Pieces: TypeAlias = tuple[Collection[int], Collection[int], Collection[int], Collection[int]]
"""White men, white kings, black men, black kings, by square number."""
WrittenMove: TypeAlias = tuple[Squares, Squares, bool]
"""Path, captured squares in order, whether it promotes."""


def pieces_of(board: Board) -> tuple[Squares, Squares, Squares, Squares]:
    """White men, white kings, black men, black kings."""
    return (
        _squares(board, Piece(Player.WHITE, PieceType.MAN)),
        _squares(board, Piece(Player.WHITE, PieceType.KING)),
        _squares(board, Piece(Player.BLACK, PieceType.MAN)),
        _squares(board, Piece(Player.BLACK, PieceType.KING)),
    )


def bit_of(square: int, size: int) -> int:
    """A square's place in the kernel's sets."""
    half = size // 2
    row, place = divmod(square - 1, half)
    return row // 2 * (size + 1) + row % 2 * half + place


def _squares(board: Board, wanted: Piece) -> Squares:
    return tuple(square for square, piece in enumerate(board.cells) if piece == wanted)
