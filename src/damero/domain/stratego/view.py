"""What a seat may know. A view contains no rank that its viewer has not seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from damero.domain.drawing import DrawnView
from damero.domain.game import GameInfo, Outcome, Seat, Shown
from damero.domain.stratego import notation
from damero.domain.stratego.board import NAMES, Cells, Occupant, Piece, UnknownPiece, kind_of
from damero.domain.stratego.info import describe
from damero.domain.stratego.moves import Move, Ply, Situation
from damero.domain.stratego.rules import Rules, Side

if TYPE_CHECKING:
    from damero.domain.stratego.position import Position


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as everyone saw it. Plies count from 1."""

    ply: int
    origin: str
    square: str
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True)
class View(DrawnView):
    rules: Rules
    seat: Side | None
    side: Side
    """The side to move; when the game is over, the side that would be to move."""
    turn_number: int
    known: str
    """The hundred cells of the position's text, with `?` and `@` for unknown pieces."""
    moved: tuple[int, ...]
    """The squares of the pieces that have moved, by index. Everyone can see this."""
    revealed: tuple[int, ...]
    """The squares of the pieces whose rank both sides know, by index."""
    plies: tuple[Ply, ...]
    taken: tuple[str, ...]
    hidden: tuple[tuple[str, int], ...]
    outcome: Outcome | None

    @property
    def info(self) -> GameInfo:
        return describe(self.rules)

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else self.side

    @property
    def text(self) -> str:
        return notation.write_position(self.known, self.side)

    @property
    def cells(self) -> Cells:
        """What the viewer sees on each square."""
        moved, revealed = frozenset(self.moved), frozenset(self.revealed)
        return tuple(_occupant(letter, at in moved, at in revealed) for at, letter in enumerate(self.known))

    @property
    def pieces(self) -> tuple[Shown, ...]:
        moved, revealed = frozenset(self.moved), frozenset(self.revealed)
        seen = [_shown(at, letter, at in moved, at in revealed) for at, letter in enumerate(self.known)]
        return tuple(filter(None, seen))

    @property
    def fights(self) -> tuple[Fight, ...]:
        return tuple(self._fights())

    def colour_of(self, seat: Seat, /) -> str:
        return seat

    def legal_moves(self) -> tuple[Move, ...]:
        if self.seat is None or self.seat != self.to_move:
            return ()
        return Situation(self.rules, self.cells, self.seat, self.plies).legal_moves()

    def _fights(self) -> Iterator[Fight]:
        for number, ply in enumerate(self.plies, start=1):
            if ply.step.fight is not None:
                mover, (attacker, defender), (origin, square) = Side(ply.seat), ply.step.fight, ply.squares
                yield Fight(number, origin, square, kind_of(mover, attacker), kind_of(mover.opponent, defender))


@cache
def _occupant(letter: str, moved: bool, revealed: bool) -> Occupant | None:  # noqa: FBT001 (keys of the cache)
    """What a letter of a position's text stands for; None if the square is empty."""
    piece = notation.OCCUPANTS.get(letter)
    if piece is None:
        return None
    if isinstance(piece, UnknownPiece):
        return UnknownPiece(piece.side, moved)
    return Piece(piece.rank, piece.side, revealed, moved)


@cache
def _shown(index: int, letter: str, moved: bool, revealed: bool) -> Shown | None:  # noqa: FBT001 (keys of the cache)
    piece = _occupant(letter, moved, revealed)
    return None if piece is None else Shown(NAMES[index], piece.kind, _marks(piece))


def _marks(piece: Occupant) -> tuple[str, ...]:
    revealed = ("revealed",) if isinstance(piece, Piece) and piece.revealed else ()
    return (*(("moved",) if piece.moved else ()), *revealed)


def known_to(state: Position, seat: Side | None, *, everything: bool) -> View:
    """The view of a position. Positions leave the domain in no other way."""
    pieces = state.board.cells
    known = notation.write_cells(state.rules, pieces if everything else [_seen(piece, seat) for piece in pieces])
    return View(
        rules=state.rules,
        seat=seat,
        side=state.side,
        turn_number=state.turn_number,
        known=known,
        moved=tuple([index for index, piece in enumerate(pieces) if piece and piece.moved]),
        revealed=tuple([index for index, piece in enumerate(pieces) if piece and piece.revealed]),
        plies=state.plies,
        taken=state.taken,
        hidden=() if everything else unseen(state.rules, seat, known, state.taken),
        outcome=state.outcome,
    )


def _seen(piece: Piece | None, seat: Side | None) -> Occupant | None:
    if piece is None or piece.revealed or piece.side is seat:
        return piece
    return _UNKNOWN[piece.side]


_UNKNOWN = {side: UnknownPiece(side) for side in Side}


def unseen(rules: Rules, seat: Side | None, known: str, taken: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The kinds of the other armies that are neither visible nor captured, each with its count."""
    visible, gone = Counter(known), Counter(taken)
    others = [(side, rank, count) for side in Side if side is not seat for rank, count in rules.army]
    left = (
        (kind_of(side, rank), count - visible[notation.LETTERS[side, rank]] - gone[kind_of(side, rank)])
        for side, rank, count in others
    )
    return tuple([(kind, count) for kind, count in left if count > 0])
