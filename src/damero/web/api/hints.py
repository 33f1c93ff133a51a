"""Hints for players who play against an engine."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from damero.application.commands import TakeHint
from damero.application.take_hint import take_hint
from damero.web import wire
from damero.web.auth import current_account, signed_in
from damero.web.context import Context
from damero.web.engine_time import engine_time
from damero.web.limits import COST, POSITION
from damero.web.openapi import CHANGING, MatchPath, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]


@post(
    "/matches/{match_id:str}/hints",
    summary="A hint against the computer",
    status_code=200,
    responses=problems(*CHANGING),
    opt={COST: POSITION},
    tags=["Matches"],
)
async def hint(match_id: MatchPath, data: JSONBody[wire.Act], context: Context, request: AnyRequest) -> wire.Hint:
    """Never in a game between people. The match counts the turns with a hint."""
    account = signed_in(await current_account(context.services, request))
    command = TakeHint(command_id=data.command_id, match_id=match_id, by=account.id, seat=data.seat)
    with engine_time(context, account) as requester:
        given = await unless_gone(request, take_hint(context.services, command, requester))
    return wire.Hint(str(given.move), given.move.squares, given.hints)
