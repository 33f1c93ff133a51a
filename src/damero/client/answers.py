"""What the server's errors mean for the client."""

from __future__ import annotations

import httpx
import msgspec

from damero.client.errors import Disconnected, Refusal
from damero.web import wire


def failure_of(answer: httpx.Response) -> Refusal | Disconnected:
    """What an answer with an error means. One that is not a `Problem` comes from a proxy."""
    try:
        problem = msgspec.json.decode(answer.content, type=wire.Problem)
    except msgspec.MsgspecError:
        after = answer.headers.get("retry-after", "")
        wait = float(after) if after.isdecimal() else None
        return Disconnected(f"{answer.url} answers with status {answer.status_code}.", wait)
    return Refusal(problem.code, problem.detail, problem.squares, problem.status, _seconds(problem.retry_after))


def refusal_of(frame: wire.ErrorFrame) -> Refusal:
    return Refusal(frame.code, frame.detail, frame.squares, retry_after=_seconds(frame.retry_after))


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
