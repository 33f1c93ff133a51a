"""The kernel's moves as the referee writes them."""

from __future__ import annotations

from collections.abc import Iterable

from damero.domain.draughts import Move, Position
from damero.engines.draughts.board import WrittenMove


def referee_line(position: Position, line: Iterable[WrittenMove]) -> tuple[str, ...]:
    """The moves of a line, which ends where the game does."""
    texts = []
    for written in line:
        move = referee_move(position, written)
        texts.append(str(move))
        position = position.play(move)
        if position.outcome:
            break
    return tuple(texts)


def referee_move(position: Position, written: WrittenMove) -> Move:
    """The referee's move for one of the kernel's, whose path may differ."""
    path, captured, promotes = written
    meant = Move(path, captured, promotes, position.board.size)
    return next(move for move in position.legal_moves() if move == meant)
