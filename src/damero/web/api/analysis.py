"""The analysis board: lines played freely, trees, endgame tables, openings."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, post
from litestar.params import JSONBody

from damero.application.analysed_position import AnalysedPosition
from damero.application.explore_openings import explore_openings
from damero.application.open_tree import open_match, open_text
from damero.application.play_line import LinePosition, play_line
from damero.application.ports import WhichGames
from damero.application.probe_endings import probe_endings
from damero.web import serialize_analysis as written
from damero.web import wire
from damero.web.context import Context
from damero.web.large_answers import LARGE, answer
from damero.web.limits import COST, POSITION, RECORD
from damero.web.openapi import CHANGING, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]
LONGEST_LINE = 32 * 1024
LONGEST_TREE = 256 * 1024


def position_of(line: wire.AnalysedLine) -> AnalysedPosition:
    return AnalysedPosition(game_id=line.game, version=line.version, text=line.start, moves=line.moves)


@post(
    "/analysis/lines",
    summary="Play a line of moves",
    status_code=200,
    request_max_body_size=LONGEST_LINE,
    responses=problems(*CHANGING),
    opt={COST: POSITION, **LARGE},
)
async def line(data: JSONBody[wire.PlayLine], context: Context, request: AnyRequest) -> Response[wire.PlayedLine]:
    """The positions from a ply on, each with what can be played next. To try a move, add it to the line."""

    def present(found: tuple[LinePosition, ...]) -> wire.PlayedLine:
        return written.played_line(data.since, found)

    playing = play_line(context.services, position_of(data), data.since)
    return await answer(request, context.services, playing, present)


@post(
    "/analysis/trees",
    summary="Open a game or a position for analysis",
    status_code=200,
    request_max_body_size=LONGEST_TREE,
    responses=problems(*CHANGING),
    opt={COST: RECORD, **LARGE},
)
async def tree(data: JSONBody[wire.OpenTree], context: Context, request: AnyRequest) -> Response[wire.OpenedTree]:
    """A finished match, or what is in a text. Every move is checked by the rules."""
    services = context.services
    opening = open_text(services, data.text, data.game) if data.match is None else open_match(services, data.match)
    return await answer(request, services, opening, written.opened_tree)


@post(
    "/analysis/endings",
    summary="What the endgame tables say about every move",
    status_code=200,
    request_max_body_size=LONGEST_LINE,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def endings(data: JSONBody[wire.AnalysedLine], context: Context, request: AnyRequest) -> wire.KnownEndings:
    """Nothing is told about a position that people are playing now."""
    known = await unless_gone(request, probe_endings(context.services, position_of(data)))
    return wire.KnownEndings(tuple(map(written.ending_move, known)))


@post(
    "/analysis/openings",
    summary="What was played in a position of the opening",
    status_code=200,
    request_max_body_size=LONGEST_LINE,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def openings(data: JSONBody[wire.ExploreOpening], context: Context, request: AnyRequest) -> wire.ExploredOpening:
    """In finished games of this server, and in the games between engines that come with it."""
    which = WhichGames(engines=data.engines, level=data.level, since=data.since, until=data.until)
    return written.explored(await unless_gone(request, explore_openings(context.services, position_of(data), which)))


analysis_api = Router("/", route_handlers=[line, tree, endings, openings], tags=["Analysis"])
