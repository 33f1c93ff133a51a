"""What surrounds the whole application: request ids, the check of the Host header, and HEAD.

These functions are no coroutines, because those of an idle connection take memory.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from damero.web.logs import note_request
from damero.web.problems import PROBLEM, malformed

REQUEST_ID = b"x-request-id"
HOST = re.compile(rb"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&'()*+,;=-]*)(?::(?P<port>[0-9]{0,5}))?")
HIGHEST_PORT = 65_535


def with_request_ids(app: ASGIApp) -> ASGIApp:
    """Every response names its request, as do the log lines about it."""

    def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        request_id = secrets.token_hex(8)
        note_request(request_id, scope["path"])

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (REQUEST_ID, request_id.encode())]
            await send(message)

        return app(scope, receive, send_with_id if scope["type"] == ScopeType.HTTP else send)

    return serve


def only_valid_hosts(app: ASGIApp) -> ASGIApp:
    """Answers a request without a usable Host header with 400, as RFC 9112 demands."""

    def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] == ScopeType.HTTP and not all(map(_is_host, _hosts(scope))):
            return _refuse_host(send)
        return app(scope, receive, send)

    return serve


def head_as_get(app: ASGIApp) -> ASGIApp:
    """HEAD is answered like GET. The HTTP server leaves the body out."""

    def serve(scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # type: ignore[assignment]
        return app(scope, receive, send)

    return serve


def _hosts(scope: Scope) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == b"host"]


def _is_host(value: bytes) -> bool:
    found = HOST.fullmatch(value)
    return found is not None and int(found["port"] or 0) <= HIGHEST_PORT


async def _refuse_host(send: Send) -> None:
    answer = malformed(ValueError("The Host header is not valid."))
    headers = [(b"content-type", PROBLEM.encode())]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(answer), "more_body": False})
