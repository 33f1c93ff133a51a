"""Lists of matches: the lobby, live games, a player's own."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get
from litestar.params import FromQuery, QueryParameter

from damero.application.commands import Listing, ListMatches, Result
from damero.application.list_matches import list_matches
from damero.domain.clock import Speed
from damero.web import serialize, wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context, ServerContext
from damero.web.limits import COST, LIST
from damero.web.live.lobby import seeks
from damero.web.openapi import READING, problems

AnyRequest = Request[Any, Any, Any]
Before = Annotated[
    int | None, QueryParameter(ge=0, le=2**53, description="Only matches that changed before this time.")
]
Since = Annotated[
    int | None, QueryParameter(ge=0, le=2**53, description="Only matches that changed at or after this time.")
]
OpponentName = Annotated[
    str | None, QueryParameter(min_length=1, max_length=40, description="A player's name, or `engine` for all engines.")
]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]


@get("/lobby", summary="Matches that anyone may join", responses=problems(*READING), opt={COST: LIST})
async def lobby(context: Context) -> wire.Seeks:
    return wire.Seeks(await seeks(context.services))


@get("/live", summary="Games being played now", responses=problems(*READING), opt={COST: LIST})
async def live(context: Context, request: AnyRequest, limit: Limit = 50) -> wire.Summaries:
    account = await current_account(context.services, request)
    found = await list_matches(context.services, ListMatches(listing=Listing.LIVE, limit=limit))
    return wire.Summaries(tuple(serialize.summary(one, account.id if account else None) for one in found))


@get("/me/matches", summary="My matches that are not over", responses=problems(*READING), opt={COST: LIST})
async def mine(context: Context, request: AnyRequest) -> wire.Summaries:
    player_id = signed_in(await current_account(context.services, request)).id
    found = await list_matches(context.services, ListMatches(listing=Listing.MINE, player_id=player_id))
    return wire.Summaries(tuple(serialize.summary(one, player_id) for one in found))


@get("/me/history", summary="My matches that are over, newest first", responses=problems(*READING), opt={COST: LIST})
async def history(
    context: Context,
    request: AnyRequest,
    before: Before = None,
    limit: Limit = 20,
    since: Since = None,
    game: FromQuery[wire.GameId | None] = None,
    opponent: OpponentName = None,
    result: FromQuery[Result | None] = None,
    speed: FromQuery[Speed | None] = None,
    imported: FromQuery[bool | None] = None,
) -> wire.Summaries:
    """All of them, or those that satisfy every condition that is given."""
    player_id = signed_in(await current_account(context.services, request)).id
    wanted = ListMatches(
        listing=Listing.HISTORY,
        player_id=player_id,
        before=before,
        limit=limit,
        since=since,
        game_id=game,
        opponent=opponent,
        result=result,
        speed=speed,
        imported=imported,
    )
    found = await list_matches(context.services, wanted)
    following = found[-1].changed if len(found) == limit else None
    return wire.Summaries(tuple(serialize.summary(one, player_id) for one in found), following)


@get(
    "/me/challenges", summary="My challenges that are not answered yet", responses=problems(*READING), opt={COST: LIST}
)
async def my_challenges(context: Context, request: AnyRequest) -> wire.Challenges:
    return await challenges(context, signed_in(await current_account(context.services, request)).id)


async def challenges(context: ServerContext, player_id: str) -> wire.Challenges:
    found = await list_matches(context.services, ListMatches(listing=Listing.CHALLENGES, player_id=player_id))
    shown = [serialize.challenge(one) for one in found if one.invited]
    received = tuple(one for one in shown if one.invited.id == player_id)
    return wire.Challenges(received, tuple(one for one in shown if one.challenger.id == player_id))


lists = Router("/", route_handlers=[lobby, live, mine, history, my_challenges], tags=["Lists"])
