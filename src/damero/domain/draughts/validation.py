"""Why a move is refused: the checks of the Drafti document, in its order of precedence, for every variant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from damero.domain.draughts import moves
from damero.domain.draughts.board import Board, geometry
from damero.domain.draughts.letters import letters_of
from damero.domain.draughts.moves import Move
from damero.domain.draughts.numbering import numbering_of
from damero.domain.draughts.rules import Duty, Player
from damero.domain.errors import IllegalMove
from damero.texts import Text, Value

if TYPE_CHECKING:
    from damero.domain.draughts.position import Position


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A move that a player asks for: two squares, or the whole path if two squares are ambiguous."""

    origin: int
    destination: int
    path: tuple[int, ...] | None = None
    player: Player | None = None
    """The player who asks; by default the side to move."""
    says_capture: bool = False
    """It was written as a capture (`22x8`)."""

    @staticmethod
    def along(path: tuple[int, ...], *, player: Player | None = None, says_capture: bool = False) -> MoveRequest:
        return MoveRequest(path[0], path[-1], path, player, says_capture)

    @property
    def squares(self) -> tuple[int, ...]:
        return self.path or (self.origin, self.destination)

    def meant_among(self, routes: Iterable[Move]) -> list[Move]:
        """The moves that it can mean: the one with exactly its path or, for two squares, all with these ends."""
        fitting = [route for route in routes if self._fits(route)]
        exact = [route for route in fitting if route.path == self.path]
        return list(dict.fromkeys(exact or (fitting if len(self.squares) == 2 else [])))

    def _fits(self, route: Move) -> bool:
        ends = route.path[0] == self.origin and route.path[-1] == self.destination
        return ends and (bool(route.captured) or not self.says_capture)


def request_from_file(state: Position, file: str, target: int, *, says_capture: bool = False) -> MoveRequest:
    """The request that names only the file of its origin: `cd4`. Raises `IllegalMove` if it can mean several pieces."""
    own = [square for square, _ in state.board.pieces_of(state.turn) if letters_of(state.rules).file(square) == file]
    requests = [MoveRequest.along((origin, target), says_capture=says_capture) for origin in own]
    possible = [request for request in requests if request.meant_among(state.routes())] or requests
    if len(possible) == 1:
        return possible[0]
    if refusal := _game_is_not_active(state):
        raise refusal
    name = letters_of(state.rules).names[target]
    meant = tuple(str(move) for request in possible for move in request.meant_among(state.routes()))
    if meant:
        raise IllegalMove("draughts.ambiguous", code="INVALID_CAPTURE_PATH", request=f"{file} to {name}", moves=meant)
    raise IllegalMove("draughts.no_piece_of_file", code="NO_PIECE_AT_SOURCE", file=file, square=name)


def validate_move(state: Position, request: MoveRequest) -> Move | IllegalMove:
    """The legal move that is asked for, or the first reason against it."""
    refusal = (
        _game_is_not_active(state)
        or _it_is_not_their_turn(state, request)
        or _no_piece_at_source(state, request)
        or _not_their_piece(state, request)
    )
    if refusal:
        return refusal
    meant = request.meant_among(state.routes())
    if len(meant) == 1:
        return meant[0]
    if meant:
        return _ambiguous(state, request, meant)
    complete = moves.all_captures(state.board, state.turn, state.rules)
    if request.meant_among(complete):
        return _wrong_capture(state, request)
    if _tries_to_capture(state.board, request):
        return _broken_capture(state, request)
    return _capture_is_required(state, request) or _illegal_movement(state, request)


def _game_is_not_active(state: Position) -> IllegalMove | None:
    if state.outcome is None:
        return None
    return IllegalMove("draughts.game_over", code="GAME_NOT_ACTIVE", reason=state.outcome.reason)


def _it_is_not_their_turn(state: Position, request: MoveRequest) -> IllegalMove | None:
    if request.player in (None, state.turn):
        return None
    return IllegalMove("move.other_turn", code="INVALID_TURN", seat=state.turn.value)


def _no_piece_at_source(state: Position, request: MoveRequest) -> IllegalMove | None:
    on_board = request.origin in geometry(state.board.size).squares
    if on_board and state.board.cells[request.origin] is not None:
        return None
    origin = _names(state, request)[0]
    return _refusal("NO_PIECE_AT_SOURCE", "move.no_piece", [origin], square=origin)


def _not_their_piece(state: Position, request: MoveRequest) -> IllegalMove | None:
    piece = state.board.at(request.origin)
    if piece is not None and piece.owner is state.turn:
        return None
    origin = _names(state, request)[0]
    return _refusal("NOT_YOUR_PIECE", "draughts.not_your_piece", [origin], square=origin)


def _ambiguous(state: Position, request: MoveRequest, fitting: list[Move]) -> IllegalMove:
    names, moves = _names(state, request), tuple(map(str, fitting))
    return _refusal("INVALID_CAPTURE_PATH", "draughts.ambiguous", names, request=_said(names), moves=moves)


