"""What describes a game so completely that the command line, the API and the browser need no code of its own for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from damero.domain.errors import BadPosition
from damero.domain.reasons import Reason
from damero.texts import name_of

Seat: TypeAlias = str
"""A player's seat, under the name that its game gives it: "white", "red", "first" …"""


class Start(StrEnum):
    """How the first position of a game is made."""

    FIXED = "fixed"
    DEALT = "dealt"
    PLACED = "placed"


@dataclass(frozen=True, slots=True)
class Square:
    name: str
    row: int
    column: int
    letters: str | None = None
    """Another name that is read as well, such as c3, if the name is a number."""


@dataclass(frozen=True, slots=True)
class BoardShape:
    """A grid of rows and columns, (0, 0) at the top left; only `squares` can hold pieces."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    mirrored: bool = False
    """Its players are used to the mirror image, left and right exchanged. Affects the display only, not the rules."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What a piece can look like to a viewer, including an unknown piece."""

    id: str
    colour: str | None
    symbol: str
    """The letter for this piece in the text of a position."""
    label: str
    """What a terminal prints for this piece: at most two characters."""
    decides: bool = False
    """Whoever takes it has won."""

    @property
    def name(self) -> str:
        """In English."""
        return name_of("piece", self.id)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Everything about a game that is not a rule.

    >>> import damero
    >>> info = damero.game("banqi").info
    >>> info.family, info.seats, len(info.board.squares), info.chance
    ('banqi', ('first', 'second'), 32, True)
    """

    id: str
    version: int
    family: str
    seats: tuple[Seat, Seat]
    """In the order of play: the first seat moves first."""
    board: BoardShape
    pieces: tuple[PieceKind, ...]
    start: Start
    hidden: bool
    """Some seats know things that others do not."""
    chance: bool
    """A move can have a result that nobody could know in advance."""
    reasons: tuple[Reason, ...] = ()
    """Reasons of its own for which this game can end, in addition to the shared ones."""
    shows_letters: bool = False
    """Its players are used to the squares' letters rather than their names."""

    @property
    def title(self) -> str:
        """In English."""
        return name_of("game_title", self.id)

    @property
    def summary(self) -> str:
        """In English."""
        return name_of("game_summary", self.id)

    def opponent(self, seat: Seat) -> Seat:
        """The other seat."""
        first, second = self.seats
        return second if seat == first else first

    def check_seat(self, seat: Seat) -> None:
        """Raise an error if it is not one of the seats."""
        if seat not in self.seats:
            raise BadPosition("position.no_such_seat", code="NO_SEAT", seat=str(seat), seats=self.seats)
