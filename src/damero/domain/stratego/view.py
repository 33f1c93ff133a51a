"""What a seat may know. A view contains no rank that its viewer has not seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from damero.domain.drawing import DrawnView
from damero.domain.game import GameInfo, Outcome, Seat, Shown
from damero.domain.stratego import notation
from damero.domain.stratego.board import NAMES, SIZE, Cells, Occupant, Piece, UnknownPiece, kind_of
from damero.domain.stratego.info import describe
from damero.domain.stratego.letters import LETTERS
from damero.domain.stratego.moves import Move, Ply, Situation
from damero.domain.stratego.rules import Rules, Side

if TYPE_CHECKING:
    from damero.domain.stratego.position import Position

MOVED, REVEALED = 1, 2
ROWS = range(0, SIZE * SIZE, SIZE)
ROWS_KEPT = 20_000
COUNTS_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight as everyone saw it. Plies count from 1."""

    ply: int
    origin: str
    square: str
    attacker: str
    defender: str


@dataclass(frozen=True, slots=True, repr=False)
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
        marks = bytearray(len(self.known))
        for at in self.moved:
            marks[at] |= MOVED
        for at in self.revealed:
            marks[at] |= REVEALED
        rows = (_row(at, self.known[at : at + SIZE], bytes(marks[at : at + SIZE])) for at in ROWS)
        return tuple(chain.from_iterable(rows))

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


@lru_cache(ROWS_KEPT)
def _row(first: int, letters: str, marks: bytes) -> tuple[Shown, ...]:
    """The pieces of a row, which is usually as it was a move ago."""
    cells = enumerate(zip(letters, marks, strict=True), first)
    return tuple(
        _shown(at, letter, bool(mark & MOVED), bool(mark & REVEALED))
        for at, (letter, mark) in cells
        if letter in notation.OCCUPANTS
    )


@cache
def _shown(index: int, letter: str, moved: bool, revealed: bool) -> Shown:  # noqa: FBT001 (keys of the cache)
    piece = _occupant(letter, moved, revealed)
    assert piece is not None
    return Shown(NAMES[index], piece.kind, _marks(piece))


def _marks(piece: Occupant) -> tuple[str, ...]:
    revealed = ("revealed",) if isinstance(piece, Piece) and piece.revealed else ()
    return (*(("moved",) if piece.moved else ()), *revealed)


def known_to(state: Position, seat: Side | None, *, everything: bool) -> View:
    """The view of a position. Positions leave the domain in no other way."""
    known = state.letters if everything else _letters_seen(state, seat)
    seen = "".join([known[at] for at in state.revealed])
    return View(
        rules=state.rules,
        seat=seat,
        side=state.side,
        turn_number=state.turn_number,
        known=known,
        moved=state.moved,
        revealed=state.revealed,
        plies=state.plies,
        taken=state.taken,
        hidden=() if everything else unseen(state.rules, seat, seen, state.taken),
        outcome=state.outcome,
    )


def _letters_seen(state: Position, seat: Side | None) -> str:
    """A piece is seen by its own side, and by all once it is revealed."""
    known = list(state.letters.translate(_hidden_from(seat)))
    for at in state.revealed:
        known[at] = state.letters[at]
    return "".join(known)


@cache
def _hidden_from(seat: Side | None) -> dict[int, str]:
    """What stands for the letters of the other sides' pieces."""
    others = {letter: notation.UNKNOWN[side] for (side, _), letter in LETTERS.items() if side is not seat}
    return str.maketrans(others)


@lru_cache(COUNTS_KEPT)
def unseen(rules: Rules, seat: Side | None, seen: str, taken: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The kinds of the other armies that are neither visible nor captured, each with its count.

    `seen` are the letters of the visible pieces. They change only when a piece is revealed or falls.
    """
    left = [(kind, count - seen.count(letter) - taken.count(kind)) for kind, letter, count in _others(rules, seat)]
    return tuple([(kind, count) for kind, count in left if count > 0])


@cache
def _others(rules: Rules, seat: Side | None) -> tuple[tuple[str, str, int], ...]:
    """The kinds of the other armies, each with its letter and its count at the start."""
    return tuple(
        (kind_of(side, rank), LETTERS[side, rank], count)
        for side in Side
        if side is not seat
        for rank, count in rules.army
    )
