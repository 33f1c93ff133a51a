"""Refusals as clients see them: the one place where errors become HTTP and WebSocket answers."""

from __future__ import annotations

import logging
from http import HTTPStatus
from math import ceil
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from msgspec import structs

from damero.application.ports import EngineFault, StoreUnavailable
from damero.application.work_queue import ServerBusy
from damero.domain.errors import BadPosition, BadText, DameroError, IllegalMove, UnknownGame, UnknownVersion
from damero.texts import Text, sentence
from damero.web import wire
from damero.web.serialize import text_values

PROBLEM = "application/problem+json"

BY_CODE = {
    "MALFORMED": 400,
    "BAD_LIMIT": 400,
    "NOT_SIGNED_IN": 401,
    "NOT_A_PLAYER": 401,
    "WRONG_PASSWORD": 401,
    "NOT_YOUR_SEAT": 403,
    "WRONG_CODE": 403,
    "NOT_INVITED": 403,
    "NOT_CHALLENGED": 403,
    "STILL_SECRET": 403,
    "BEING_PLAYED": 403,
    "FOREIGN_ORIGIN": 403,
    "BANNED": 403,
    "NOT_FOUND": 404,
    "NO_SUCH_MATCH": 404,
    "NO_SUCH_PLAYER": 404,
    "NO_SUCH_REPORT": 404,
    "NO_SUCH_SESSION": 404,
    "NO_SUCH_ACTION": 404,
    "NO_SUCH_FORMATION": 404,
    "NO_RULES_PAGE": 404,
    "NO_SUCH_PUZZLE": 404,
    "NO_SUCH_STEP": 404,
    "NO_SUCH_RUN": 404,
    "NO_SUCH_ENDING": 404,
    "NOT_REVIEWED": 404,
    "NO_SUCH_MISTAKE": 404,
    "NOT_JSON": 415,
    "GAME_NOT_ACTIVE": 409,
    "INVALID_TURN": 409,
    "NO_SUCH_SEAT": 422,
    "NO_SUCH_LEVEL": 422,
    "BAD_TIME_CONTROL": 422,
    "BAD_POSITION": 422,
    "BAD_NAME": 422,
    "BAD_LANGUAGE": 422,
    "BAD_PASSWORD": 422,
    "BAD_NONCE": 422,
    "TOO_MANY_REQUESTS": 429,
    "TOO_MANY_REVIEWS": 429,
    "UNREADABLE_MATCH": 503,
    "ENGINE_FAILED": 503,
}
BY_TYPE: tuple[tuple[type[DameroError], int], ...] = (
    (UnknownGame, 404),
    (UnknownVersion, 404),
    (BadText, 422),
    (BadPosition, 422),
    (IllegalMove, 422),
    (DameroError, 409),
)
ENGINE_PAUSE = 2_000
"""Milliseconds after which an engine that failed is usually replaced."""
BY_STATUS = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED", 413: "TOO_LARGE", 415: "NOT_JSON"}
RECORD_FAULTS = frozenset({"BAD_JSON", "NOT_A_RECORD"})

log = logging.getLogger(__name__)


class WebError(DameroError):
    """A refusal by the web layer itself."""


class TooManyError(WebError):
    code = "TOO_MANY_REQUESTS"

    def __init__(self, wait: int) -> None:
        super().__init__("web.too_many")
        self.wait = wait
        """Milliseconds."""


def status_of(refusal: DameroError) -> int:
    found = BY_CODE.get(refusal.code)
    return found or next(status for kind, status in BY_TYPE if isinstance(refusal, kind))


def problem(refusal: DameroError) -> wire.Problem:
    status, text = status_of(refusal), _for_people(refusal)
    detail = sentence(text)
    return wire.Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        code=refusal.code,
        detail=detail[:1].upper() + detail[1:],
        fields=_place(refusal),
        squares=refusal.squares,
        key=text.key,
        values=text_values(text.values),
        suggestions=refusal.suggestions if isinstance(refusal, UnknownGame) else (),
        retry_after=refusal.wait if isinstance(refusal, TooManyError) else None,
    )


def unavailable(failure: StoreUnavailable) -> wire.Problem:
    if isinstance(failure, ServerBusy):
        busy = _plain(503, "SERVER_BUSY", Text("web.server_busy"))
        return structs.replace(busy, retry_after=failure.wait)
    return _plain(503, "STORE_UNAVAILABLE", Text("web.store_unavailable"))


