"""Serves the browser client: its files, and its one page for every address that is not the API's."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, SkipValidation

from damero.web.static_files import ASK_AGAIN, FOR_EVER, File, Files

AnyRequest = Request[Any, Any, Any]
FilesHere: TypeAlias = NamedDependency[SkipValidation[Files]]
SECURITY = {
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
COMPRESSED = "compressed"
"""Marks what is compressed already."""
NO_PAGES = ("api", "ws", "static")


@get("/static/{path:path}", include_in_schema=False, opt={COMPRESSED: True})
async def static_file(path: FromPath[str], request: AnyRequest, files: FilesHere) -> Response[bytes]:
    name = path.lstrip("/")
    first, _, rest = name.partition("/")
    if first == files.version and (found := files.find(rest)):
        return send(found, request, FOR_EVER)
    found = files.find(name) or files.find(rest)
    if found is None:
        raise NotFoundException("There is no such file.")
    return send(found, request, ASK_AGAIN)


@get(["/", "/{path:path}"], include_in_schema=False, opt={COMPRESSED: True})
async def page(request: AnyRequest, files: FilesHere, path: FromPath[str] = "/") -> Response[bytes]:
    """A file at the top of the folder, such as the service worker; or else the page, which knows its own addresses."""
    name = path.strip("/")
    if name.partition("/")[0] in NO_PAGES:
        raise NotFoundException("There is nothing here.")
    found = files.find(name) if name and "/" not in name else None
    found = found or files.index()
    if found is None:
        raise NotFoundException("The browser client is not installed.")
    return send(found, request, ASK_AGAIN)


def send(file: File, request: AnyRequest, caching: str) -> Response[bytes]:
    headers = {"etag": file.etag, "cache-control": caching, "vary": "Accept-Encoding", **SECURITY}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    zipped = file.zipped if "gzip" in request.headers.get("accept-encoding", "") else None
    if zipped is not None:
        headers["content-encoding"] = "gzip"
    return Response(zipped or file.body, media_type=file.media_type, headers=headers)
