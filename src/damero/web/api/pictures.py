"""Pictures of matches, for links on other sites."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, Response, get

from damero.web.context import Context
from damero.web.kept import Kept
from damero.web.limits import COST, PICTURE
from damero.web.link_preview import can_draw, png_of
from damero.web.openapi import READING, MatchPath, problems
from damero.web.pages import COMPRESSED
from damero.web.problems import WebError
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]
FINISHED, RUNNING = "public, max-age=604800", "public, max-age=60"

_kept = Kept[tuple[str, int]](64)
"""Pictures by match and version."""


@get(
    "/matches/{match_id:str}/picture.png",
    summary="The position as a picture, as a stranger may see it",
    media_type="image/png",
    responses=problems(*READING),
    opt={COST: PICTURE, COMPRESSED: True},
)
async def picture(match_id: MatchPath, context: Context, request: AnyRequest) -> Response[bytes]:
    """Needs the extra `png` on the server. Before a game begins there is no picture."""
    match = (await context.services.live_match(match_id)).match
    view = match.view(None)
    if view is None or not can_draw():
        raise WebError("web.no_picture", code="NOT_FOUND")
    drawing = partial(context.services.in_process, partial(png_of, view))
    drawn = await _kept.get((match_id, match.version), lambda: unless_gone(request, drawing()))
    headers = {"cache-control": FINISHED if match.is_over else RUNNING}
    return Response(drawn, media_type="image/png", headers=headers)
