"""What a game is.

A `Game` makes positions; a `Position` is an immutable value that knows its legal moves and gives a new position for
each; a `View` is what one seat may know of it, and the only thing that may leave the domain. `GameInfo` describes a
game well enough that the command line, the API and the browser need no code of its own for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from damero.domain.reasons import Reason

Seat: TypeAlias = str
"""A player's place, by the name its game gives it: "white", "red", "first" …"""

Item = TypeVar("Item")


class Shuffle(Protocol):
    """Randomness as an argument: the same items in another order. The domain itself is deterministic."""

    def __call__(self, items: Sequence[Item], /) -> Sequence[Item]: ...


def in_order(items: Sequence[Item], /) -> Sequence[Item]:
    """The shuffle that changes nothing: the same start every time."""
    return items


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; without a winner it is a draw (or, when aborted, nothing at all)."""

    winner: Seat | None
    reason: Reason


class Start(StrEnum):
    """How a game comes to its first position."""

    FIXED = "fixed"
    DEALT = "dealt"
    PLACED = "placed"


@dataclass(frozen=True, slots=True)
class Square:
    name: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class BoardShape:
    """A grid of rows and columns, (0, 0) at the top left; only `squares` can hold pieces."""

    rows: int
    columns: int
    squares: tuple[Square, ...]
    mirrored: bool = False
    """Its players are used to seeing the left-right mirror image. A matter of display, never of rules."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """What a piece can look like to a viewer, unknown ones included."""

    id: str
    name: str
    colour: str | None
    symbol: str
    """One letter: the piece in the game's position text."""
    label: str
    """What is printed on the piece in a terminal: at most two characters."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Everything about a game that is not a rule."""

    id: str
    version: int
    title: str
    family: str
    summary: str
    seats: tuple[Seat, Seat]
    """In the order of play: the first seat acts first."""
    board: BoardShape
    pieces: tuple[PieceKind, ...]
    start: Start
    hidden: bool
    """Some seats know what others do not."""
    chance: bool
    """Moves can have a result that nobody knew."""
    reasons: tuple[Reason, ...] = ()
    """Why this game can end, beside the reasons that all games share."""

    def opponent(self, seat: Seat) -> Seat:
        first, second = self.seats
        return second if seat == first else first


class Move(Protocol):
    """A whole turn. Its text is `str(move)`."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares a player touches to make it, in order."""

    @property
    def taken(self) -> tuple[str, ...]:
        """The squares of the enemy pieces it takes or attacks, in order."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece as a viewer sees it; marks are words such as "moved"."""

    square: str
    kind: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played, as everyone saw it."""

    seat: Seat
    text: str
    """The move with what it made public, for people: `22x15`, `b3=R`, `e4xe5=HF`."""
    squares: tuple[str, ...]
    """The squares that the player touched, in order."""
    taken: tuple[str, ...]
    """The squares of the enemy pieces that it took or attacked, in order."""
    revealed: tuple[Shown, ...]
    """The pieces that were secret until this move made them public, on the squares where they stood before it."""

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields: views of long games go to engine processes, and the generated way takes far longer."""
        return type(self), (self.seat, self.text, self.squares, self.taken, self.revealed)


class View(Protocol):
    """What one seat (`None`: a spectator) may know of a position. Whitelisted, immutable, safe to send."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; nobody's when the game is over."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def pieces(self) -> tuple[Shown, ...]: ...
    @property
    def taken(self) -> tuple[str, ...]:
        """The kinds of the pieces that have left the board, in order."""

    @property
    def hidden(self) -> tuple[tuple[str, int], ...]:
        """The kinds that the viewer has not seen yet, each with its number."""

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves since the start, each as everyone saw it when it was played."""

    @property
    def text(self) -> str:
        """The position's text, with what is unknown left unknown."""

    def legal_moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves: none unless it is the viewer's turn."""

    def colour_of(self, seat: Seat, /) -> str | None:
        """The colour of the pieces that a seat plays; None while that is not settled."""


class Position(Protocol):
    """A position of a game, with what its rules need of the past. A value: `play` gives a new one."""

    @property
    def info(self) -> GameInfo: ...
    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; nobody's when the game is over."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves since the start."""

    @property
    def text(self) -> str:
        """The full text, secrets included; `Game.read_position` reads it."""

    def legal_moves(self) -> tuple[Move, ...]: ...

    def routes(self) -> tuple[Move, ...]:
        """The legal moves by every path that a player may touch: the same move may come in several."""

    def find(self, squares: Sequence[str], /) -> Move:
        """The one legal move that these squares name; `IllegalMove` says why there is none, or which are meant."""

    def read_move(self, text: str, /) -> Move:
        """The legal move that a text names; `BadText` if it is none at all, `IllegalMove` if the rules refuse it."""

    def play(self, move: Move | str, /) -> Position: ...

    def ended(self, outcome: Outcome, /) -> Position:
        """This position with an end that the board does not show, such as a resignation: its views open."""

    def view(self, seat: Seat | None, /) -> View: ...


class Game(Protocol):
    """A game or one of its variants. Stateless."""

    @property
    def info(self) -> GameInfo: ...

    def initial(self, shuffle: Shuffle = in_order, /) -> Position:
        """A start position: the fixed one, or one dealt (or placed) by the shuffle handed in."""

    def read_position(self, text: str, /) -> Position: ...

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        """The squares that the text of a move, or of a part of one, names; `BadText` if it is not such a text."""

    def read_view(self, text: str, /) -> View:
        """The view of the side to move in a text that may leave things unknown."""

    def sample(self, view: View, shuffle: Shuffle, /) -> Position:
        """A full position consistent with the view, uniform over what is possible if the shuffle is."""

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        """The text of kinds on squares with a colour to move; whether that can stand is for the reading to say."""


@runtime_checkable
class PlacedGame(Game, Protocol):
    """A game whose seats place their own pieces before it begins (`Start.PLACED`)."""

    def check_army(self, seat: Seat, text: str, /) -> None:
        """Raises what is wrong with an army, if anything is."""

    def zone(self, seat: Seat, /) -> tuple[str, ...]:
        """The squares on which a seat may place its pieces."""

    def read_army(self, seat: Seat, text: str, /) -> Mapping[str, str]:
        """The kinds of pieces that an army's text puts on squares."""

    def write_army(self, seat: Seat, pieces: Mapping[str, str], /) -> str:
        """The text of an army given by squares, complete or not."""

    def place(self, armies: Mapping[Seat, str], /) -> Position:
        """The first position, once every seat has handed in its army."""

    def formations(self, seat: Seat, /) -> Mapping[str, str]:
        """Ready-made armies for a seat, by name."""


def next_squares(routes: Sequence[Move], touched: Sequence[str]) -> tuple[str, ...]:
    """The squares that may be touched next after these, so that a move can be made hop by hop."""
    depth = len(touched)
    started = (move.squares for move in routes if move.squares[:depth] == tuple(touched))
    return tuple(dict.fromkeys(squares[depth] for squares in started if len(squares) > depth))
