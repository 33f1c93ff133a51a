"""Authentication: tokens, the browser's cookie, and the origin of requests that change something."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from damero.application.log_in import authenticate
from damero.application.ports import Account, Device
from damero.application.services import Services
from damero.web.limits import is_loopback, network
from damero.web.logs import note_player
from damero.web.problems import WebError

COOKIE = "damero"
ACCOUNT = "account"
LONGEST_AGENT = 300
YEAR = 365 * 24 * 60 * 60
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_SITES = frozenset({"same-origin", "none"})

Connection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str | None:
    """The bearer token of a program, or the cookie of a browser."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return connection.cookies.get(COOKIE)


async def current_account(services: Services, connection: Connection) -> Account | None:
    """Whose token it is. A wrong bearer token is an error; a browser with an old cookie is nobody."""
    account = await known_account(services, connection)
    if account is None and "authorization" in connection.headers:
        raise WebError("web.bad_token", code="NOT_SIGNED_IN")
    return account


async def known_account(services: Services, connection: Connection) -> Account | None:
    """Whose token it is, looked up once for each request; nobody's if it is wrong."""
    if ACCOUNT not in connection.state:
        token = token_of(connection)
        connection.state[ACCOUNT] = await authenticate(services, token) if token else None
    account: Account | None = connection.state[ACCOUNT]
    return account


def signed_in(account: Account | None) -> Account:
    if account is None:
        raise WebError("web.not_signed_in", code="NOT_SIGNED_IN")
    return account


def address_of(connection: Connection) -> str:
    return connection.client.host if connection.client else "unknown"


def device_of(connection: Connection) -> Device:
    """Where a session is opened from."""
    return Device(connection.headers.get("user-agent", "")[:LONGEST_AGENT], network(address_of(connection)))


def note_address(services: Services, player_id: str, address: str) -> None:
    """Remembers where a player is. Loopback is shared by all players of a proxy or of one machine and says nothing."""
    note_player(player_id)
    if not is_loopback(address):
        services.last_addresses.note(player_id, network(address))


def check_origin(connection: Connection) -> None:
    """Pages of other sites may not act for the people who view them."""
    headers = connection.headers
    origin = headers.get("origin")
    foreign = origin is not None and origin.partition("://")[2] != headers.get("host")
    if foreign or headers.get("sec-fetch-site", "none") not in OWN_SITES:
        raise WebError("web.foreign_origin", code="FOREIGN_ORIGIN")


def check_change(request: Request[Any, Any, Any]) -> None:
    """Requests that change something must come from our own pages or from a program, as JSON."""
    check_origin(request)
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    if has_body and request.content_type[0] != "application/json":
        raise WebError("web.not_json", code="NOT_JSON")


def cookie(token: str, request: Request[Any, Any, Any]) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


NO_COOKIE = Cookie(key=COOKIE, value="", max_age=0, path="/", httponly=True, samesite="lax")
"""Signs the browser out."""
