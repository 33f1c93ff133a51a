"""Pictures of a position and of a line of moves on the analysis board, drawn beside the server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Literal

from damero import png, svg
from damero.application.analysed_position import AnalysedPosition, open_game
from damero.application.check_position import read_any_position
from damero.application.services import Services
from damero.domain.beginning import check_routes
from damero.domain.errors import DameroError
from damero.domain.game import View
from damero.domain.game_tree import next_position
from damero.extras import needs

SIZE, FILM_SIZE = 600, 240
"""Pixels along the longer side."""
MOST_FRAMES = 200
AT_ONCE = 6
"""Frames that are drawn before others have their turn."""
SECONDS = 0.9
BUDGET = 6_000
"""Milliseconds of processor time for one part of the work."""
TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "webp": "image/webp"}


@dataclass(frozen=True, slots=True)
class Picture:
    body: bytes
    media_type: str


async def draw_position(
    services: Services, line: AnalysedPosition, kind: Literal["svg", "png"], *, flip: bool
) -> Picture:
    """The position after the line."""
    return Picture(await services.in_process(partial(_position, line, kind, flip=flip), BUDGET), TYPES[kind])


async def draw_film(
    services: Services, line: AnalysedPosition, kind: Literal["svg", "gif", "webp"], *, flip: bool
) -> Picture:
    """The line as a moving picture. What takes long is done in small parts, between those of others."""
    views = await services.in_process(partial(_views, line))
    if kind == "svg":
        return Picture(await services.in_process(partial(_moving_svg, views, flip=flip), BUDGET), TYPES[kind])
    frames: list[bytes] = []
    for at in range(0, len(views), AT_ONCE):
        frames += await services.in_process(partial(_frames, views[at : at + AT_ONCE], flip=flip), BUDGET)
    return Picture(await services.in_process(partial(_joined, frames, kind), BUDGET), TYPES[kind])


def _views(line: AnalysedPosition) -> tuple[View, ...]:
    if len(line.moves) >= MOST_FRAMES:
        raise DameroError("analysis.film_too_long", code="TOO_LONG", most=MOST_FRAMES - 1)
    position = read_any_position(open_game(line), line.text)
    views = [position.view(None)]
    for move in line.moves:
        position = next_position(position, move)
        check_routes(position)
        views.append(position.view(None))
    return tuple(views)


def _position(line: AnalysedPosition, kind: str, *, flip: bool) -> bytes:
    view = _views(line)[-1]
    drawn = svg.board(view, size=SIZE, flip=flip)
    return drawn.encode() if kind == "svg" else bytes(png.render(drawn))


def _moving_svg(views: Sequence[View], *, flip: bool) -> bytes:
    return svg.game(views, seconds=SECONDS, size=FILM_SIZE, flip=flip).encode()


def _frames(views: Sequence[View], *, flip: bool) -> list[bytes]:
    return [bytes(png.board(view, size=FILM_SIZE, flip=flip)) for view in views]


def _joined(frames: Sequence[bytes], kind: str) -> bytes:
    with needs("png"):
        from PIL import Image
    first, *others = [Image.open(BytesIO(frame)).convert("RGB") for frame in frames]
    times = [round(1000 * SECONDS)] * len(others) + [round(1000 * SECONDS * png.FINAL_FRAMES)]
    made = BytesIO()
    first.save(made, kind, save_all=True, append_images=others, duration=times, loop=0)
    return made.getvalue()
