"""The catalogue of games, and positions that belong to no match."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from damero.application.keep_formations import LONGEST_FORMATION_NAME
from damero.domain.game import Start
from damero.web.wire.base import (
    GameId,
    KindName,
    MoveText,
    PositionText,
    Reply,
    Request,
    SeatName,
    SquareName,
    TextValue,
)


class Square(Reply):
    name: str
    row: int
    column: int
    letters: str | None = None
    """Another name that is read in texts, such as c3, if the name is a number."""


class Board(Reply):
    rows: int
    columns: int
    mirrored: bool
    squares: tuple[Square, ...]


class PieceKind(Reply):
    id: str
    name: str
    colour: str | None
    symbol: str
    label: str


class Level(Reply):
    level: int
    name: str
    strength: str


class Game(Reply):
    id: str
    version: int
    title: str
    family: str
    summary: str
    seats: tuple[str, ...]
    start: Start
    hidden: bool
    chance: bool
    board: Board
    pieces: tuple[PieceKind, ...]
    levels: tuple[Level, ...]
    start_text: str | None
    shows_letters: bool = False
    """Its players are used to the squares' letters rather than their names."""


class Games(Reply):
    games: tuple[Game, ...]


class RulesPage(Reply):
    game: str
    title: str
    markdown: str
    language: str
    """The language of the page: English where it has not been translated."""


class Placed(Request):
    square: SquareName
    kind: KindName


class Count(Reply):
    kind: str
    count: int


class Formation(Reply):
    name: str
    pieces: tuple[Placed, ...]


class Armies(Reply):
    """The pieces a seat places before the game begins, the squares for them, and ready-made armies."""

    seat: str
    zone: tuple[str, ...]
    tray: tuple[Count, ...]
    formations: tuple[Formation, ...]


FormationName = Annotated[str, Meta(min_length=1, max_length=LONGEST_FORMATION_NAME)]


class SavedFormation(Request):
    name: FormationName
    game: GameId
    seat: SeatName
    pieces: Annotated[tuple[Placed, ...], Meta(max_length=60)]


class SavedFormations(Reply):
    formations: tuple[SavedFormation, ...]


class ForgetFormation(Request):
    name: FormationName
    game: GameId


class Shown(Reply):
    square: str
    kind: str
    marks: tuple[str, ...] = ()


class Outcome(Reply):
    winner: str | None
    reason: str


class View(Reply):
    """A position as the viewer may know it."""

    seat: str | None
    to_move: str | None
    pieces: tuple[Shown, ...]
    taken: tuple[str, ...]
    hidden: tuple[Count, ...]
    text: str


class Route(Reply):
    """A legal move by one of the paths that a player may touch."""

    text: str
    squares: tuple[str, ...]
    taken: tuple[str, ...]


class CheckPosition(Request):
    text: PositionText | None = None
    """Without it, `pieces` or the start position."""
    pieces: Annotated[tuple[Placed, ...], Meta(max_length=120)] | None = None
    """The position as pieces instead of text."""
    colour: Annotated[str, Meta(max_length=20)] | None = None
    """The colour to move, with `pieces`."""
    play: Annotated[tuple[MoveText, ...], Meta(max_length=100)] = ()
    """Moves to play first."""
    view: PositionText | None = None
    """Instead of the other fields: the text of what the side to move knows."""
    version: Annotated[int, Meta(ge=1, le=2**31)] | None = None
    """Of the rules; by default the newest."""


class Position(Reply):
    view: View
    moves: tuple[Route, ...]
    outcome: Outcome | None
    colour: str | None
    """The colour to move; None if it is not decided yet or the game is over."""


class AskWhy(Request):
    squares: Annotated[tuple[SquareName, ...], Meta(min_length=1, max_length=40)]
    seat: SeatName | None = None


class AskWhyHere(Request):
    squares: Annotated[tuple[SquareName, ...], Meta(min_length=1, max_length=40)]
    text: PositionText | None = None
    """Without it, the start position."""
    version: Annotated[int, Meta(ge=1, le=2**31)] | None = None
    """Of the rules; by default the newest."""


class Why(Reply):
    """Whether these squares are a legal move, and if not, why."""

    legal: bool
    code: str | None = None
    detail: str | None = None
    squares: tuple[str, ...] = ()
    key: str | None = None
    values: dict[str, TextValue] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