def engine_failed(fault: EngineFault) -> wire.Problem:
    log.warning("An engine failed: %s", fault)
    return structs.replace(_plain(503, "ENGINE_FAILED", Text("analysis.engine_failed")), retry_after=ENGINE_PAUSE)


def internal() -> wire.Problem:
    return _plain(500, "INTERNAL", Text("web.internal"))


def malformed(fault: Exception) -> wire.Problem:
    """Shows the technical fault to programs only: people see it when a page is older than the server, for instance."""
    return _malformed(wire.FieldFault("body", str(fault) or type(fault).__name__))


def error_frame(answer: wire.Problem, command_id: str | None = None) -> wire.ErrorFrame:
    return wire.ErrorFrame(
        code=answer.code,
        detail=answer.detail,
        command_id=command_id,
        squares=answer.squares,
        key=answer.key,
        values=answer.values,
        suggestions=answer.suggestions,
        retry_after=answer.retry_after,
        fields=answer.fields,
    )


def retry_after(answer: wire.Problem) -> str:
    """The value of the header, in seconds."""
    return str(ceil((answer.retry_after or 0) / 1000))


def respond(answer: wire.Problem) -> Response[wire.Problem]:
    headers = {} if answer.retry_after is None else {"retry-after": retry_after(answer)}
    return Response(answer, status_code=answer.status, media_type=PROBLEM, headers=headers)


def refused(_request: Request[Any, Any, Any], refusal: DameroError) -> Response[wire.Problem]:
    return respond(problem(refusal))


def store_failed(_request: Request[Any, Any, Any], failure: StoreUnavailable) -> Response[wire.Problem]:
    return respond(unavailable(failure))


def engine_fault(_request: Request[Any, Any, Any], fault: EngineFault) -> Response[wire.Problem]:
    return respond(engine_failed(fault))


def bad_request(_request: Request[Any, Any, Any], fault: HTTPException) -> Response[wire.Problem]:
    code = BY_STATUS.get(fault.status_code)
    text = Text("web.too_large") if code == "TOO_LARGE" else Text("web.http_error", {"reason": fault.detail})
    response = respond(_plain(fault.status_code, code, text) if code else _malformed(*_invalid_fields(fault)))
    response.headers.update(fault.headers or {})
    return response


def defect(request: Request[Any, Any, Any], fault: Exception) -> Response[wire.Problem]:
    log.error("%s %s failed", request.method, request.scope["path"], exc_info=fault)
    return respond(internal())


def _invalid_fields(fault: HTTPException) -> tuple[wire.FieldFault, ...]:
    """Litestar lists them in `extra`."""
    extra = fault.extra if isinstance(fault.extra, list) else []
    found = [
        wire.FieldFault(one.get("key", "body"), one.get("message", "wrong")) for one in extra if isinstance(one, dict)
    ]
    return tuple(found) or (wire.FieldFault("body", fault.detail),)


def _malformed(*fields: wire.FieldFault) -> wire.Problem:
    wrong_length = all("length" in each.fault for each in fields)
    text = Text("web.wrong_length" if wrong_length else "web.malformed")
    return structs.replace(_plain(400, "MALFORMED", text), fields=fields)


def _for_people(refusal: DameroError) -> Text:
    """People who pasted a text are told the line if there are several, and never the column."""
    if not isinstance(refusal, BadText):
        return refusal.text
    if refusal.code in RECORD_FAULTS:
        return Text("web.not_a_record")
    return refusal.fault if refusal.line == 1 else Text("text.in_line", {"line": refusal.line, "fault": refusal.fault})


def _place(refusal: DameroError) -> tuple[wire.FieldFault, ...]:
    if not isinstance(refusal, BadText):
        return ()
    return (wire.FieldFault("text", refusal.sentence),)


def _plain(status: int, code: str, text: Text) -> wire.Problem:
    return wire.Problem(
        title=HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=sentence(text),
        key=text.key,
        values=text_values(text.values),
    )


HANDLERS: dict[int | type[Exception], Any] = {
    DameroError: refused,
    StoreUnavailable: store_failed,
    EngineFault: engine_fault,
    msgspec.MsgspecError: lambda _request, fault: respond(malformed(fault)),
    RecursionError: lambda _request, _fault: respond(malformed(RecursionError("it is nested too deeply"))),
    UnicodeError: lambda _request, fault: respond(malformed(fault)),
    HTTPException: bad_request,
    Exception: defect,
}
