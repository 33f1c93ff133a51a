"""The server about itself: health, metrics; and codes for cameras."""

from __future__ import annotations

import io
import time
from importlib.metadata import version
from typing import Annotated, Any, Literal

import segno
from litestar import Request, Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from damero.web import wire
from damero.web.context import Context
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
    well = context.services.matches.trouble() is None
    state: Literal["ok", "failing"] = "ok" if well else "failing"
    return Response(Health(state, state, version("damero")), status_code=200 if well else 503)


@get("/metrics", summary="For Prometheus", media_type="text/plain; version=0.0.4")
async def metrics(context: Context) -> str:
    lines = [
        *_gauge("damero_sockets", "Open connections to matches.", context.rooms.watchers),
        *_gauge("damero_matches_in_memory", "Matches at hand.", len(context.services.live_matches)),
        *_gauge("damero_store_ok", "1 if moves can be stored.", int(context.services.matches.trouble() is None)),
        *_gauge("damero_cpu_seconds_total", "Time of the processor used.", round(time.process_time(), 3), "counter"),
        "# HELP damero_responses_total Answers by status.",
        "# TYPE damero_responses_total counter",
        *(f'damero_responses_total{{status="{status}"}} {count}' for status, count in sorted(context.answers.items())),
    ]
    return "\n".join(lines) + "\n"


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


def _gauge(name: str, meaning: str, value: float, kind: str = "gauge") -> tuple[str, str, str]:
    return f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", f"{name} {value}"


server = Router("/", route_handlers=[health, metrics, code, description, docs], tags=["Server"])
