"""Check a position that belongs to no match: read it, play moves in it, see what can be played next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from damero.application.full_view import FullView, full_view
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.beginning import check_routes, read_start
from damero.domain.errors import BadPosition
from damero.domain.game import Game, Move, Outcome, Position, Start, View


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPosition:
    """A position by its text, by its pieces, or by what the side to move knows of it; otherwise the start."""

    game_id: str
    version: int | None = None
    """Of the rules; by default the newest."""
    text: str | None = None
    pieces: tuple[tuple[str, str], ...] | None = None
    """Pairs of a square and the piece on it."""
    colour: str | None = None
    """To move, with `pieces`; by default the colour that begins."""
    play: tuple[str, ...] = ()
    """Moves to play first."""
    view: str | None = None


@dataclass(frozen=True, slots=True)
class CheckedPosition:
    view: View | FullView
    moves: tuple[Move, ...]
    outcome: Outcome | None
    colour: str | None
    """To move; `None` when that is not settled, or the game is over."""


async def check_position(services: Services, query: CheckPosition) -> CheckedPosition:
    game = catalogue.game(query.game_id, query.version)
    return await services.in_process(partial(_checked, game.info.id, game.info.version, query))


def read_any_position(game: Game, text: str | None) -> Position:
    """A position to look at: it may be over; where pieces are dealt, they lie as the text says, if it does."""
    if text is None:
        return game.initial()
    try:
        position = game.read_position(text)
    except BadPosition:
        if game.info.start is Start.DEALT:
            return read_start(game, text)
        raise
    check_routes(position)
    return position


def _checked(game_id: str, version: int, query: CheckPosition) -> CheckedPosition:
    game = catalogue.game(game_id, version)
    if query.view is not None:
        seen = _read_view(game, query.view)
        return CheckedPosition(seen, seen.legal_moves(), seen.outcome, _colour_to_move(seen))
    text = query.text if query.pieces is None else _composed(game, query.pieces, query.colour)
    position = read_any_position(game, text)
    for move in query.play:
        position = position.play(move)
        check_routes(position)
    colour = _colour_to_move(position.view(None))
    return CheckedPosition(full_view(position), position.routes(), position.outcome, colour)


def _read_view(game: Game, text: str) -> View:
    if not game.info.hidden and game.info.start is not Start.DEALT:
        check_routes(game.read_position(text))
    return game.read_view(text)


def _colour_to_move(view: View) -> str | None:
    return view.colour_of(view.to_move) if view.to_move else None


def _composed(game: Game, pieces: tuple[tuple[str, str], ...], colour: str | None) -> str:
    """The text of pieces on squares of this game."""
    squares = {square.name for square in game.info.board.squares}
    kinds = {kind.id for kind in game.info.pieces}
    colours = dict.fromkeys(kind.colour for kind in game.info.pieces if kind.colour)
    for square, kind in pieces:
        if square not in squares or kind not in kinds:
            raise BadPosition("position.no_such_piece", code="NO_SUCH_PIECE", piece=kind, square=square)
    if colour is not None and colour not in colours:
        raise BadPosition("position.no_such_colour", code="NO_SUCH_COLOUR", colours=tuple(colours))
    return game.write_pieces(dict(pieces), colour or next(iter(colours)))
