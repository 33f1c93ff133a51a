"""The catalogue of games, their rules, and positions that belong to no match."""

from __future__ import annotations

from collections import Counter
from importlib import resources

from litestar import Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromQuery, JSONBody

from damero.domain import catalogue
from damero.domain.beginning import placed_game, read_start
from damero.domain.errors import BadPosition, DameroError
from damero.domain.game import Game, Position, Start, View
from damero.web import serialize, wire
from damero.web.context import Context
from damero.web.openapi import CHANGING, READING, GamePath, problems
from damero.web.problems import WebError

FOR_A_MINUTE = CacheControlHeader(max_age=60)


@get("/games", summary="Every game", cache_control=FOR_A_MINUTE, responses=problems(*READING))
async def games(context: Context) -> wire.Games:
    return wire.Games(tuple(serialize.game(game.info.id, context.levels(game.info)) for game in catalogue.GAMES))


@get("/games/{game_id:str}", summary="A game", responses=problems(*READING))
async def one_game(game_id: GamePath, context: Context) -> wire.Game:
    info = catalogue.game(game_id).info
    return serialize.game(info.id, context.levels(info))


@get("/games/{game_id:str}/rules", summary="A game's rules, in players' words", responses=problems(*READING))
async def rules(game_id: GamePath) -> wire.RulesPage:
    info = catalogue.game(game_id).info
    page = resources.files("damero") / "rules" / f"{info.id}.md"
    if not page.is_file():
        raise WebError(f"There is no page on the rules of {info.title}.", code="NO_RULES_PAGE")
    return wire.RulesPage(info.id, info.title, page.read_text(encoding="utf-8"))


@get("/games/{game_id:str}/formations", summary="What a seat places where", responses=problems(*READING, 409, 422))
async def formations(game_id: GamePath, seat: FromQuery[wire.SeatName]) -> wire.Armies:
    game = placed_game(catalogue.game(game_id))
    if seat not in game.info.seats:
        raise WebError(f"The seats are {' and '.join(game.info.seats)}.", code="NO_SUCH_SEAT")
    armies = {name: game.read_army(seat, text) for name, text in game.formations(seat).items()}
    counts = Counter(next(iter(armies.values())).values())
    return wire.Armies(
        seat=seat,
        zone=game.zone(seat),
        tray=tuple(wire.Count(kind, count) for kind, count in counts.items()),
        formations=tuple(wire.Formation(name, serialize.placed(pieces)) for name, pieces in armies.items()),
    )


@post("/games/{game_id:str}/positions", summary="Read a position", status_code=200, responses=problems(*CHANGING))
async def check_position(game_id: GamePath, data: JSONBody[wire.CheckPosition], context: Context) -> wire.Position:
    """Checks a position's text, plays the moves handed in, and answers with what is to be seen and played there."""
    game = catalogue.game(game_id)
    return await context.services.in_thread(lambda: _checked(game, data))


def _checked(game: Game, data: wire.CheckPosition) -> wire.Position:
    if data.view is not None:
        return _seen(game.read_view(data.view))
    position = _read(game, data.text if data.pieces is None else _composed(game, data.pieces, data.colour))
    for move in data.play:
        position = position.play(move)
    return wire.Position(
        view=serialize.truth(position),
        moves=serialize.routes(position.routes()),
        outcome=serialize.outcome(position.outcome),
        colour=position.view(None).colour_of(position.to_move) if position.to_move else None,
    )


@post("/games/{game_id:str}/why", summary="Why is this no move?", status_code=200, responses=problems(*CHANGING))
async def why(game_id: GamePath, data: JSONBody[wire.AskWhyHere], context: Context) -> wire.Why:
    game = catalogue.game(game_id)
    return await context.services.in_thread(lambda: explained(_read(game, data.text), data.squares))


def explained(position: Position, squares: tuple[str, ...]) -> wire.Why:
    """Whether these squares name a legal move; the rules' own refusal if they do not."""
    try:
        move = position.find(squares)
    except DameroError as refusal:
        return refused(refusal)
    return wire.Why(legal=True, moves=(str(move),))


def refused(refusal: DameroError) -> wire.Why:
    return wire.Why(legal=False, code=refusal.code, detail=refusal.sentence, squares=refusal.squares)


def _seen(view: View) -> wire.Position:
    return wire.Position(
        view=serialize.view(view),
        moves=serialize.routes(view.legal_moves()),
        outcome=serialize.outcome(view.outcome),
        colour=view.colour_of(view.to_move) if view.to_move else None,
    )


def _composed(game: Game, pieces: tuple[wire.Placed, ...], colour: str | None) -> str:
    """The text of pieces on squares of this game."""
    squares = {square.name for square in game.info.board.squares}
    kinds = {kind.id for kind in game.info.pieces}
    colours = dict.fromkeys(kind.colour for kind in game.info.pieces if kind.colour)
    for piece in pieces:
        if piece.square not in squares or piece.kind not in kinds:
            raise BadPosition(f"There is no {piece.kind} or no {piece.square} in this game.", code="NO_SUCH_PIECE")
    if colour is not None and colour not in colours:
        raise BadPosition(f"The colours are {' and '.join(colours)}.", code="NO_SUCH_COLOUR")
    return game.write_pieces({piece.square: piece.kind for piece in pieces}, colour or next(iter(colours)))


def _read(game: Game, text: str | None) -> Position:
    """A position to look at: it may be over; where pieces are dealt, some may be left unknown."""
    if text is None:
        return game.initial()
    return read_start(game, text) if game.info.start is Start.DEALT else game.read_position(text)


catalogue_api = Router("/", route_handlers=[games, one_game, rules, formations, check_position, why], tags=["Games"])
