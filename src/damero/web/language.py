"""The language of a request: the one that was chosen in this browser, or the one that the browser asks for."""

from __future__ import annotations

from typing import Any

from litestar import Request

from damero.languages import from_header
from damero.texts import languages

COOKIE = "language"
"""Set by the browser client when somebody chooses a language."""
VARY = "Accept-Encoding, Accept-Language, Cookie"


def language_of(request: Request[Any, Any, Any]) -> str:
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in languages() else from_header(request.headers.get("accept-language", ""))
