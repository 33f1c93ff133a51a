"""A small game for tests: two pawns walk to the far end of their files and are promoted.

Nothing is hidden in it, and its move texts look like those of other games that reveal or capture something: `e8=Q`
promotes, and `x` is the name of a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from damero.domain.drawing import DrawnPosition, DrawnView, NamedMove
from damero.domain.errors import BadPosition, BadText, IllegalMove
from damero.domain.game import (
    BoardShape,
    GameInfo,
    KnownGame,
    Move,
    Outcome,
    PieceKind,
    Ply,
    Seat,
    Shown,
    Shuffle,
    Square,
    Start,
    View,
    in_order,
)
from damero.domain.reasons import Reason

BOTH_PROMOTED = Reason("both_promoted")

FILES = {"white": "e", "black": "x"}
NAMES = {"P": "pawn", "Q": "queen"}
SQUARES = tuple(Square(f"{file}{rank}", 8 - rank, column) for column, file in enumerate("ex") for rank in range(1, 9))


def _kind(seat: Seat, letter: str) -> PieceKind:
    symbol = letter if seat == "white" else letter.lower()
    return PieceKind(f"{seat}-{NAMES[letter]}", seat, symbol, symbol)


INFO = GameInfo(
    id="promotion-race",
    version=1,
    family="toy",
    seats=("white", "black"),
    board=BoardShape(8, 2, SQUARES),
    pieces=tuple(_kind(seat, letter) for seat in FILES for letter in NAMES),
    start=Start.FIXED,
    hidden=False,
    chance=False,
    reasons=(BOTH_PROMOTED,),
)


@dataclass(frozen=True, slots=True, repr=False)
class Step(NamedMove):
    """One step forward, with the piece that stands there afterwards."""

    seat: Seat
    rank: int
    piece: str = "P"

    @property
    def squares(self) -> tuple[str, ...]:
        back = -1 if self.seat == "white" else 1
        return f"{FILES[self.seat]}{self.rank + back}", f"{FILES[self.seat]}{self.rank}"

    @property
    def taken(self) -> tuple[str, ...]:
        return ()

    def __str__(self) -> str:
        return self.squares[1] if self.piece == "P" else f"{self.squares[1]}={self.piece}"


@dataclass(frozen=True, slots=True)
class RacePosition(DrawnPosition):
    ranks: tuple[int, int] = (2, 7)
    pieces: tuple[str, str] = ("P", "P")
    turn: int = 0
    plies: tuple[Ply, ...] = ()
    declared: Outcome | None = None

    @property
    def info(self) -> GameInfo:
        return INFO

    @property
    def outcome(self) -> Outcome | None:
        return self.declared or (None if "P" in self.pieces else Outcome(None, BOTH_PROMOTED))

    @property
    def to_move(self) -> Seat | None:
        return None if self.outcome else INFO.seats[self.turn]

    @property
    def text(self) -> str:
        placed = (f"{piece}{rank}" for piece, rank in zip(self.pieces, self.ranks, strict=True))
        return f"{' '.join(placed)} {INFO.seats[self.turn][0]}"

    def legal_moves(self) -> tuple[Step, ...]:
        if self.to_move is None:
            return ()
        rank = self.ranks[self.turn] + (1 if self.turn == 0 else -1)
        return (Step(self.to_move, rank, "Q" if rank in (1, 8) else "P"),)

    def routes(self) -> tuple[Step, ...]:
        return self.legal_moves()

    def find(self, squares: Sequence[str], /) -> Step:
        return self._only(move for move in self.legal_moves() if move.squares == tuple(squares))

    def read_move(self, text: str, /) -> Step:
        RACE.read_squares(text)
        return self._only(move for move in self.legal_moves() if str(move) == text)

    def play(self, move: Move | str, /) -> RacePosition:
        played = self.read_move(str(move))
        ranks, pieces = list(self.ranks), list(self.pieces)
        ranks[self.turn], pieces[self.turn] = played.rank, played.piece
        ply = Ply(played.seat, str(played), played.squares, (), ())
        return RacePosition((ranks[0], ranks[1]), (pieces[0], pieces[1]), 1 - self.turn, (*self.plies, ply))

    def ended(self, outcome: Outcome, /) -> RacePosition:
        return replace(self, declared=outcome)

    def view(self, seat: Seat | None, /) -> RaceView:
        return RaceView(self, seat)

    def _only(self, moves: Iterable[Step]) -> Step:
        if self.outcome:
            raise IllegalMove("The game is over.", code="GAME_NOT_ACTIVE")
        found = next(iter(moves), None)
        if found is None:
            raise IllegalMove("A pawn goes one step forward.")
        return found


@dataclass(frozen=True, slots=True)
class RaceView(DrawnView):
    position: RacePosition
    seat: Seat | None
    taken: tuple[str, ...] = ()
    hidden: tuple[tuple[str, int], ...] = ()
    info: GameInfo = INFO

    @property
    def to_move(self) -> Seat | None:
        return self.position.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def plies(self) -> tuple[Ply, ...]:
        return self.position.plies

    @property
    def text(self) -> str:
        return self.position.text

    @property
    def pieces(self) -> tuple[Shown, ...]:
        placed = zip(FILES.items(), self.position.ranks, self.position.pieces, strict=True)
        return tuple(Shown(f"{file}{rank}", f"{seat}-{NAMES[piece]}") for (seat, file), rank, piece in placed)

    def legal_moves(self) -> tuple[Step, ...]:
        return self.position.legal_moves() if self.seat is not None and self.seat == self.to_move else ()

    def colour_of(self, seat: Seat, /) -> str | None:
        return seat


@dataclass(frozen=True, slots=True)
class PromotionRace:
    @property
    def info(self) -> GameInfo:
        return INFO

    def initial(self, shuffle: Shuffle = in_order, /) -> RacePosition:
        return RacePosition()

    def read_position(self, text: str, /) -> RacePosition:
        words = text.split(" ")
        if len(words) != 3 or words[2] not in ("w", "b"):
            raise BadText("a position has two pieces and the side to move: P2 P7 w.")
        (white, white_rank), (black, black_rank) = (self._placed(word) for word in words[:2])
        return RacePosition((white_rank, black_rank), (white, black), "wb".index(words[2]))

    def read_squares(self, text: str, /) -> tuple[str, ...]:
        square, _, piece = text.partition("=")
        if square not in {one.name for one in SQUARES} or piece not in ("", "Q"):
            raise BadText("write e3, or e8=Q for a promotion.")
        return (square,)

    def read_view(self, text: str, /) -> RaceView:
        position = self.read_position(text)
        return position.view(position.to_move)

    def recall(self, known: KnownGame, /) -> RaceView:
        position = self.initial() if known.start is None else self.read_position(known.start)
        for ply in known.plies:
            position = position.play(ply.text)
        return position.view(known.seat)

    def sample(self, view: View, shuffle: Shuffle, /) -> RacePosition:
        assert isinstance(view, RaceView)
        return view.position

    def write_pieces(self, pieces: Mapping[str, str], colour: str, /) -> str:
        letters = {kind.id: kind.symbol.upper() for kind in INFO.pieces}
        placed = (f"{letters[pieces[square]]}{square[1]}" for square in sorted(pieces))
        return f"{' '.join(placed)} {colour[0]}"

    def _placed(self, word: str) -> tuple[str, int]:
        if len(word) != 2 or word[0] not in NAMES or word[1] not in "12345678":
            raise BadPosition(f"{word!r} is not a piece and its rank.")
        return word[0], int(word[1])


RACE = PromotionRace()
