"""The three actions, which of them are legal, and why the others are not.

Everything here depends on cells, the board as everyone sees it. So neither a legal move nor a refusal can give away a
face-down piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from damero.domain.banqi.board import (
    FACE_DOWN,
    NAMES,
    NEIGHBOURS,
    RAYS,
    SQUARES,
    Cell,
    Cells,
    Colour,
    Kind,
    PieceType,
    squares_between,
)
from damero.domain.drawing import NamedMove
from damero.domain.errors import IllegalMove
from damero.texts import Text, Value


@dataclass(frozen=True, slots=True, repr=False)
class Flip(NamedMove):
    """Turn a face-down piece face up."""

    piece_index: int
    type: Literal["flip"] = "flip"

    @property
    def squares(self) -> tuple[str, ...]:
        return (NAMES[self.piece_index],)

    @property
    def taken(self) -> tuple[str, ...]:
        return ()

    def __str__(self) -> str:
        return f"{NAMES[self.piece_index]}?"


@dataclass(frozen=True, slots=True, repr=False)
class Move(NamedMove):
    """One step onto an empty square."""

    from_index: int
    to_index: int
    type: Literal["move"] = "move"

    @property
    def squares(self) -> tuple[str, ...]:
        return NAMES[self.from_index], NAMES[self.to_index]

    @property
    def taken(self) -> tuple[str, ...]:
        return ()

    def __str__(self) -> str:
        return f"{NAMES[self.from_index]}-{NAMES[self.to_index]}"


@dataclass(frozen=True, slots=True, repr=False)
class Capture(NamedMove):
    """Take the face-up enemy on a square."""

    from_index: int
    to_index: int
    type: Literal["capture"] = "capture"

    @property
    def squares(self) -> tuple[str, ...]:
        return NAMES[self.from_index], NAMES[self.to_index]

    @property
    def taken(self) -> tuple[str, ...]:
        return (NAMES[self.to_index],)

    def __str__(self) -> str:
        return f"{NAMES[self.from_index]}x{NAMES[self.to_index]}"


Action: TypeAlias = Flip | Move | Capture

FLIPS = tuple(Flip(index) for index in SQUARES)


def takes_beside(attacker: Kind, target: Kind) -> bool:
    """Whether a piece may take this adjacent enemy: equal or lower rank, but pawns take kings and not the reverse."""
    if attacker.type is PieceType.CANNON:
        return False
    if attacker.type is PieceType.KING and target.type is PieceType.PAWN:
        return False
    if attacker.type is PieceType.PAWN and target.type is PieceType.KING:
        return True
    return attacker.rank >= target.rank


def legal_actions(cells: Cells, turn: Colour | None) -> Iterator[Action]:
    """The actions of the colour to move; before there is one, the first flip of the game."""
    for index, cell in enumerate(cells):
        if cell is None:
            continue
        if cell is FACE_DOWN:
            yield FLIPS[index]
        elif cell.colour is turn:
            yield from _actions_of(cells, index, cell)


def _actions_of(cells: Cells, index: int, piece: Kind) -> Iterator[Action]:
    for neighbour in NEIGHBOURS[index]:
        target = cells[neighbour]
        if target is None:
            yield Move(index, neighbour)
        elif target is not FACE_DOWN and target.colour is not piece.colour and takes_beside(piece, target):
            yield Capture(index, neighbour)
    if piece.type is PieceType.CANNON:
        yield from _shots(cells, index, piece.colour)


def _shots(cells: Cells, index: int, own: Colour) -> Iterator[Capture]:
    """A cannon takes the second piece on a line, of any rank, if it is a face-up enemy."""
    for ray in RAYS[index]:
        pieces = (square for square in ray if cells[square] is not None)
        next(pieces, None)
        square = next(pieces, None)
        if square is None:
            continue
        target = cells[square]
        if isinstance(target, Kind) and target.colour is not own:
            yield Capture(index, square)


def check(cells: Cells, turn: Colour | None, action: Action) -> None:
    """Refuse an action that the rules forbid. The checks run in the order of precedence."""
    if isinstance(action, Flip):
        return _check_flip(cells, action.piece_index)
    start, end = action.from_index, action.to_index
    _require_index(start)
    _require_index(end)
    if turn is None:
        raise _refused("FIRST_ACTION_MUST_FLIP", "banqi.first_action_flips", start)
    attacker = _own_piece(cells, turn, start)
    if isinstance(action, Move):
        return _check_move(cells, start, end)
    return _check_capture(cells, start, end, attacker)


def _check_flip(cells: Cells, index: int) -> None:
    _require_index(index)
    if cells[index] is None:
        raise _no_piece(index)
    if cells[index] is not FACE_DOWN:
        raise _refused("ALREADY_REVEALED", "banqi.already_face_up", index, square=NAMES[index])


def _own_piece(cells: Cells, turn: Colour, index: int) -> Kind:
    piece = _face_up(cells, index)
    if piece.colour is not turn:
        values = {"square": NAMES[index], "colour": piece.colour.value, "turn": turn.value}
        raise _refused("NOT_YOUR_PIECE", "banqi.not_your_piece", index, **values)
    return piece


def _check_move(cells: Cells, start: int, end: int) -> None:
    if cells[end] is not None:
        raise _refused("NOT_EMPTY", "banqi.not_empty", end, square=NAMES[end])
    if end not in NEIGHBOURS[start]:
        raise _not_adjacent(start, end)


def _check_capture(cells: Cells, start: int, end: int, attacker: Kind) -> None:
    target = _face_up(cells, end)
    if target.colour is attacker.colour:
        raise _refused("OWN_PIECE", "banqi.own_piece", end, square=NAMES[end])
    if attacker.type is PieceType.CANNON:
        return _check_shot(cells, start, end)
    if end not in NEIGHBOURS[start]:
        raise _not_adjacent(start, end)
    if takes_beside(attacker, target):
        return None
    if attacker.type is PieceType.KING:
        raise _refused("KING_TAKES_PAWN", "banqi.king_takes_pawn", start, end)
    ranks = {"attacker": attacker.type.lower(), "target": target.type.lower()}
    raise _refused("RANK_TOO_LOW", "banqi.rank_too_low", start, end, **ranks)


def _check_shot(cells: Cells, start: int, end: int) -> None:
    if end in NEIGHBOURS[start]:
        raise _refused("CANNON_ADJACENT", "banqi.cannon_adjacent", start, end)
    line = squares_between(start, end)
    if line is None:
        raise _refused("CANNON_NEEDS_SCREEN", "banqi.cannon_needs_line", start, end)
    screens = [square for square in line if cells[square] is not None]
    if len(screens) != 1:
        raise _refused("CANNON_NEEDS_SCREEN", "banqi.cannon_needs_screen", start, *screens, end, count=len(screens))


def _face_up(cells: Cells, index: int) -> Kind:
    cell: Cell = cells[index]
    if cell is None:
        raise _no_piece(index)
    if cell is FACE_DOWN:
        raise _refused("NOT_REVEALED", "banqi.face_down", index, square=NAMES[index])
    return cell


def _require_index(index: int) -> None:
    if index not in SQUARES:
        raise _refused("INVALID_INDEX", "banqi.no_such_index", index=index, last=SQUARES[-1])


def _no_piece(index: int) -> IllegalMove:
    return _refused("NO_PIECE", "move.no_piece", index, square=NAMES[index])


def _not_adjacent(start: int, end: int) -> IllegalMove:
    return _refused("NOT_ADJACENT", "banqi.not_adjacent", start, end, origin=NAMES[start], target=NAMES[end])


def _refused(code: str, key: str, *indices: int, **values: Value) -> IllegalMove:
    return IllegalMove(Text(key, values), code=code, squares=tuple(NAMES[index] for index in indices))
