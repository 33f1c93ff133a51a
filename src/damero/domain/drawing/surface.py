"""The board without pieces: frame, squares, lakes and coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from damero.domain.drawing.layout import Layout
from damero.domain.drawing.markup import element, words
from damero.domain.game import GameInfo

SIDE = 100
"""The side of a square."""
MARGIN = 34
"""The width of the frame."""
NUMBERS, LETTERS, NONE = "numbers", "letters", "none"
COORDINATES = (NUMBERS, LETTERS, NONE)

Colours = Mapping[str, str]


def draw_surface(layout: Layout, colours: Colours, coordinates: str) -> Iterator[str]:
    width, height = layout.shape.columns * SIDE, layout.shape.rows * SIDE
    whole = {"x": -MARGIN, "y": -MARGIN, "width": width + 2 * MARGIN, "height": height + 2 * MARGIN, "rx": 16}
    yield element("rect", **whole, fill=colours["board-frame"], stroke=colours["board-frame-2"], stroke_width=4)
    yield element(
        "rect",
        x=-7,
        y=-7,
        width=width + 14,
        height=height + 14,
        rx=4,
        fill="none",
        stroke=colours["board-line"],
        stroke_width=2.5,
        opacity=0.75,
    )
    ground = colours["board-light" if layout.is_chequered else "field"]
    yield element("rect", width=width, height=height, fill=ground)
    yield from _cells(layout, colours)
    if float(colours["board-grain"]):
        yield element("rect", **whole, fill="url(#board-grain)", opacity=colours["board-grain"])
    yield element("rect", **whole, fill="url(#board-sheen)")
    if not layout.is_chequered:
        yield from _lakes(layout, colours)
    yield element("rect", width=width, height=height, fill="none", stroke=colours["board-edge"], stroke_width=3)
    yield from _coordinates(layout, colours, coordinates)


def usual_coordinates(info: GameInfo, layout: Layout) -> str:
    """Numbers in the squares where its players use them, otherwise letters and numbers along the edges."""
    return NUMBERS if layout.is_numbered and not info.shows_letters else LETTERS


def _cells(layout: Layout, colours: Colours) -> Iterator[str]:
    lined = {} if layout.is_chequered else {"stroke": colours["field-line"], "stroke_width": "2"}
    for x, y in layout.places.values():
        fill = colours["board-dark" if layout.is_chequered else "field-2" if (x + y) % 2 else "field"]
        yield element("rect", x=x * SIDE, y=y * SIDE, width=SIDE, height=SIDE, fill=fill, **lined)


def _lakes(layout: Layout, colours: Colours) -> Iterator[str]:
    """Squares that are missing from a full board are water; adjacent ones form one lake."""
    drawn: set[tuple[int, int]] = set()
    for y, names in enumerate(layout.grid):
        for x, name in enumerate(names):
            if name is None and (x, y) not in drawn:
                width, height = _extent(layout, x, y)
                drawn |= {(x + across, y + down) for across in range(width) for down in range(height)}
                yield from _lake(x * SIDE, y * SIDE, width * SIDE, height * SIDE, colours)


def _extent(layout: Layout, x: int, y: int) -> tuple[int, int]:
    width = height = 1
    while x + width < layout.shape.columns and layout.grid[y][x + width] is None:
        width += 1
    while y + height < layout.shape.rows and layout.grid[y + height][x] is None:
        height += 1
    return width, height


def _lake(x: int, y: int, width: int, height: int, colours: Colours) -> Iterator[str]:
    yield element("rect", x=x + 3, y=y + 3, width=width - 6, height=height - 6, rx=44, fill=colours["shore"])
    yield element(
        "rect",
        x=x + 9,
        y=y + 9,
        width=width - 18,
        height=height - 18,
        rx=38,
        fill=colours["lake"],
        stroke=colours["lake-2"],
        stroke_width=4,
    )
    waves = "".join(
        f"M{x + width * across - 24:g} {y + height * down:g}q8 -9 16 0t16 0t16 0"
        for across, down in ((0.34, 0.34), (0.66, 0.5), (0.42, 0.74))
    )
    yield element("path", d=waves, fill="none", stroke="#fff", stroke_width=5, stroke_linecap="round", opacity=0.45)


def _coordinates(layout: Layout, colours: Colours, coordinates: str) -> Iterator[str]:
    if coordinates == NUMBERS and layout.is_numbered:
        for name, (x, y) in layout.places.items():
            yield words(name, x * SIDE + 4, y * SIDE + 17, 17, weight=0.04, fill=colours["square-name"], opacity=".9")
    elif coordinates != NONE:
        yield from _edge_labels(layout, colours["edge-name"])


def _edge_labels(layout: Layout, fill: str) -> Iterator[str]:
    bottom = layout.shape.rows * SIDE + 25
    for column, text in layout.column_labels.items():
        yield words(text, (column + 0.5) * SIDE, bottom, 20, anchor=0.5, weight=0.04, fill=fill)
    for row, text in layout.row_labels.items():
        yield words(text, -MARGIN / 2 - 3, (row + 0.5) * SIDE + 7, 20, anchor=0.5, weight=0.04, fill=fill)
