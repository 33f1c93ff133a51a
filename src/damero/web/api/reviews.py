"""Reviews of finished matches. A review is begun and followed over the analysis socket, and read here."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter

from damero.application.review_match import estimate_secrets, stored_review
from damero.application.solve_mistake import find_mistake, try_mistake
from damero.web import serialize_puzzles, wire
from damero.web import serialize_review as written
from damero.web.auth import current_account, signed_in
from damero.web.context import Context
from damero.web.engine_time import engine_time
from damero.web.limits import COST, POSITION, REPLAY
from damero.web.openapi import CHANGING, READING, MatchPath, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]
PlyPath = Annotated[int, PathParameter(ge=1, le=100_000, description="The ply of a mistake, from 1.")]
SeatQuery = Annotated[str, QueryParameter(max_length=20, description="From whose eyes.")]
PlyQuery = Annotated[int, QueryParameter(ge=0, le=100_000, description="After this many plies.")]


@get(
    "/matches/{match_id:str}/review",
    summary="The review of a match",
    responses=problems(*READING, 403, 409, 422),
    opt={COST: REPLAY},
)
async def one(match_id: MatchPath, context: Context) -> wire.Review:
    """NOT_REVIEWED (404) if nobody has asked for it yet: send `review` over the socket `/ws/analysis`."""
    return written.whole(*await stored_review(context.services, match_id))


@get(
    "/matches/{match_id:str}/odds",
    summary="What the hidden pieces could be",
    responses=problems(*READING, 403, 409, 422),
    opt={COST: POSITION},
)
async def odds(
    match_id: MatchPath, seat: SeatQuery, ply: PlyQuery, context: Context, request: AnyRequest
) -> wire.SecretOdds:
    """As far as a seat of a finished match could know after a ply."""
    account = signed_in(await current_account(context.services, request))
    with engine_time(context, account) as requester:
        estimating = estimate_secrets(context.services, match_id, seat, ply, requester)
        found = await unless_gone(request, estimating)
    return wire.SecretOdds(seat, ply, tuple(map(serialize_puzzles.odds, found)))


@get(
    "/matches/{match_id:str}/mistakes/{ply:int}",
    summary="A mistake to solve again",
    responses=problems(*READING, 403, 409, 422),
    opt={COST: POSITION},
)
async def mistake(match_id: MatchPath, ply: PlyPath, context: Context) -> wire.MistakeTask:
    return written.task(await find_mistake(context.services, match_id, ply))


@get(
    "/matches/{match_id:str}/mistakes/{ply:int}/answer",
    summary="The better line instead of a mistake",
    responses=problems(*READING, 403, 409, 422),
    opt={COST: POSITION},
)
async def solution(match_id: MatchPath, ply: PlyPath, context: Context) -> wire.MistakeSolution:
    return written.solution(await find_mistake(context.services, match_id, ply))


@post(
    "/matches/{match_id:str}/mistakes/{ply:int}/tries",
    summary="Try a better move",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
)
async def attempt(
    match_id: MatchPath, ply: PlyPath, data: JSONBody[wire.MistakeTry], context: Context, request: AnyRequest
) -> wire.MistakeAnswer:
    """Right is every move that the engine likes nearly as well as its best."""
    account = signed_in(await current_account(context.services, request))
    with engine_time(context, account) as requester:
        trying = try_mistake(context.services, match_id, ply, data.move, requester)
        return written.answer(await unless_gone(request, trying))


reviews = Router("/", route_handlers=[one, odds, mistake, solution, attempt], tags=["Reviews"])
