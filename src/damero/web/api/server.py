"""Health, metrics, QR codes and the description of the API."""

from __future__ import annotations

import asyncio
from functools import partial
from importlib.metadata import version
from typing import Annotated, Any, Literal, TypeAlias

from litestar import Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from damero.application.ports import StoreUnavailable
from damero.application.services import Services
from damero.web import wire
from damero.web.camera_code import svg_of
from damero.web.context import Context, ServerContext
from damero.web.kept import Kept
from damero.web.metrics import MEDIA_TYPE
from damero.web.openapi import READING, problems
from damero.web.openapi_page import ApiDescription, api_description
from damero.web.pages import API_HEADERS, COMPRESSED, REVALIDATE, send
from damero.web.proxies import FREE_FOR_PROXIES

Path = Annotated[str, QueryParameter(min_length=1, max_length=200, pattern="^/[!-~]*$", description="Of the page.")]


State: TypeAlias = Literal["ok", "failing"]
LONGEST_READ = 5.0
"""Seconds within which the store must answer."""
MOST_NAMED = 100
VERSION = version("damero")
DESCRIPTION = "api_description"
"""In the state of the application."""

_codes = Kept[str](100)
"""Codes by the address that they show."""


class Health(wire.Reply):
    status: State
    store: State
    """Whether moves can be stored."""
    version: str
    reads: State = "ok"
    """Whether the store can be read and no damage was found."""
    background: State = "ok"
    """Whether all background tasks run: clocks, expiry, resuming …"""
    failing_tasks: tuple[str, ...] = ()
    """The background tasks that failed and are being started again."""
    unreadable_matches: tuple[str, ...] = ()
    """Matches that are damaged and were set aside. All others go on."""


@get(
    "/health",
    summary="Whether the server can be relied on",
    opt={FREE_FOR_PROXIES: True},
    responses={503: ResponseSpec(Health, description="The server cannot be relied on.", generate_examples=False)},
)
async def health(context: Context) -> Response[Health]:
    """A server that lost a database which it shares is well: starting it again would not help."""
    services = context.services
    store = _state(ok=services.matches.failure() is None)
    reads = _state(ok=await _can_read(services))
    background = _state(ok=not services.background.failing)
    status = _state(ok=background == "ok" and (services.matches.is_shared or store == reads == "ok"))
    unreadable = tuple(sorted(services.matches.unreadable))[:MOST_NAMED]
    answer = Health(status, store, VERSION, reads, background, services.background.failing, unreadable)
    return Response(answer, status_code=200 if status == "ok" else 503)


class Ready(wire.Reply):
    ready: bool
    store: State
    reads: State


@get(
    "/ready",
    summary="Whether the server can store moves now",
    opt={FREE_FOR_PROXIES: True},
    responses={503: ResponseSpec(Ready, description="Send requests to another server.", generate_examples=False)},
)
async def ready(context: Context) -> Response[Ready]:
    """For load balancers. A server that is not ready is alive and will be ready again by itself."""
    reads = _state(ok=await _can_read(context.services))
    store = _state(ok=context.services.matches.failure() is None)
    is_ready = store == reads == "ok"
    return Response(Ready(is_ready, store, reads), status_code=200 if is_ready else 503)


async def _can_read(services: Services) -> bool:
    try:
        async with asyncio.timeout(LONGEST_READ):
            await services.matches.check_reading()
    except (StoreUnavailable, TimeoutError):
        return False
    return True


def _state(*, ok: bool) -> State:
    return "ok" if ok else "failing"


@get("/metrics", summary="For Prometheus", media_type=MEDIA_TYPE, opt={FREE_FOR_PROXIES: True})
async def metrics(context: Context) -> str:
    return context.metrics.text()


@get(
    "/qr",
    summary="The address of a page as a code for cameras",
    media_type="image/svg+xml",
    responses=problems(*READING),
)
async def code(path: Path, context: Context, request: Request[Any, Any, Any]) -> bytes:
    address = str(request.base_url).rstrip("/") + path
    return await _codes.get(address, partial(context.services.in_process, partial(svg_of, address)))


@get("/openapi.json", include_in_schema=False, opt={COMPRESSED: True})
async def description(context: Context, request: Request[Any, Any, Any]) -> Response[bytes]:
    return send((await _described(context, request)).schema, request, REVALIDATE, API_HEADERS)


@get("/docs", include_in_schema=False, opt={COMPRESSED: True})
async def docs(context: Context, request: Request[Any, Any, Any]) -> Response[bytes]:
    return send((await _described(context, request)).page, request, REVALIDATE, API_HEADERS)


async def _described(context: ServerContext, request: Request[Any, Any, Any]) -> ApiDescription:
    """Made in a thread when somebody first asks for it, because that takes a fifth of a second."""
    state = request.app.state
    if DESCRIPTION not in state:
        state[DESCRIPTION] = await context.services.in_thread(partial(api_description, request.app))
    described: ApiDescription = state[DESCRIPTION]
    return described


server = Router("/", route_handlers=[health, ready, metrics, code, description, docs], tags=["Server"])
