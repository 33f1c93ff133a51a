"""The catalogue of games, their rules, and positions that belong to no match."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.params import FromQuery, JSONBody

from damero.application.check_position import CheckedPosition, CheckPosition, check_position
from damero.application.explain_move import explain_in_position
from damero.application.keep_formations import ready_armies
from damero.domain import catalogue
from damero.domain.game import GameInfo
from damero.languages import DEFAULT, named_in, pick
from damero.web import serialize, wire
from damero.web.context import Context
from damero.web.dispatch import pairs
from damero.web.language import VARY, language_of
from damero.web.large_answers import LARGE, answer
from damero.web.limits import COST, POSITION
from damero.web.openapi import CHANGING, READING, GamePath, LanguageQuery, VersionQuery, problems
from damero.web.problems import WebError
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]
FOR_A_MINUTE = CacheControlHeader(max_age=60)


@get("/games", summary="Every game", cache_control=FOR_A_MINUTE, responses=problems(*READING))
async def games(context: Context) -> wire.Games:
    return wire.Games(tuple(_game(game.info, context) for game in catalogue.GAMES))


@get("/games/{game_id:str}", summary="A game", responses=problems(*READING))
async def one_game(game_id: GamePath, context: Context, version: VersionQuery = None) -> wire.Game:
    """The newest version, or the one that a match was created with (its `ruleset`)."""
    return _game(catalogue.game(game_id, version).info, context)


def _game(info: GameInfo, context: Context) -> wire.Game:
    return serialize.game(info.id, info.version, context.levels(info))


@get("/games/{game_id:str}/rules", summary="The rules of a game, for players", responses=problems(*READING))
async def rules(game_id: GamePath, request: AnyRequest, language: LanguageQuery = None) -> Response[wire.RulesPage]:
    """In the language named, or in the browser's; in English where the page has not been translated."""
    info = catalogue.game(game_id).info
    wanted = pick([language]) if language else language_of(request)
    found = next((page for page in (wanted, DEFAULT) if _rules_file(info.id, page).is_file()), None)
    if found is None:
        raise WebError("web.no_rules_page", code="NO_RULES_PAGE", game=info.id)
    text = _rules_file(info.id, found).read_text(encoding="utf-8")
    page = wire.RulesPage(info.id, named_in(found, "game_title", info.id), text, found)
    return Response(page, headers={"vary": VARY, "content-language": found})


def _rules_file(game_id: str, language: str) -> Traversable:
    """English pages are at the top of the folder, others in the folder of their language."""
    folder = resources.files("damero") / "rules"
    return (folder if language == DEFAULT else folder / language) / f"{game_id}.md"


@get("/games/{game_id:str}/formations", summary="What a seat places where", responses=problems(*READING, 409, 422))
async def formations(game_id: GamePath, seat: FromQuery[wire.SeatName]) -> wire.Armies:
    ready = ready_armies(game_id, seat)
    return wire.Armies(
        seat=seat,
        zone=ready.zone,
        tray=tuple(wire.Count(kind, count) for kind, count in ready.counts.items()),
        formations=tuple(wire.Formation(name, serialize.placed(army)) for name, army in ready.formations.items()),
    )


@post(
    "/games/{game_id:str}/positions",
    summary="Check a position",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION, **LARGE},
)
async def position(
    game_id: GamePath, data: JSONBody[wire.CheckPosition], context: Context, request: AnyRequest
) -> Response[wire.Position]:
    """Checks a position, plays the moves given, and returns what is on the board and what can be played next."""
    query = CheckPosition(
        game_id=game_id,
        version=data.version,
        text=data.text,
        pieces=None if data.pieces is None else pairs(data.pieces),
        colour=data.colour,
        play=data.play,
        view=data.view,
    )
    return await answer(request, context.services, check_position(context.services, query), _position)


def _position(checked: CheckedPosition) -> wire.Position:
    return wire.Position(
        view=serialize.view(checked.view),
        moves=serialize.routes(checked.moves),
        outcome=serialize.outcome(checked.outcome),
        colour=checked.colour,
    )


@post(
    "/games/{game_id:str}/why",
    summary="Why is this not a move?",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def why(game_id: GamePath, data: JSONBody[wire.AskWhyHere], context: Context, request: AnyRequest) -> wire.Why:
    explaining = explain_in_position(context.services, game_id, data.text, data.squares, data.version)
    return serialize.why(await unless_gone(request, explaining))


catalogue_api = Router("/", route_handlers=[games, one_game, rules, formations, position, why], tags=["Games"])
