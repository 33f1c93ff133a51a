"""Answers that may be large: made, encoded and compressed in a thread, for as long as somebody waits for them."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request, Response

from damero.application.services import Services
from damero.web.pages import COMPRESSED
from damero.web.sender import unless_gone

Result = TypeVar("Result")
Body = TypeVar("Body")
SMALLEST_GZIP = 1_000
"""Bytes; compressing less gains nothing."""
LEVEL = 5
LARGE = {COMPRESSED: True}
"""The options of a route that answers in this way."""


async def answer(
    request: Request[Any, Any, Any],
    services: Services,
    work: Coroutine[None, None, Result],
    present: Callable[[Result], Body],
) -> Response[Body]:
    """What the work found, as `present` shows it. Both end early if the sender goes."""

    async def encoded() -> tuple[bytes, bool]:
        found = await work
        return await services.in_thread(lambda: _encoded(present(found), gzipped=gzipped))

    gzipped = "gzip" in request.headers.get("accept-encoding", "")
    body, is_gzipped = await unless_gone(request, encoded())
    headers = {"vary": "Accept-Encoding"} | ({"content-encoding": "gzip"} if is_gzipped else {})
    return Response(cast(Body, body), media_type="application/json", headers=headers)


def _encoded(content: object, *, gzipped: bool) -> tuple[bytes, bool]:
    body = msgspec.json.encode(content)
    if not gzipped or len(body) < SMALLEST_GZIP:
        return body, False
    return gzip.compress(body, LEVEL, mtime=0), True
