"""What a game is.

A `Game` makes positions; a `Position` is an immutable value that knows its legal moves and gives a new position for
each; a `View` is what one seat may know of it, and the only thing that may leave the domain. `GameInfo` describes a
game so completely that the command line, the API and the browser need no code for a particular game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from damero.domain import reasons
from damero.domain.errors import BadText, IllegalMove, shorten
from damero.domain.game_info import BoardShape as BoardShape
from damero.domain.game_info import GameInfo as GameInfo
from damero.domain.game_info import PieceKind as PieceKind
from damero.domain.game_info import Seat as Seat
from damero.domain.game_info import Square as Square
from damero.domain.game_info import Start as Start
from damero.domain.reasons import Reason

Item = TypeVar("Item")


class Shuffle(Protocol):
    """The only source of randomness: returns the same items in another order. The domain itself draws nothing."""

    def __call__(self, items: Sequence[Item], /) -> Sequence[Item]: ...


def in_order(items: Sequence[Item], /) -> Sequence[Item]:
    """The shuffle that changes nothing."""
    return items


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Without a winner it is a draw, or has no result if it was aborted.

    >>> import damero
    >>> damero.game("drafti").read_position("W:W22:B18").play("22x15").outcome.winner
    'white'
    """

    winner: Seat | None
    reason: Reason

    @property
    def opens_secrets(self) -> bool:
        """Whether everybody may see what was hidden. An aborted game keeps its secrets."""
        return self.reason != reasons.ABORTED


@runtime_checkable
class Move(Protocol):
    """A whole turn. Its text is `str(move)`.

    >>> import damero
    >>> move, = damero.game("spanish").read_position("W:W22,31:B18").legal_moves()
    >>> move.squares, move.taken
    (('22', '15'), ('18',))
    """

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares that a player touches to make the move, in order."""

    @property
    def taken(self) -> tuple[str, ...]:
        """The squares of the enemy pieces that it takes or attacks, in order."""


AnyMove = TypeVar("AnyMove", bound=Move)


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece as a viewer sees it. Marks are words such as "moved".

    >>> import damero
    >>> damero.game("stratego").initial().view("red").pieces[0]
    Shown(square='a10', kind='blue-unknown', marks=())
    """

    square: str
    kind: str
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight between two pieces, by their kinds. Without a winner both have fallen."""

    attacker: str
    defender: str
    winner: str | None


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was played, as everyone saw it.

    >>> import damero
    >>> damero.game("drafti").initial().after("21-17", "9-14").plies[-1]
    Ply(seat='black', text='9-14', squares=('9', '14'), taken=(), revealed=())
    """

    seat: Seat
    text: str
    """The move with what it made public, for people: `22x15`, `b3=R`, `e4xe5=HF`."""
    squares: tuple[str, ...]
    """The squares that the player touched, in order."""
    taken: tuple[str, ...]
    """The squares of the enemy pieces that it took or attacked, in order."""
    revealed: tuple[Shown, ...]
    """The pieces that were secret before this move and are public after it, on the squares where they stood before."""

    @property
    def fight(self) -> Fight | None:
        """The fight that it led to, in games with fights."""
        return None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its fields: views of long games go to engine processes, and the generated way takes far longer."""
        return type(self), (self.seat, self.text, self.squares, self.taken, self.revealed)


class View(Protocol):
    """What one seat, or a spectator (`None`), may know of a position. An immutable whitelist that is safe to send.

    >>> import damero
    >>> view = damero.game("stratego").initial().view("red")
    >>> sum(piece.kind == "blue-unknown" for piece in view.pieces)
    40
    """

    @property
    def info(self) -> GameInfo:
        """Of its game."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None for a spectator's."""

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None as long as it goes on."""

    @property
    def pieces(self) -> tuple[Shown, ...]:
        """The pieces on the board as the viewer sees them."""

    @property
    def taken(self) -> tuple[str, ...]:
        """The kinds of the pieces that have left the board, in order."""

    @property
    def hidden(self) -> tuple[tuple[str, int], ...]:
        """The kinds of pieces that the viewer has not seen yet, each with its count."""

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves since the start, each as everyone saw it when it was played."""

    @property
    def text(self) -> str:
        """The text of the position, in which unknown pieces stay unknown."""

    def legal_moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves; empty unless it is the viewer's turn."""

    def colour_of(self, seat: Seat, /) -> str | None:
        """The colour of the pieces that a seat plays; None as long as it is undecided."""

    def diagram(self, *, flip: bool | None = None) -> str:
        """The board as text: as the viewer sees it, or turned or not as asked."""


@dataclass(frozen=True, slots=True)
class KnownGame:
    """What the seat to move knows of a running game, as a server sends it: enough to make its view again."""

    seat: Seat
    text: str
    """Of the view."""
    start: str | None = None
    """The text of the start position, if it is not the usual one."""
    pieces: tuple[Shown, ...] = ()
    taken: tuple[str, ...] = ()
    plies: tuple[Ply, ...] = ()


