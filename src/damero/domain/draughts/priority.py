"""Which captures may be chosen. Each priority gives a key; the captures with the greatest key are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from damero.domain.draughts.board import Board
from damero.domain.draughts.rules import Priority

if TYPE_CHECKING:
    from damero.domain.draughts.moves import Move

Key: TypeAlias = tuple[int, ...]


def free(_board: Board, _capture: Move) -> Key:
    return ()


def most_pieces(_board: Board, capture: Move) -> Key:
    return (len(capture.captured),)


def most_pieces_then_kings(board: Board, capture: Move) -> Key:
    """The law of quantity, then the law of quality."""
    return (len(capture.captured), sum(_kings_taken(board, capture)))


def king_first(board: Board, capture: Move) -> Key:
    return (_is_king(board, capture.origin),)


def italian(board: Board, capture: Move) -> Key:
    """Most pieces, then with a king, then most kings, then the capture that takes a king earliest."""
    kings = _kings_taken(board, capture)
    return (len(kings), _is_king(board, capture.origin), sum(kings), *kings)


KEYS: Mapping[Priority, Callable[[Board, Move], Key]] = {
    Priority.FREE: free,
    Priority.MOST_PIECES: most_pieces,
    Priority.MOST_PIECES_THEN_KINGS: most_pieces_then_kings,
    Priority.KING_FIRST: king_first,
    Priority.ITALIAN: italian,
}


def chosen(priority: Priority, board: Board, captures: Iterable[Move]) -> list[Move]:
    """The captures that the priority allows."""
    keyed = [(KEYS[priority](board, capture), capture) for capture in captures]
    best = max((key for key, _ in keyed), default=())
    return [capture for key, capture in keyed if key == best]


def _is_king(board: Board, square: int) -> bool:
    piece = board.cells[square]
    return piece is not None and piece.is_king


def _kings_taken(board: Board, capture: Move) -> list[bool]:
    return [_is_king(board, square) for square in capture.captured]
