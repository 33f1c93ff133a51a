"""What the analysis board exports: PDN, pictures of positions, moving pictures of lines."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, post
from litestar.params import JSONBody

from damero.application.export_tree import export_tree
from damero.web import wire
from damero.web.analysis_pictures import Picture, draw_film, draw_position
from damero.web.api.analysis import LONGEST_LINE, LONGEST_TREE, position_of
from damero.web.context import Context
from damero.web.limits import COST, PICTURE, RECORD
from damero.web.openapi import CHANGING, problems
from damero.web.sender import unless_gone

AnyRequest = Request[Any, Any, Any]


@post(
    "/analysis/pdn",
    summary="A game with its variations and comments as PDN",
    status_code=200,
    media_type="text/plain",
    request_max_body_size=LONGEST_TREE,
    responses=problems(*CHANGING),
    opt={COST: RECORD},
)
async def pdn(data: JSONBody[wire.WriteTree], context: Context, request: AnyRequest) -> str:
    return await unless_gone(request, export_tree(context.services, data.tree))


@post(
    "/analysis/pictures",
    summary="A position as a picture",
    status_code=200,
    media_type="image/*",
    request_max_body_size=LONGEST_LINE,
    responses=problems(*CHANGING),
    opt={COST: PICTURE},
)
async def picture(data: JSONBody[wire.DrawPosition], context: Context, request: AnyRequest) -> Response[bytes]:
    """SVG, or PNG if the server has the extra `png`."""
    drawing = draw_position(context.services, position_of(data), data.format, flip=data.flip)
    return _answer(await unless_gone(request, drawing))


@post(
    "/analysis/films",
    summary="A line of moves as a moving picture",
    status_code=200,
    media_type="image/*",
    request_max_body_size=LONGEST_LINE,
    responses=problems(*CHANGING),
    opt={COST: PICTURE},
)
async def film(data: JSONBody[wire.DrawFilm], context: Context, request: AnyRequest) -> Response[bytes]:
    """SVG, or GIF and WebP if the server has the extra `png`."""
    return _answer(
        await unless_gone(request, draw_film(context.services, position_of(data), data.format, flip=data.flip))
    )


def _answer(drawn: Picture) -> Response[bytes]:
    return Response(drawn.body, media_type=drawn.media_type)


exports = Router("/", route_handlers=[pdn, picture, film], tags=["Analysis"])
