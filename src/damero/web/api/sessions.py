"""The devices on which I am signed in."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get
from litestar.params import PathParameter

from damero.application.sessions import OpenSession, end_other_sessions, end_session, list_sessions
from damero.web import wire
from damero.web.auth import current_account, signed_in, token_of
from damero.web.context import Context
from damero.web.openapi import CHANGING, READING, problems

AnyRequest = Request[Any, Any, Any]
SessionPath = Annotated[str, PathParameter(max_length=64, description="A session's id.")]


@get("/me/sessions", summary="The devices on which I am signed in", responses=problems(*READING))
async def sessions(context: Context, request: AnyRequest) -> wire.Sessions:
    account = signed_in(await current_account(context.services, request))
    return wire.Sessions(tuple(map(_session, await list_sessions(context.services, account.id, token_of(request)))))


@delete("/me/sessions", summary="Sign out on all other devices", status_code=204, responses=problems(*CHANGING))
async def end_others(context: Context, request: AnyRequest) -> None:
    account = signed_in(await current_account(context.services, request))
    await end_other_sessions(context.services, account.id, token_of(request))


@delete(
    "/me/sessions/{session_id:str}",
    summary="Sign out on one device",
    status_code=204,
    responses=problems(*CHANGING),
)
async def end_one(session_id: SessionPath, context: Context, request: AnyRequest) -> None:
    account = signed_in(await current_account(context.services, request))
    await end_session(context.services, account.id, session_id)


def _session(one: OpenSession) -> wire.Session:
    return wire.Session(one.id, one.opened, one.used, one.device.agent, one.device.address, one.current)


sessions_api = Router("/", route_handlers=[sessions, end_others, end_one], tags=["Players"])
