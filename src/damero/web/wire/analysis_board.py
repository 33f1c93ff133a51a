"""The analysis board: lines of moves, trees, and what the endgame tables know."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from damero.web.wire.analysis import MatchId
from damero.web.wire.base import GameId, KeyedText, MoveText, PositionText, Reply, Request
from damero.web.wire.games import Outcome, Route, View

LineMoves = Annotated[tuple[MoveText, ...], Meta(max_length=600)]
EndingResult: TypeAlias = Literal["win", "draw", "loss"]
Month = Annotated[int, Meta(ge=0, le=999912, description="Such as 202611.")]
RulesVersion = Annotated[int, Meta(ge=1, le=2**31)]


class AnalysedLine(Request, kw_only=True):
    """The position after some moves."""

    game: GameId
    version: RulesVersion | None = None
    """Of the rules; by default the newest."""
    start: PositionText | None = None
    """The first position, if it is not the usual one."""
    moves: LineMoves = ()


class PlayLine(AnalysedLine, kw_only=True):
    since: Annotated[int, Meta(ge=0, le=600)] = 0
    """The ply from which on the positions are wanted."""


class LinePosition(Reply):
    move: str | None
    """That led here, as the rules write it."""
    squares: tuple[str, ...]
    """That it touched."""
    taken: tuple[str, ...]
    """The squares of what it took."""
    text: str
    """The move with what it revealed, for people."""
    view: View
    moves: tuple[Route, ...]
    """What can be played next."""
    outcome: Outcome | None
    colour: str | None
    """To move."""


class PlayedLine(Reply):
    since: int
    positions: tuple[LinePosition, ...]
    """From `since` on. There may be fewer than were asked for: ask again for the rest."""


class OpenTree(Request, kw_only=True):
    """A finished match, or a text: a game as PDN, a record or a tree as JSON, or a position of the game."""

    match: MatchId | None = None
    game: GameId | None = None
    text: Annotated[str, Meta(max_length=250_000)] = ""
    """Without it, a new game."""


class OpenedTree(Reply):
    game: str
    version: int
    tree: str
    """As JSON in the library's form: see `damero.read_game`."""
    match: str | None
    notes: tuple[KeyedText, ...] = ()
    """What somebody should know of how the text was read."""
    sentences: tuple[str, ...] = ()
    """The notes in English."""


class EndingMove(Reply):
    move: str
    result: EndingResult
    """For the side to move."""
    plies: int
    """To the next conversion, or to the end of the game."""


class KnownEndings(Reply):
    moves: tuple[EndingMove, ...]
    """The best first; empty if the tables do not know the position."""


class ExploreOpening(AnalysedLine, kw_only=True):
    engines: bool = False
    """Games with an engine, instead of games between people."""
    level: Annotated[int, Meta(ge=0, le=100)] = 0
    """Of the weakest engine, at least."""
    since: Month = 0
    until: Month = 999912


class OpeningMove(Reply):
    move: str
    first: int
    """Wins of the side that began the game."""
    draws: int
    second: int


class ExploredOpening(Reply):
    played: tuple[OpeningMove, ...]
    """In the games of this server, the most frequent first."""
    book: tuple[OpeningMove, ...]
    """In the games between engines that come with it."""


class WriteTree(Request):
    tree: Annotated[str, Meta(min_length=1, max_length=250_000)]
    """As JSON in the library's form."""


class DrawPosition(AnalysedLine, kw_only=True):
    format: Literal["svg", "png"] = "svg"
    flip: bool = False


class DrawFilm(AnalysedLine, kw_only=True):
    format: Literal["svg", "gif", "webp"] = "webp"
    flip: bool = False
