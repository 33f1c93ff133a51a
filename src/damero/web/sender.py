"""Drops the work for a request whose sender has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from damero.web.problems import WebError

Result = TypeVar("Result")


async def unless_gone(request: Request[Any, Any, Any], work: Coroutine[None, None, Result]) -> Result:
    """The result of the work, which is cancelled when the sender closes the connection before it is done."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise WebError("web.sender_gone", code="SENDER_GONE")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
