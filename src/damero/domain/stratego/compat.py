"""The names of the document that Stratego was first specified in; `damero.domain.stratego` exports them.

The document calls a square `Position`, a position `GameState` and a side `PlayerSide`. It also places pieces one by
one, which the rest of Damero does by the text of a whole army.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum

from damero.domain.errors import IllegalMove
from damero.domain.stratego import board, moves, position
from damero.domain.stratego.board import INDEX, Piece, Square
from damero.domain.stratego.moves import RulesViolationError
from damero.domain.stratego.position import Phase, begun, not_active
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.domain.stratego.variants import STRATEGO
from damero.texts import Text, Value

Position = Square
PlayerSide = Side
GameState = position.Position
GamePhase = Phase


class Board(board.Board):
    """A board of the variant `stratego` unless other rules are given."""

    __slots__ = ()

    @staticmethod
    def create_empty(rules: Rules = STRATEGO) -> board.Board:
        return board.Board.create_empty(rules)


@dataclass(frozen=True, slots=True)
class Move:
    """A piece and the squares that it goes from and to."""

    piece: Piece
    from_pos: Square
    to_pos: Square

    @property
    def squares(self) -> tuple[str, str]:
        return self.from_pos.name, self.to_pos.name

    @property
    def taken(self) -> tuple[str, ...]:
        return ()


class ValidationResult(Enum):
    OK = "ok"
    INVALID = "invalid"


def why_not(state: GameState, move: Move | moves.Move) -> RulesViolationError | None:
    """Why a move is refused; None if it is legal."""
    if state.phase is not Phase.PLAYING:
        return not_active()
    fault = state.refusal_in_any_turn(move.piece.side.value, move.squares) or _why_not_now(state, move)
    if fault is None or fault.code == "IMMOVABLE":
        return _wrong_piece(state, move) or fault
    return fault


def _why_not_now(state: GameState, move: Move | moves.Move) -> RulesViolationError | None:
    if move.piece.side is not state.side:
        return RulesViolationError("move.other_turn", code="INVALID_TURN", squares=move.squares, seat=state.side.value)
    for square in move.squares:
        if square not in INDEX:
            return RulesViolationError("stratego.off_board", code="OFF_BOARD", square=square)
    return state.situation.fault(*(INDEX[square] for square in move.squares))


def _wrong_piece(state: GameState, move: Move | moves.Move) -> RulesViolationError | None:
    """A refusal if another piece stands on the square that the move names."""
    here, rank = move.squares[0], move.piece.rank
    standing = state.board.cells[INDEX[here]]
    if standing is not None and standing.rank is rank:
        return None
    values = {"square": here, "rank": rank.name.lower()}
    return RulesViolationError(Text("stratego.wrong_piece", values), code="WRONG_PIECE", squares=(here,))


def validate_move(state: GameState, move: Move | moves.Move) -> ValidationResult:
    """Whether a move is legal; raises `RulesViolationError` for an attempt to move a bomb or a flag."""
    fault = why_not(state, move)
    if fault is None:
        return ValidationResult.OK
    if fault.code == "IMMOVABLE":
        raise fault
    return ValidationResult.INVALID


def apply_move(state: GameState, move: Move | moves.Move) -> GameState:
    fault = why_not(state, move)
    if fault is not None:
        raise fault
    return state.play(move)


@dataclass(frozen=True, slots=True)
class PlacePiece:
    piece: Piece
    pos: Square


def empty_setup(rules: Rules = STRATEGO) -> GameState:
    """An empty board on which both sides may place their pieces."""
    return GameState(Board.create_empty(rules), Phase.SETUP)


def validate_placement(state: GameState, placement: PlacePiece) -> ValidationResult:
    return ValidationResult.INVALID if why_not_placed(state, placement) else ValidationResult.OK


def why_not_placed(state: GameState, placement: PlacePiece) -> IllegalMove | None:
    """Why a placement is refused; None if it is allowed."""
    side, rank, place = placement.piece.side, placement.piece.rank, placement.pos
    if state.phase is not Phase.SETUP:
        return _refusal("SETUP_IS_OVER", "stratego.setup_is_over", place)
    if not place.is_on_board:
        return IllegalMove("stratego.off_board", code="OFF_BOARD", square=place.name)
    if state.board.is_lake(place):
        return _refusal("LAKE", "stratego.lake", place, square=place.name)
    if not state.board.is_in_setup_zone(place, side):
        return _refusal("OUTSIDE_ZONE", "stratego.outside_zone", place, square=place.name, seat=side.value)
    if state.board.piece_at(place) is not None:
        return _refusal("OCCUPIED", "stratego.occupied", place, square=place.name)
    if _ranks_of(state.board, side)[rank] >= state.rules.count(rank):
        return _refusal("TOO_MANY", "stratego.none_left", place, seat=side.value, rank=rank.name.lower())
    return None


def place_piece(state: GameState, placement: PlacePiece) -> GameState:
    fault = why_not_placed(state, placement)
    if fault is not None:
        raise fault
    return replace(state, board=state.board.place(placement.pos, placement.piece))


def remove_piece(state: GameState, pos: Square) -> GameState:
    _placed(state, pos)
    return replace(state, board=state.board.place(pos, None))


def swap_pieces(state: GameState, first: Square, second: Square) -> GameState:
    """Exchange two placed pieces of one side, or move a piece to an empty square of its zone."""
    piece, other = _placed(state, first), state.board.piece_at(second)
    lifted = remove_piece(state, first)
    if other is None:
        return place_piece(lifted, PlacePiece(piece, second))
    if other.side is not piece.side:
        raise _refusal("NOT_YOUR_PIECE", "stratego.exchange_of_two_sides", first, second)
    cleared = remove_piece(lifted, second)
    return place_piece(place_piece(cleared, PlacePiece(piece, second)), PlacePiece(other, first))


def _placed(state: GameState, pos: Square) -> Piece:
    if state.phase is not Phase.SETUP:
        raise _refusal("SETUP_IS_OVER", "stratego.setup_is_over", pos)
    piece = state.board.piece_at(pos)
    if piece is None:
        raise _refusal("NO_PIECE_AT_SOURCE", "move.no_piece", pos, square=pos.name)
    return piece


def _refusal(code: str, key: str, *places: Square, **values: Value) -> IllegalMove:
    return IllegalMove(Text(key, values), code=code, squares=tuple(place.name for place in places))


def _ranks_of(on: board.Board, side: Side) -> Counter[Rank]:
    return Counter(piece.rank for _, piece in on.pieces_of(side))


def is_setup_complete(state: GameState) -> bool:
    """Both sides have placed exactly their army."""
    army = Counter(dict(state.rules.army))
    return all(_ranks_of(state.board, side) == army for side in Side)


def begin(state: GameState) -> GameState:
    """The game that follows a complete set-up."""
    if not is_setup_complete(state):
        raise IllegalMove("stratego.setup_incomplete", code="SETUP_INCOMPLETE")
    return begun(state.board)
