"""The names of the documents that draughts was first specified in; `damero.domain.draughts` exports them.

The Spanish document asks a board for its moves, by the rules of `spanish` unless others are given. The checkers
document keeps a board as three sets of square numbers and plays by the rules of `checkers`.
"""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.draughts import moves
from damero.domain.draughts.board import Board, Piece, king, man
from damero.domain.draughts.moves import Move, board_after
from damero.domain.draughts.position import Position, set_up
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import CHECKERS, SPANISH
from damero.domain.errors import BadPosition, IllegalMove


def legal_moves(board: Board, player: Player, rules: Rules = SPANISH) -> tuple[Move, ...]:
    """A side's legal moves, each once, whether or not it is that side's turn."""
    return moves.legal_moves(board, player, rules)


def apply_move(board: Board, move: Move, rules: Rules = SPANISH) -> Board:
    """The board after a legal move. Raises `IllegalMove` if the rules refuse it."""
    mover = board.at(move.origin)
    if mover is None:
        origin = str(move.origin)
        raise IllegalMove("move.no_piece", code="NO_PIECE_AT_SOURCE", squares=(origin,), square=origin)
    for legal in legal_moves(board, mover.owner, rules):
        if legal.agrees_with(move):
            return board_after(board, legal)
    raise IllegalMove("draughts.not_legal", squares=move.squares, move=str(move))


def is_game_over(board: Board, player: Player | None = None, rules: Rules = SPANISH) -> bool:
    """Whether this player has no legal move. Without a player: whether either of them has none."""
    players = (player,) if player else tuple(Player)
    return any(not legal_moves(board, each, rules) for each in players)


@dataclass(frozen=True, slots=True)
class State:
    """Dark is Black, light is White. A king is in `kings` and in the set of its side."""

    dark: frozenset[int]
    light: frozenset[int]
    kings: frozenset[int] = frozenset()

    @staticmethod
    def of(board: Board) -> State:
        light, dark = (dict(board.pieces_of(player)) for player in (Player.WHITE, Player.BLACK))
        kings = (square for square, piece in (light | dark).items() if piece.is_king)
        return State(frozenset(dark), frozenset(light), frozenset(kings))

    def position(self, turn: Player, rules: Rules = CHECKERS) -> Position:
        """The position with this side to move. Raises `BadPosition` if the sets are not possible."""
        stray = self.kings - self.dark - self.light
        if stray:
            square = str(min(stray))
            raise BadPosition("draughts.stray_king", squares=(square,), square=square)
        pieces = [(square, Player.BLACK) for square in sorted(self.dark)]
        pieces += [(square, Player.WHITE) for square in sorted(self.light)]
        return set_up(rules, ((square, self._piece(square, owner)) for square, owner in pieces), turn)

    def after(self, move: str, side: Player, rules: Rules = CHECKERS) -> State:
        """The state after a side's move such as `1-5` or `1x10`. Raises `IllegalMove` if the rules refuse it."""
        return State.of(self.position(side, rules).play(move).board)

    def _piece(self, square: int, owner: Player) -> Piece:
        return king(owner) if square in self.kings else man(owner)
