"""Shared parts of the OpenAPI description: path parameters and error responses."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, TypeAlias

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from damero.web import wire
from damero.web.problems import PROBLEM

EXAMPLES = {
    400: ("MALFORMED", "The server cannot read this request. Reload the page and try again."),
    401: ("NOT_SIGNED_IN", "Enter as a guest or log in first."),
    403: ("NOT_YOUR_SEAT", "That is not your seat."),
    404: ("NO_SUCH_MATCH", "There is no such match."),
    409: ("STALE_VERSION", "The position has changed. Look again."),
    413: ("TOO_LARGE", "Request Entity Too Large"),
    415: ("NOT_JSON", "Send JSON (Content-Type: application/json)."),
    422: ("CAPTURE_REQUIRED", "You must capture: 22 takes 18."),
    429: ("TOO_MANY_REQUESTS", "Too many at once: wait a moment and try again."),
    503: ("STORE_UNAVAILABLE", "Nothing can be stored at the moment, so nothing is accepted. Try again."),
}
GamePath: TypeAlias = Annotated[str, PathParameter(max_length=40, description="A game's id.")]
MatchPath: TypeAlias = Annotated[str, PathParameter(max_length=64, description="A match's id.")]
PlayerPath: TypeAlias = Annotated[str, PathParameter(max_length=64, description="A player's id.")]
OfferPath: TypeAlias = Annotated[int, PathParameter(ge=0, le=2**31, description="An offer's id.")]
SeatQuery: TypeAlias = Annotated[
    str | None,
    QueryParameter(min_length=1, max_length=20, description="The seat to look from, if I hold both."),
]
VersionQuery: TypeAlias = Annotated[
    int | None, QueryParameter(ge=1, le=2**31, description="A version of the game's rules; by default the newest.")
]
LanguageQuery: TypeAlias = Annotated[
    str | None, QueryParameter(max_length=35, description="A language such as es; by default the browser's.")
]
READING = (400, 401, 404, 429, 503)
CHANGING = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: _problem(status) for status in statuses}


def _problem(status: int) -> ResponseSpec:
    code, detail = EXAMPLES[status]
    title = HTTPStatus(status).phrase
    example = wire.Problem(title=title, status=status, code=code, detail=detail)
    return ResponseSpec(
        data_container=wire.Problem,
        generate_examples=False,
        description=title,
        media_type=PROBLEM,
        examples=[Example(summary=code, value=msgspec.to_builtins(example))],
    )
