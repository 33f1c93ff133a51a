"""Pictures of boards and games as PNG, GIF and WebP. Needs the extra `png`: `pip install "damero[png]"`.

The SVG of `damero.svg` is rendered by resvg. All text in it is outlines, so no font is needed.

>>> import damero
>>> from damero import png
>>> png.board(damero.game("drafti").initial(), size=200)[:8]
b'\\x89PNG\\r\\n\\x1a\\n'
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from typing import Literal, Unpack

from damero import svg
from damero.domain.drawing.board import BoardOptions, BoardStyle
from damero.domain.errors import DameroError, check_above_zero
from damero.domain.game import Position, Seat, View
from damero.domain.game_tree import GameTree
from damero.extras import needs

FINAL_FRAMES = 3
"""The last position of a game stays for this many times the time of a move."""

FORMATS = ("gif", "webp")

__all__ = ["Picture", "board", "game", "render"]


class Picture(bytes):
    """The bytes of a picture, which a notebook shows as a picture.

    >>> import damero, pathlib, tempfile
    >>> picture = damero.png.board(damero.game("drafti").initial(), size=200)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pathlib.Path(folder, "board.png").write_bytes(picture) == len(picture)
    True
    """

    def _repr_mimebundle_(self, **_options: object) -> dict[str, bytes | str]:
        kind = "gif" if self.startswith(b"GIF") else "webp" if self.startswith(b"RIFF") else "png"
        plain = f"<{kind.upper()} picture, {len(self)} bytes>"
        if kind == "png":
            return {"image/png": bytes(self), "text/plain": plain}
        data = b64encode(self).decode()  # moving pictures as HTML, which every notebook shows
        return {"text/html": f'<img src="data:image/{kind};base64,{data}" alt="{kind.upper()}">', "text/plain": plain}


def render(picture: str) -> Picture:
    """An SVG picture as PNG, in its own size."""
    with needs("png"):
        from resvg_py import svg_to_bytes
    return Picture(svg_to_bytes(svg_string=picture, skip_system_fonts=True))


def board(view: View | Position, **options: Unpack[BoardOptions]) -> Picture:
    """The picture of a view or position as PNG, with the options of `damero.svg.board`.

    >>> import damero
    >>> board(damero.game("drafti").initial(), size=200)[:4]
    b'\\x89PNG'
    """
    return render(svg.board(view, **options))


def game(
    played: GameTree | Iterable[View | Position],
    *,
    seat: Seat | None = None,
    seconds: float = 0.9,
    format: Literal["gif", "webp"] = "gif",
    **style: Unpack[BoardStyle],
) -> Picture:
    """A game as a moving picture, GIF or the smaller WebP, with one frame for each position.

    >>> import damero
    >>> positions = [damero.game("drafti").initial().after(*moves) for moves in ([], ["21-17"])]
    >>> game(positions, size=100)[:6]
    b'GIF89a'
    """
    if format not in FORMATS:
        raise DameroError("drawing.unknown_format", code="UNKNOWN_FORMAT", format=str(format), formats=FORMATS)
    check_above_zero(seconds=seconds)
    with needs("png"):
        from PIL import Image
    frames = [Image.open(BytesIO(board(view, **style))).convert("RGB") for view in svg.views_of(played, seat)]
    times = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * seconds * FINAL_FRAMES)]
    made = BytesIO()
    frames[0].save(made, format, save_all=True, append_images=frames[1:], duration=times, loop=0)
    return Picture(made.getvalue())
