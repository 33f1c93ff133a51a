"""The 4×8 board, its squares and lines, and the 32 pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Literal, TypeAlias

from damero.domain.game import BoardShape, Square

ROWS = 4
COLUMNS = 8
SQUARES = range(ROWS * COLUMNS)


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"

    @property
    def opponent(self) -> Colour:
        return Colour.BLACK if self is Colour.RED else Colour.RED


class PieceType(StrEnum):
    KING = "King"
    GUARD = "Guard"
    MINISTER = "Minister"
    ROOK = "Rook"
    HORSE = "Horse"
    CANNON = "Cannon"
    PAWN = "Pawn"


RANKS = {piece_type: rank for rank, piece_type in enumerate(reversed(PieceType), start=1)}
"""Pawn 1 … King 7."""

COUNTS = dict.fromkeys(PieceType, 2) | {PieceType.KING: 1, PieceType.PAWN: 5}
ARMY_SIZE = sum(COUNTS.values())


@dataclass(frozen=True, slots=True)
class Kind:
    """Colour and type of a piece."""

    colour: Colour
    type: PieceType
    rank: int

    @property
    def id(self) -> str:
        return f"{self.colour}-{self.type.lower()}"

    @property
    def letter(self) -> str:
        initial = self.type[0]
        return initial if self.colour is Colour.RED else initial.lower()


KINDS = tuple(Kind(colour, piece_type, RANKS[piece_type]) for colour in Colour for piece_type in PieceType)
KIND_OF_LETTER = {kind.letter: kind for kind in KINDS}
ALL_KINDS = tuple(kind for kind in KINDS for _ in range(COUNTS[kind.type]))


class Covered(Enum):
    """The back of a piece: all that anyone sees of it before it is flipped."""

    FACE_DOWN = "face-down"


FACE_DOWN: Literal[Covered.FACE_DOWN] = Covered.FACE_DOWN

Cell: TypeAlias = Kind | Literal[Covered.FACE_DOWN] | None
"""A square as everyone sees it: a face-up piece, the back of a piece, or nothing."""

Cells: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the 32 pieces. A revealed piece stays revealed, a captured piece stays captured."""

    id: str
    kind: Kind
    revealed: bool = False
    dead: bool = False

    @property
    def type(self) -> PieceType:
        return self.kind.type

    @property
    def colour(self) -> Colour:
        return self.kind.colour

    @property
    def face(self) -> Kind | Literal[Covered.FACE_DOWN]:
        return self.kind if self.revealed else FACE_DOWN

    def flipped(self) -> Piece:
        return replace(self, revealed=True)

    def captured(self) -> Piece:
        return replace(self, dead=True)


Board: TypeAlias = tuple[Piece | None, ...]
"""32 squares, row by row from the top left: index = row * 8 + column."""


def number_pieces(kinds: Sequence[Kind]) -> tuple[Piece, ...]:
    """A face-down piece for each kind, with ids counted in the order given: red-pawn-1, red-pawn-2 …"""
    counts: dict[str, int] = {}
    pieces = []
    for kind in kinds:
        counts[kind.id] = counts.get(kind.id, 0) + 1
        pieces.append(Piece(f"{kind.id}-{counts[kind.id]}", kind))
    return tuple(pieces)


FULL_SET = number_pieces(ALL_KINDS)


def square_name(index: int) -> str:
    """`a4` for index 0 at the top left, `h1` for index 31."""
    return f"{'abcdefgh'[index % COLUMNS]}{ROWS - index // COLUMNS}"


NAMES = tuple(square_name(index) for index in SQUARES)
INDEX_OF = {name: index for index, name in enumerate(NAMES)}

SHAPE = BoardShape(ROWS, COLUMNS, tuple(Square(NAMES[index], index // COLUMNS, index % COLUMNS) for index in SQUARES))


def _rays(index: int) -> tuple[tuple[int, ...], ...]:
    """The squares above, below, to the left and to the right, nearest first."""
    start = index - index % COLUMNS
    up, down = range(index - COLUMNS, -1, -COLUMNS), range(index + COLUMNS, len(SQUARES), COLUMNS)
    left, right = range(index - 1, start - 1, -1), range(index + 1, start + COLUMNS)
    return tuple(tuple(ray) for ray in (up, down, left, right) if ray)


RAYS = tuple(_rays(index) for index in SQUARES)
NEIGHBOURS = tuple(tuple(ray[0] for ray in rays) for rays in RAYS)


def squares_between(start: int, end: int) -> tuple[int, ...] | None:
    """The squares between two squares; None if they are not on one line."""
    for ray in RAYS[start]:
        if end in ray:
            return ray[: ray.index(end)]
    return None
