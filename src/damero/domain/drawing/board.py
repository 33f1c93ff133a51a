"""A view as an SVG picture.

Only views are drawn, so a picture shows nothing that its viewer may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypedDict, TypeVar, Unpack
from zlib import crc32

import damero.art as art
from damero.domain.drawing.layout import Layout, layout_for
from damero.domain.drawing.markup import element, text_of
from damero.domain.drawing.pieces import define_pieces, draw_arrow, draw_piece, draw_ring, draw_square
from damero.domain.drawing.style import Style, colour, style_for
from damero.domain.drawing.surface import COORDINATES, MARGIN, SIDE, draw_surface, usual_coordinates
from damero.domain.errors import DameroError, shorten
from damero.domain.game import GameInfo, Move, Ply, View

USUAL_SIZE = 400
SIZES = range(32, 4097)
Item = TypeVar("Item")
_ID = re.compile(r'(id="|href="#|url\(#)')


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along two or more squares.

    >>> Arrow(("11", "15"), "blue")
    Arrow(squares=('11', '15'), colour='blue')
    """

    squares: tuple[str, ...]
    colour: str = "green"
    """`green`, `red`, `blue`, `yellow`, `grey` or `#rrggbb`."""


Squares: TypeAlias = Sequence[str] | Move | Ply
"""Squares by name, or those of a move."""
Arrows: TypeAlias = Iterable[Arrow | Squares]
Marks: TypeAlias = Mapping[str, str] | Iterable[str]
"""Squares with the colours of their rings, or squares alone."""


class BoardStyle(TypedDict, total=False):
    """How boards look; `damero.svg.board` describes it."""

    flip: bool | None
    size: int
    theme: str | None
    pieces: str | None
    coordinates: str | None


class BoardOptions(BoardStyle, total=False):
    """How boards look, and what is pointed out on them."""

    last: Squares | None
    arrows: Arrows
    marks: Marks


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of a picture that do not depend on the position."""

    info: GameInfo
    layout: Layout
    style: Style
    coordinates: str
    size: int

    def definitions(self, kinds: Iterable[str]) -> str:
        return element("defs", *art.board_definitions().values(), *define_pieces(self.info, kinds, self.style))

    def surface(self) -> str:
        return "".join(draw_surface(self.layout, self.style.colours, self.coordinates))

    def pieces(self, view: View) -> Iterator[str]:
        for shown in view.pieces:
            x, y = self.layout.places[shown.square]
            picture = draw_piece(shown, self.style.colours)
            yield element("g", picture, transform=f"translate({x * SIDE} {y * SIDE})")

    def document(self, description: str, *parts: str) -> str:
        """The whole picture. Its ids contain a sum of its content, so that pictures on one page do not mix."""
        width, height = (cells * SIDE + 2 * MARGIN for cells in (self.layout.shape.columns, self.layout.shape.rows))
        about = element("title", text_of(self.info.title)) + element("desc", text_of(description))
        body = about + "".join(parts)
        scale = self.size / max(width, height)
        return element(
            "svg",
            _ID.sub(rf"\g<1>d{crc32(body.encode()):08x}-", body),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{-MARGIN} {-MARGIN} {width} {height}",
            width=round(width * scale),
            height=round(height * scale),
            role="img",
        )


def drawing_of(
    view: View,
    *,
    flip: bool | None = None,
    size: int = USUAL_SIZE,
    theme: str | None = None,
    pieces: str | None = None,
    coordinates: str | None = None,
) -> Drawing:
    layout = layout_for(view, flip=flip)
    chosen = usual_coordinates(view.info, layout) if coordinates is None else coordinates
    if chosen not in COORDINATES:
        raise DameroError("drawing.unknown_coordinates", code="UNKNOWN_COORDINATES", coordinates=chosen)
    if size not in SIZES:
        raise DameroError("drawing.bad_size", code="BAD_SIZE", size=shorten(size), least=SIZES[0], most=SIZES[-1])
    return Drawing(view.info, layout, style_for(view.info, theme, pieces), chosen, size)


def draw_board(
    view: View,
    *,
    last: Squares | None = None,
    arrows: Arrows = (),
    marks: Marks = (),
    **style: Unpack[BoardStyle],
) -> str:
    """The picture of a view. `damero.svg.board` describes the options."""
    drawing = drawing_of(view, **style)
    latest = (view.plies[-1].squares if view.plies else ()) if last is None else squares_of(last)
    return drawing.document(
        view.text,
        drawing.definitions({shown.kind for shown in view.pieces}),
        drawing.surface(),
        *latest_squares(drawing, latest),
        *drawing.pieces(view),
        *_rings(drawing.layout, marks),
        *_arrows(drawing.layout, arrows),
    )


def latest_squares(drawing: Drawing, squares: Sequence[str]) -> Iterator[str]:
    fill = drawing.style.colours["hint-latest"]
    return (draw_square(drawing.layout, square, fill, 0.5) for square in _known(drawing.layout, squares))


def _rings(layout: Layout, marks: Marks) -> Iterator[str]:
    colours = marks if isinstance(marks, Mapping) else dict.fromkeys(one_by_one(marks), "green")
    return (draw_ring(layout, square, colour(colours[square])) for square in _known(layout, tuple(colours)))


def _arrows(layout: Layout, arrows: Arrows) -> Iterator[str]:
    for given in one_by_one(arrows):
        arrow = given if isinstance(given, Arrow) else Arrow(squares_of(given))
        if len(set(arrow.squares)) < 2:
            raise DameroError("drawing.short_arrow", code="SHORT_ARROW", squares=arrow.squares)
        yield draw_arrow(layout, _known(layout, arrow.squares), colour(arrow.colour))


def squares_of(given: Squares) -> tuple[str, ...]:
    return tuple(one_by_one(given)) if isinstance(given, Sequence) else given.squares


def one_by_one(given: Iterable[Item]) -> Iterable[Item]:
    """Several things, and not one text, which Python would take for its letters."""
    if isinstance(given, str):
        raise DameroError("drawing.squares_in_one_text", code="NO_SUCH_SQUARE", text=given)
    return given


def _known(layout: Layout, squares: Sequence[str]) -> Sequence[str]:
    strange = next((square for square in squares if square not in layout.places), None)
    if strange is not None:
        raise DameroError("move.not_a_square", code="NO_SUCH_SQUARE", squares=(strange,), square=strange)
    return squares
