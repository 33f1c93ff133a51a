"""Serves the browser client: its files, and its single page for every path outside the API."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, SkipValidation

from damero.application.ports import StoreUnavailable
from damero.application.services import Services
from damero.domain import catalogue
from damero.domain.errors import DameroError
from damero.web.context import Context
from damero.web.language import VARY, language_of
from damero.web.limits import COST, FILE, SNAPSHOT
from damero.web.link_preview import with_preview
from damero.web.page_html import INDEX, MANIFEST, OFFLINE
from damero.web.problems import WebError, status_of
from damero.web.static_files import StaticFile, StaticFiles

RULES_PAGE = re.compile(r"rules/([\w-]+)")
"""A page whose data the browser fetches at once, before its scripts have told it to."""
GAME_PAGE = re.compile(r"(?:(?:play|rules|editor|learn)/([^/]+)(?:/[^/]+)?|analysis/([^/]+))")
"""A page that cannot be shown without the game that its address names."""
MOST_PARTS = 2
"""Behind the name of a page, as in `router.js`."""
AnyRequest = Request[Any, Any, Any]
Files: TypeAlias = NamedDependency[SkipValidation[StaticFiles]]
SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
API_HEADERS = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
COMPRESSED = "compressed"
"""Marks routes whose responses the compression middleware must leave alone."""
NOT_PAGES = ("api", "ws", "static")
GAME_IDS = frozenset(game.info.id for game in catalogue.GAMES)
PAGES = frozenset(
    {
        "",
        "play",
        "match",
        "lobby",
        "watch",
        "games",
        "player",
        "verify",
        "replay",
        "review",
        "editor",
        "rules",
        "settings",
        "puzzles",
        "analysis",
        "learn",
    }
)
"""The first parts of the addresses of pages, as in `router.js`."""
NAMED_PAGES = frozenset({"match", "player", "verify", "replay", "review"})
"""They cannot be shown without the match or the player that their address names."""
SINGLE_PAGES = frozenset({"lobby", "watch", "games", "settings"})
"""Their addresses have one part."""


@get("/static/{path:path}", include_in_schema=False, opt={COMPRESSED: True, COST: FILE})
async def static_file(path: FromPath[str], request: AnyRequest, files: Files) -> Response[bytes]:
    """`/static/VERSION/NAME` never changes while VERSION is current; any other path is served but revalidated."""
    name = path.lstrip("/")
    first, _, rest = name.partition("/")
    if first == files.version and (found := files.find(rest)):
        return send(found, request, IMMUTABLE)
    found = files.find(name) or files.find(rest)
    if found is None:
        raise WebError("web.no_such_file", code="NOT_FOUND")
    return send(found, request, REVALIDATE)


@get(
    ["/", *(f"/{page}" for page in sorted(NAMED_PAGES)), "/{path:path}"],
    include_in_schema=False,
    opt={COMPRESSED: True, COST: FILE},
)
async def page(request: AnyRequest, files: Files, context: Context) -> Response[bytes]:
    """A file at the top of the folder, such as the service worker; otherwise the page, which routes by itself."""
    name = request.url.path.strip("/")
    first = name.partition("/")[0]
    if first in NOT_PAGES:
        raise WebError("web.nothing_here", code="NOT_FOUND")
    if name == MANIFEST and (found := files.manifest(language_of(request))):
        return send(found, request, REVALIDATE)
    if name and name != OFFLINE and "/" not in name and (found := files.find(name)):
        return send(found, request, REVALIDATE)
    shown = files.page(first, language_of(request))
    if shown is None:
        raise WebError("web.no_browser_client", code="NOT_FOUND")
    answer = send(shown, request, REVALIDATE, status=200 if _exists(name, context.services) else 404)
    if rules := RULES_PAGE.fullmatch(name):
        answer.headers["link"] = f"</api/games/{rules[1]}/rules>; rel=preload; as=fetch; crossorigin"
    return answer


def _exists(name: str, services: Services) -> bool:
    first, *below = name.split("/")
    if first not in {*PAGES, OFFLINE} or len(below) > MOST_PARTS:
        return False
    if first in SINGLE_PAGES or first in NAMED_PAGES:
        return bool(below) == (first in NAMED_PAGES)
    if first == "puzzles" and below:
        return _names_puzzles(below, services)
    named = GAME_PAGE.fullmatch(name)
    return named is None or (named[1] or named[2]) in GAME_IDS


def _names_puzzles(below: list[str], services: Services) -> bool:
    """Of a game, of the day, or a single one: `at/ID`."""
    first, second = below[0], below[1] if len(below) > 1 else ""
    if first == "at":
        return services.puzzles.find(second) is not None
    return first == "daily" or first in GAME_IDS


@get("/player/{player_id:path}", include_in_schema=False, opt={COMPRESSED: True, COST: SNAPSHOT})
async def player_page(player_id: FromPath[str], request: AnyRequest, files: Files, context: Context) -> Response[bytes]:
    shown = files.page("player", language_of(request))
    if shown is None:
        raise WebError("web.no_browser_client", code="NOT_FOUND")
    try:
        known = await context.services.players.player(player_id.lstrip("/")) is not None
    except StoreUnavailable:
        known = True
    return send(shown, request, REVALIDATE, status=200 if known else 404)


@get(
    [f"/{page}/{{match_id:path}}" for page in ("match", "replay", "review", "verify")],
    include_in_schema=False,
    opt={COMPRESSED: True, COST: SNAPSHOT},
)
async def match_page(match_id: FromPath[str], request: AnyRequest, files: Files, context: Context) -> Response[bytes]:
    """The page of a match, with what other sites show of a link to it."""
    language = language_of(request)
    shown = files.page(request.url.path.split("/")[1], language)
    if shown is None:
        raise WebError("web.no_browser_client", code="NOT_FOUND")
    try:
        match = (await context.services.live_match(match_id.lstrip("/"))).match
    except StoreUnavailable:
        return send(shown, request, REVALIDATE)
    except DameroError as refusal:
        return send(shown, request, REVALIDATE, status=404 if status_of(refusal) == 404 else 200)
    html = with_preview(shown.body.decode(), match, str(request.base_url), language)
    return send(StaticFile.of(INDEX, html.encode()), request, REVALIDATE)


def send(
    file: StaticFile,
    request: AnyRequest,
    cache_control: str,
    security: Mapping[str, str] = SECURITY_HEADERS,
    status: int = 200,
) -> Response[bytes]:
    headers = {"etag": file.etag, "cache-control": cache_control, "vary": VARY, **security}
    if status == 200 and file.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    gzipped = file.gzipped if "gzip" in request.headers.get("accept-encoding", "") else None
    if gzipped is not None:
        headers["content-encoding"] = "gzip"
    headers["content-type"] = file.media_type
    return Response(gzipped or file.body, headers=headers, status_code=status)
