"""Pieces on a board, and what is drawn around them: marks, rings and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import atan2, cos, hypot, sin

from damero.domain.drawing.layout import Layout
from damero.domain.drawing.markup import element, number, text_of
from damero.domain.drawing.style import Style
from damero.domain.drawing.surface import SIDE
from damero.domain.game import GameInfo, PieceKind, Shown

INSET = 4
FACE_DOWN, FADED = "face-down", 0.55
"""The mark of a piece that lies face down although the viewer knows it, and its opacity."""
MARK_PATHS = {
    "moved": "M-9 -6L-1 0L-9 6M0 -6L8 0L0 6",
    "revealed": "M-11 0Q0 -11 11 0Q0 11 -11 0ZM-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
}
"""What the small marks at the foot of a piece show."""


def symbol_of(kind: str) -> str:
    """The id of the symbol that shows a kind of piece."""
    return f"piece-{kind}"


def define_pieces(info: GameInfo, kinds: Iterable[str], style: Style) -> Iterator[str]:
    """The symbols of these kinds of pieces, after the gradients that they use."""
    used = set(kinds)
    if style.pieces is None:
        plain = [kind for kind in info.pieces if kind.id in used]
        yield from (_symbol(kind.id, _plain_disc(kind, info)) for kind in plain)
        return
    needed = frozenset[str]().union(*(style.pieces.definitions_of(kind) for kind in used))
    yield from (markup for name, markup in style.pieces.definitions.items() if name in needed)
    yield from (_symbol(kind, shape) for kind, shape in style.pieces.symbols.items() if kind in used)


def _symbol(kind: str, shape: str) -> str:
    return element("symbol", shape, id=symbol_of(kind), viewBox="0 0 100 100")


def _plain_disc(kind: PieceKind, info: GameInfo) -> str:
    colours = list(dict.fromkeys(piece.colour for piece in info.pieces))
    fill = ("#8a3030", "#30308a", "#306a30", "#6a6a30")[colours.index(kind.colour) % 4]
    disc = element("circle", cx=50, cy=50, r=43, fill=fill, stroke="#0006", stroke_width=3)
    label = element("text", text_of(kind.label), x=50, y=62, font_size=36, text_anchor="middle", fill="#fff")
    return disc + label


def draw_piece(shown: Shown, colours: Mapping[str, str]) -> str:
    """A piece in a box with the side of a square, with its marks."""
    faded = {"opacity": FADED} if FACE_DOWN in shown.marks else {}
    size = SIDE - 2 * INSET
    picture = element("use", href=f"#{symbol_of(shown.kind)}", x=INSET, y=INSET, width=size, height=size, **faded)
    return picture + "".join(_mark(mark, colours) for mark in shown.marks if mark in MARK_PATHS)


def _mark(mark: str, colours: Mapping[str, str]) -> str:
    return element(
        "g",
        element("circle", r=15, fill=colours["mark"], stroke_width=2.5),
        element("path", d=MARK_PATHS[mark], fill="none", stroke_width=3.4, stroke_linecap="round"),
        transform=f"translate({80 if mark == 'moved' else 20} 82)",
        stroke=colours["mark-line"],
    )


def draw_square(layout: Layout, square: str, fill: str, opacity: float) -> str:
    x, y = layout.places[square]
    return element("rect", x=x * SIDE, y=y * SIDE, width=SIDE, height=SIDE, fill=fill, opacity=opacity)


def draw_ring(layout: Layout, square: str, stroke: str) -> str:
    x, y = _centre(layout, square)
    return element("circle", cx=x, cy=y, r=45, fill="none", stroke=stroke, stroke_width=7, opacity=0.85)


def draw_arrow(layout: Layout, squares: Sequence[str], colour: str) -> str:
    """An arrow through the centres of these squares, which ends a little before the last centre."""
    points = [_centre(layout, square) for square in squares]
    (x0, y0), (x1, y1) = points[-2:]
    angle, length = atan2(y1 - y0, x1 - x0), hypot(x1 - x0, y1 - y0)
    tip = max(length - 8, length / 2)
    foot = (x0 + (tip - 34) * cos(angle), y0 + (tip - 34) * sin(angle))
    line = "L".join(f"{number(x)} {number(y)}" for x, y in [*points[:-1], foot])
    shaft = element("path", d=f"M{line}", fill="none", stroke=colour, stroke_width=15, stroke_linejoin="round")
    sides = [(foot[0] + side * 24 * sin(angle), foot[1] - side * 24 * cos(angle)) for side in (1, -1)]
    corners = [sides[0], (x0 + tip * cos(angle), y0 + tip * sin(angle)), sides[1]]
    head = element("path", d="M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z", fill=colour)
    return element("g", shaft, head, opacity=0.8)


def _centre(layout: Layout, square: str) -> tuple[float, float]:
    x, y = layout.places[square]
    return (x + 0.5) * SIDE, (y + 0.5) * SIDE
