"""Health, metrics, QR codes and the description of the API."""

from __future__ import annotations

import io
from importlib.metadata import version
from typing import Annotated, Any, Literal

import segno
from litestar import Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from damero.web import wire
from damero.web.context import Context
from damero.web.metrics import MEDIA_TYPE
from damero.web.openapi import READING, problems
from damero.web.openapi_page import openapi_page

Path = Annotated[str, QueryParameter(min_length=1, max_length=200, pattern="^/[!-~]*$", description="Of the page.")]


class Health(wire.Reply):
    status: Literal["ok", "failing"]
    store: Literal["ok", "failing"]
    version: str


@get(
    "/health",
    summary="Whether the server can be relied on",
    responses={503: ResponseSpec(Health, description="Nothing can be stored.", generate_examples=False)},
)
async def health(context: Context) -> Response[Health]:
    ok = context.services.matches.failure() is None
    state: Literal["ok", "failing"] = "ok" if ok else "failing"
    return Response(Health(state, state, version("damero")), status_code=200 if ok else 503)


@get("/metrics", summary="For Prometheus", media_type=MEDIA_TYPE)
async def metrics(context: Context) -> str:
    return context.metrics.text()


@get(
    "/qr",
    summary="The address of a page as a code for cameras",
    media_type="image/svg+xml",
    responses=problems(*READING),
)
async def code(path: Path, request: Request[Any, Any, Any]) -> bytes:
    image = io.BytesIO()
    segno.make_qr(str(request.base_url).rstrip("/") + path).save(image, kind="svg", border=2, scale=4, xmldecl=False)
    return image.getvalue()


@get("/openapi.json", include_in_schema=False)
async def description(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return request.app.openapi_schema.to_schema()


@get("/docs", include_in_schema=False, media_type="text/html")
async def docs(request: Request[Any, Any, Any]) -> bytes:
    return openapi_page(request.app.openapi_schema.to_schema())


server = Router("/", route_handlers=[health, metrics, code, description, docs], tags=["Server"])
