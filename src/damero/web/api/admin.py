"""Administration of a running server, for `damero admin` on the same machine."""

from __future__ import annotations

import secrets
from typing import Any

from litestar import Request, Router, post
from litestar.params import JSONBody
from msgspec import field

from damero.application.administer import administer
from damero.web import wire
from damero.web.context import Context
from damero.web.problems import WebError

HEADER = "x-damero-admin"


class AdminOrder(wire.Request):
    action: str
    arguments: dict[str, str] = field(default_factory=dict)


class AdminTable(wire.Reply):
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@post("/admin", status_code=200, include_in_schema=False)
async def admin(data: JSONBody[AdminOrder], context: Context, request: Request[Any, Any, Any]) -> AdminTable:
    token = request.app.state.get("admin_token")
    if not token or not secrets.compare_digest(request.headers.get(HEADER, "").encode(), token.encode()):
        raise WebError("web.nothing_here", code="NOT_FOUND")
    answer = await administer(context.services, data.action, data.arguments)
    return AdminTable(answer.columns, answer.rows)


admin_api = Router("/", route_handlers=[admin])