def _wrong_capture(state: Position, request: MoveRequest) -> IllegalMove:
    """A capture that would be possible if another one did not take priority."""
    best = state.legal_moves()
    return _refusal(
        "MAX_CAPTURE_VIOLATION",
        "draughts.capture_priority",
        _squares_involved(best),
        request=_said(_names(state, request)),
        captures=_described(best),
    )


def _broken_capture(state: Position, request: MoveRequest) -> IllegalMove:
    goes_on = [route for route in state.routes() if _starts(route, request)]
    if goes_on:
        moves = tuple(map(str, goes_on[:3]))
        return _refusal("INVALID_CAPTURE_PATH", "draughts.capture_goes_on", _squares_involved(goes_on), moves=moves)
    names, piece = _names(state, request), state.board.at(request.origin)
    forward_only = piece is not None and not piece.is_king and not state.rules.men_capture_backward
    is_back = forward_only and _goes_back(state, request)
    key = "draughts.men_capture_forward" if is_back else "draughts.no_such_capture"
    return _refusal("INVALID_CAPTURE_PATH", key, names, request=_said(names))


def _capture_is_required(state: Position, request: MoveRequest) -> IllegalMove | None:
    due = [move for move in state.legal_moves() if move.is_capture]
    own = [move for move in due if move.origin == request.origin]
    mandatory = own or (due if state.rules.duty is Duty.SIDE else [])
    if not mandatory:
        return None
    captures = _described(mandatory)
    return _refusal("CAPTURE_REQUIRED", "draughts.capture_required", _squares_involved(mandatory), captures=captures)


def _illegal_movement(state: Position, request: MoveRequest) -> IllegalMove:
    piece = state.board.at(request.origin)
    names = _names(state, request)
    origin, target = names[0], names[-1]
    if request.destination not in geometry(state.board.size).squares:
        return _refusal("ILLEGAL_MOVEMENT", "draughts.target_off_board", [origin], square=target)
    if state.board.at(request.destination) is not None and origin != target:
        return _refusal("ILLEGAL_MOVEMENT", "draughts.target_occupied", names, square=target)
    if piece is not None and not piece.is_king and _goes_back(state, request):
        return _refusal("ILLEGAL_MOVEMENT", "draughts.men_move_forward", names, origin=origin, target=target)
    if piece is not None and piece.is_king and not state.rules.flying_kings and _is_far(state, request):
        return _refusal("ILLEGAL_MOVEMENT", "draughts.kings_move_one_square", names, origin=origin, target=target)
    values = {"piece": piece.type.value if piece else "piece", "origin": origin, "target": target}
    return _refusal("ILLEGAL_MOVEMENT", "draughts.illegal_movement", names, **values)


def _goes_back(state: Position, request: MoveRequest) -> bool:
    """Whether it goes straight along a diagonal, towards the own side."""
    grid = geometry(state.board.size)
    if request.destination not in grid.squares or request.destination == request.origin:
        return False
    (row, column), (to_row, to_column) = grid.places[request.origin], grid.places[request.destination]
    return abs(to_row - row) == abs(to_column - column) and (to_row > row) == (state.turn is Player.WHITE)


def _is_far(state: Position, request: MoveRequest) -> bool:
    """Whether it goes straight along a diagonal, by more than one square."""
    return len(_between(state.board, request.origin, request.destination)) > 0


def _tries_to_capture(board: Board, request: MoveRequest) -> bool:
    """Whether it is written as a capture, has several hops, or passes over an enemy."""
    if request.says_capture or len(request.squares) > 2:
        return True
    mover = board.at(request.origin)
    passed = _between(board, request.origin, request.destination)
    return mover is not None and any(piece and piece.owner is not mover.owner for piece in map(board.at, passed))


def _between(board: Board, origin: int, destination: int) -> tuple[int, ...]:
    for ray in geometry(board.size).rays[origin]:
        if destination in ray:
            return ray[: ray.index(destination)]
    return ()


def _starts(route: Move, request: MoveRequest) -> bool:
    hops = request.squares
    return route.is_capture and len(route.path) > len(hops) and route.path[: len(hops)] == hops


def _described(captures: Iterable[Move]) -> Text:
    """ "22 takes 18 and 11, or 23 takes 18", at most three of them."""
    described = list(dict.fromkeys((move.squares[0], move.taken) for move in captures))
    *first, last = (Text("draughts.capture", {"origin": origin, "taken": taken}) for origin, taken in described[:3])
    text = reduce(lambda rest, one: Text("draughts.captures", {"capture": one, "others": rest}), reversed(first), last)
    return text if len(described) <= 3 else Text("draughts.more_captures", {"captures": text})


def _squares_involved(captures: Iterable[Move]) -> list[str]:
    """The pieces that must capture, then the pieces that they must take."""
    captures = list(captures)
    return [move.squares[0] for move in captures] + [square for move in captures for square in move.taken]


def _names(state: Position, request: MoveRequest) -> tuple[str, ...]:
    return tuple(map(numbering_of(state.rules).name, request.squares))


def _said(names: Iterable[str]) -> str:
    return " to ".join(names)


def _refusal(code: str, key: str, squares: Iterable[str], **values: Value) -> IllegalMove:
    return IllegalMove(Text(key, values), code=code, squares=tuple(dict.fromkeys(squares)))
