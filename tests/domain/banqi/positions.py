"""Positions for tests by their board alone: what is neither seen nor face down is captured."""

from __future__ import annotations

from collections import Counter

from damero.domain.banqi import BanqiGame, Position
from damero.domain.banqi.board import ALL_KINDS
from damero.domain.banqi.variants import BANQI, BANQI_TAIWAN

BANQI_GAME = BanqiGame(BANQI)
TAIWAN_GAME = BanqiGame(BANQI_TAIWAN)


def stand(board: str, turn: str, deal: str = "", *, game: BanqiGame = BANQI_GAME) -> Position:
    """`stand("K?6/8/8/7k", "r", "p")`: Red to move, a black pawn face down on b4, all other pieces captured."""
    missing = Counter(kind.letter for kind in ALL_KINDS)
    missing.subtract(letter for letter in board + deal if letter.isalpha())
    captured = "".join(missing.elements()) or "-"
    return game.read_position(f"{board} {turn} {captured} {deal}".rstrip())


def moves_of(position: Position) -> set[str]:
    return {str(move) for move in position.legal_moves()}
