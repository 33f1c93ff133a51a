"""SVG elements as text, and words as outlines."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

import damero.art as art


def element(name: str, *children: str, **attributes: str | float) -> str:
    """An element; an underscore in the name of an attribute stands for a hyphen.

    >>> element("rect", x=1, stroke_width=2.5)
    '<rect x="1" stroke-width="2.5"/>'
    """
    written = "".join(f" {key.rstrip('_').replace('_', '-')}={_value(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def text_of(text: str) -> str:
    return escape(text)


def _value(value: str | float) -> str:
    return quoteattr(value) if isinstance(value, str) else f'"{number(value)}"'


def number(value: float) -> str:
    """A number in as few characters as a hundredth needs."""
    return f"{round(value, 2):g}"


def words(text: str, x: float, y: float, size: float, *, anchor: float = 0, weight: float = 0, **style: str) -> str:
    """A text as outlines. An anchor of 0 begins it at x, .5 centres it there and 1 ends it there."""
    letters = art.letters()
    scale, start, paths = size / letters.em, 0, []
    for character in text:
        glyph = letters.glyphs.get(character)
        if glyph is None:
            start += letters.space
            continue
        paths.append(element("path", d=glyph.path, **({"transform": f"translate({start} 0)"} if start else {})))
        start += glyph.advance
    place = f"translate({number(x - start * scale * anchor)} {number(y)}) scale({scale:.4g})"
    bold: dict[str, str | float] = {"stroke": style["fill"], "stroke_width": weight * letters.em} if weight else {}
    return element("g", *paths, transform=place, **style, **bold)