class Position(Protocol):
    """A position of a game, with what the rules need to know of the past. Immutable: `play` returns a new one.

    >>> import damero
    >>> position = damero.game("english").initial().after("11-15", "23-19")
    >>> position.to_move, len(position.legal_moves()), position.outcome
    ('black', 7, None)
    """

    @property
    def info(self) -> GameInfo:
        """Of its game."""

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None as long as it goes on."""

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves since the start."""

    @property
    def text(self) -> str:
        """The full text, secrets included. `Game.read_position` reads it."""

    def legal_moves(self) -> tuple[Move, ...]:
        """Those of the side to move; empty when the game is over."""

    def routes(self) -> tuple[Move, ...]:
        """The legal moves by every path that a player may touch. The same move can have several paths."""

    def has_more_routes(self, most: int, /) -> bool:
        """Whether there are more than `most` routes. It stops counting there, so the answer costs little."""

    def find(self, squares: Sequence[str], /) -> Move:
        """The legal move that these squares name. `IllegalMove` says why there is none, or that there are several."""

    def read_move(self, text: str, /) -> Move:
        """The legal move that a text names. Raises `BadText` if unreadable, `IllegalMove` if the rules refuse it."""

    def play(self, move: Move | str, /) -> Position:
        """The position after a move. Raises `BadText` if it is unreadable, `IllegalMove` if the rules refuse it."""

    def after(self, *moves: Move | str) -> Position:
        """The position after several moves."""

    def diagram(self, *, flip: bool | None = None) -> str:
        """The board as text, as everyone may see it."""

    def refusal_in_any_turn(self, seat: Seat, squares: Sequence[str], /) -> IllegalMove | None:
        """Why this seat may not move the piece on the first square, whoever is to move; None if it may in its turn."""

    def drawn_on_time(self, seat: Seat, /) -> bool:
        """Whether this seat draws instead of losing if its time runs out now."""

    def ended(self, outcome: Outcome, /) -> Position:
        """This position with an end that the board does not show: a resignation opens its views, an abort does not."""

    def view(self, seat: Seat | None, /) -> View:
        """What a seat may know of the position, or a spectator (`None`)."""


@runtime_checkable
class Continuable(Protocol):
    """A position of a game that people have been known to continue when the rules had ended it."""

    @property
    def outcome(self) -> Outcome | None: ...

    def continued(self) -> Position:
        """The position without the draws by rule, for a game that went on."""


class Game(Protocol):
    """A game or one of its variants. Stateless.

    >>> import damero
    >>> russian = damero.game("russian")
    >>> russian.info.title, russian.read_position("W:Wc3:Bd4,g7").text
    ('Russian draughts', 'W:W22:B8,18')
    """

    @property
    def info(self) -> GameInfo:
        """Of its game."""

    def initial(self, shuffle: Shuffle = in_order, /) -> Position:
        """A start position: the fixed one, or one that is dealt or placed by the shuffle."""

    def read_position(self, text: str, /) -> Position:
        """The position that a text describes. Raises `BadText` if it cannot be read or cannot stand on a board."""

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        """The squares in the text of a move or a part of one. Raises `BadText` if it cannot be read."""

    def read_view(self, text: str, /) -> View:
        """The view of the side to move, from a text that may contain unknown pieces."""

    def recall(self, known: KnownGame, /) -> View:
        """The view of the seat to move, with what it remembers of the moves before."""

    def sample(self, view: View, shuffle: Shuffle, /) -> Position:
        """A full position that fits the view. With a uniform shuffle, all of them are equally likely."""

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        """The text of a position with these kinds on squares and this colour to move. It is not checked here."""


@runtime_checkable
class PlacedGame(Game, Protocol):
    """A game whose seats place their own pieces before it begins (`Start.PLACED`).

    >>> import damero
    >>> barrage = damero.game("barrage")
    >>> army = barrage.formations("red")["Corner post"]
    >>> print(barrage.place({"red": army, "blue": army}).to_move)
    red
    """

    def check_army(self, seat: Seat, text: str, /) -> None:
        """Raise an error if an army is not complete and correct."""

    def zone(self, seat: Seat, /) -> tuple[str, ...]:
        """The squares on which a seat may place its pieces."""

    def read_army(self, seat: Seat, text: str, /) -> Mapping[str, str]:
        """The kinds of pieces in an army's text, by their squares."""

    def write_army(self, seat: Seat, pieces: Mapping[str, str], /) -> str:
        """The text of an army that is given by its squares. It need not be complete."""

    def place(self, armies: Mapping[Seat, str], /) -> Position:
        """The first position with these armies."""

    def formations(self, seat: Seat, /) -> Mapping[str, str]:
        """Ready-made armies for a seat, by name."""


def squares_of(move: object) -> tuple[str, ...]:
    """Those that a move touches, of whatever kind it is. `BadText` if it is no move."""
    if not isinstance(move, Move):
        raise BadText("move.not_a_move", given=shorten(move))
    return move.squares


def longest_captures(moves: Sequence[AnyMove]) -> Sequence[AnyMove]:
    """The moves that take most; all of them if none takes anything."""
    most = max((len(move.taken) for move in moves), default=0)
    return [move for move in moves if len(move.taken) == most]


def next_squares(routes: Sequence[Move], touched: Sequence[str]) -> tuple[str, ...]:
    """The squares that may be touched next after these. Lets a player make a move square by square."""
    depth = len(touched)
    started = (move.squares for move in routes if move.squares[:depth] == tuple(touched))
    return tuple(dict.fromkeys(squares[depth] for squares in started if len(squares) > depth))
