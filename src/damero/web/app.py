"""The web application: its routes, and what applies to all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import Message, Scope

from damero.application.services import Services
from damero.application.work_queue import sender
from damero.web.api.admin import admin_api
from damero.web.api.analysis import analysis_api
from damero.web.api.analysis_exports import exports
from damero.web.api.engine_move import engine_move_api
from damero.web.api.games import catalogue_api
from damero.web.api.hints import hint
from damero.web.api.lessons import lessons_api
from damero.web.api.lists import lists
from damero.web.api.matches import matches_api
from damero.web.api.pictures import picture
from damero.web.api.players import players
from damero.web.api.puzzles import puzzles
from damero.web.api.records import records
from damero.web.api.reviews import reviews
from damero.web.api.server import server
from damero.web.api.sessions import sessions_api
from damero.web.asgi import head_as_get, only_valid_hosts, with_request_ids
from damero.web.auth import SAFE_METHODS, Connection, address_of, check_change, known_account, note_address
from damero.web.context import LevelsOf, ServerContext, context_of
from damero.web.limits import COST, FILE, GATE, Gate, Limits
from damero.web.live.analysis_socket import analysis_socket
from damero.web.live.lobby_socket import lobby_socket
from damero.web.live.match_socket import match_socket
from damero.web.pages import API_HEADERS, COMPRESSED, match_page, page, player_page, static_file
from damero.web.problems import HANDLERS, WebError
from damero.web.proxies import FREE_FOR_PROXIES, TrustedProxies
from damero.web.shared_limits import sharing
from damero.web.static_files import StaticFiles
from damero.web.wire import LONGEST_FRAME

TOKEN = SecurityScheme(type="http", scheme="bearer", description="The token of a guest or an account.")


def create_app(
    open_services: Callable[[], AbstractAsyncContextManager[Services]],
    levels: LevelsOf,
    limits: Limits | None = None,
    trusted_proxies: tuple[str, ...] = (),
) -> Litestar:
    """The application over services that are opened when it starts and closed when it ends."""

    @asynccontextmanager
    async def open_context(app: Litestar) -> AsyncIterator[None]:
        async with open_services() as services:
            context = app.state.context = ServerContext.open(services, gate, levels)
            async with sharing(services, gate.buckets, context.login_attempts):
                yield

    gate, files = Gate(limits or Limits(), proxies=TrustedProxies(trusted_proxies)), StaticFiles()
    api = Router(
        "/api",
        route_handlers=[
            catalogue_api,
            picture,
            players,
            sessions_api,
            matches_api,
            lists,
            records,
            reviews,
            hint,
            puzzles,
            analysis_api,
            lessons_api,
            exports,
            engine_move_api,
            server,
            admin_api,
        ],
        request_max_body_size=LONGEST_FRAME,
    )
    app = Litestar(
        route_handlers=[api, match_socket, lobby_socket, analysis_socket, static_file, match_page, player_page, page],
        dependencies={
            "context": Provide(context_of, sync_to_thread=False),
            "files": Provide(lambda: files, sync_to_thread=False),
        },
        before_request=_admit,
        exception_handlers=HANDLERS,
        before_send=[_finish],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, exclude_opt_key=COMPRESSED),
        lifespan=[open_context],
        openapi_config=_openapi(),
        state=State({GATE: gate}),
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = with_request_ids(only_valid_hosts(head_as_get(app.asgi_handler)))
    return app


async def _admit(request: Request[Any, Any, Any]) -> None:
    """Checks every request first. Litestar would run a function that is not async in the shared thread pool."""
    context, address = context_of(request.app.state), address_of(request)
    gate, options = context.gate, request.route_handler.opt
    cost = options.get(COST, 1)
    if FREE_FOR_PROXIES not in options or address not in gate.proxies:
        gate.request(address, cost + gate.limits.body_megabyte * _body_length(request) / 1_000_000)
    if request.method not in SAFE_METHODS:
        check_change(request)
    account = await known_account(context.services, request) if cost >= 1 else None
    if account is not None:
        gate.by_player(gate.limits.requests_by_player, account.id, cost)
        note_address(context.services, account.id, address)
    sender.set(gate.sender(address, account.id if account else None))


def _body_length(request: Request[Any, Any, Any]) -> int:
    """In bytes, as announced. A body whose length is not announced counts as the longest that is accepted."""
    if "transfer-encoding" in request.headers:
        longest = request.route_handler.resolve_request_max_body_size()
        return longest if isinstance(longest, int) else LONGEST_FRAME
    length = request.headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


async def _finish(message: Message, scope: Scope) -> None:
    """Counts every response, and adds the headers of API responses."""
    if message["type"] != "http.response.start":
        return
    state: State = scope["app"].state
    context_of(state).metrics.count_response(message["status"])
    if scope["path"].startswith("/api"):
        headers = MutableScopeHeaders.from_message(message)
        for name, value in {"cache-control": "no-store", **API_HEADERS}.items():
            headers.setdefault(name, value)


def _openapi() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Damero",
        version=version("damero"),
        description="Draughts, Stratego and Banqi: matches, moves and records. docs/api.md tells the rest.",
        components=Components(security_schemes={"token": TOKEN}),
        security=[{"token": []}, {}],
        openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, guards=[_nothing_here]),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        use_handler_docstrings=True,
    )


async def _nothing_here(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Litestar's own copy of the description would be compressed anew for each request."""
    context_of(connection.app.state).gate.request(address_of(connection), FILE)
    raise WebError("web.nothing_here", code="NOT_FOUND")
