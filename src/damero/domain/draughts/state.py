"""A board as three sets of square numbers: the dark pieces, the light ones, and which of them are kings."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.draughts.board import Board, Piece, PieceType
from damero.domain.draughts.position import Position, set_up
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import CHECKERS
from damero.domain.errors import BadPosition


@dataclass(frozen=True, slots=True)
class State:
    """Dark is Black, light is White. A king is on `kings` and on its side's set."""

    dark: frozenset[int]
    light: frozenset[int]
    kings: frozenset[int] = frozenset()

    @staticmethod
    def of(board: Board) -> State:
        light, dark = (dict(board.pieces_of(player)) for player in (Player.WHITE, Player.BLACK))
        kings = (square for square, piece in (light | dark).items() if piece.is_king)
        return State(frozenset(dark), frozenset(light), frozenset(kings))

    def position(self, turn: Player, rules: Rules = CHECKERS) -> Position:
        """The position with this side to move; `BadPosition` if the sets cannot stand on a board."""
        stray = self.kings - self.dark - self.light
        if stray:
            raise BadPosition(f"There is no piece to be a king on {min(stray)}.", squares=(str(min(stray)),))
        pieces = [(square, Player.BLACK) for square in sorted(self.dark)]
        pieces += [(square, Player.WHITE) for square in sorted(self.light)]
        return set_up(rules, ((square, self._piece(square, owner)) for square, owner in pieces), turn)

    def after(self, move: str, side: Player, rules: Rules = CHECKERS) -> State:
        """The state after a side's move such as `1-5` or `1x10`; `IllegalMove` if the rules refuse it."""
        return State.of(self.position(side, rules).play(move).board)

    def _piece(self, square: int, owner: Player) -> Piece:
        return Piece(owner, PieceType.KING if square in self.kings else PieceType.MAN)
