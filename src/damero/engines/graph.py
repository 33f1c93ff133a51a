"""A graph of the score after each move, as text, SVG or PNG."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 900, 300, 24
MOST = 600
"""The score at the top edge, in hundredths of a man; the bottom edge is its negative."""
BARS = " ▁▂▃▄▅▆▇█"
ROWS = 4

PAPER, AXIS, GOOD, BAD = (250, 249, 246), (120, 120, 120), (58, 122, 84), (176, 72, 60)


def share(score: int) -> float:
    """A score as a share of the height, from -1 to 1."""
    return max(-1.0, min(1.0, score / MOST))


def as_text(scores: Sequence[int]) -> str:
    """Columns above the line favour the first seat, columns below it the second."""
    above = [[_cell(share(score) * ROWS - row) for score in scores] for row in reversed(range(ROWS))]
    below = [[_cell(1 + share(score) * ROWS + row, upside_down=True) for score in scores] for row in range(ROWS)]
    rule = ["─" * len(scores)]
    return "\n".join("".join(row) for row in (*above, rule, *below))


def _cell(filled: float, *, upside_down: bool = False) -> str:
    """A character cell, filled from below; upside down, filled from above."""
    if upside_down:
        return "█" if filled <= 0 else "▀" if filled <= 0.5 else " "
    return BARS[round(max(0.0, min(1.0, filled)) * (len(BARS) - 1))]


def as_svg(scores: Sequence[int], title: str) -> str:
    middle = HEIGHT / 2
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _points(scores))
    area = f"{MARGIN},{middle} {points} {WIDTH - MARGIN},{middle}"
    marks = "".join(_svg_mark(ply, x) for ply, (x, _) in enumerate(_points(scores), start=1) if ply % 10 == 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{_escaped(title)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="rgb{PAPER}"/>'
        f'<clipPath id="above"><rect width="{WIDTH}" height="{middle}"/></clipPath>'
        f'<clipPath id="below"><rect y="{middle}" width="{WIDTH}" height="{middle}"/></clipPath>'
        f'<polygon points="{area}" fill="rgb{GOOD}" clip-path="url(#above)"/>'
        f'<polygon points="{area}" fill="rgb{BAD}" clip-path="url(#below)"/>'
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{middle}" y2="{middle}" stroke="rgb{AXIS}"/>{marks}</svg>\n'
    )


def _svg_mark(ply: int, x: float) -> str:
    return f'<text x="{x:.1f}" y="{HEIGHT - 6}" font-size="11" text-anchor="middle" fill="rgb{AXIS}">{ply}</text>'


def _points(scores: Sequence[int]) -> list[tuple[float, float]]:
    step = (WIDTH - 2 * MARGIN) / max(1, len(scores) - 1)
    half = HEIGHT / 2 - MARGIN
    return [(MARGIN + number * step, HEIGHT / 2 - share(score) * half) for number, score in enumerate(scores)]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_png(scores: Sequence[int]) -> bytes:
    """The same area as in the SVG, drawn pixel by pixel."""
    heights = [_height_at(scores, column) for column in range(WIDTH)]
    rows = b"".join(b"\0" + b"".join(bytes(_pixel(heights[x], y)) for x in range(WIDTH)) for y in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _height_at(scores: Sequence[int], column: int) -> float | None:
    """The height of the graph above the middle in a column of pixels; None in the margins."""
    if not scores or not MARGIN <= column < WIDTH - MARGIN:
        return None
    at = (column - MARGIN) / (WIDTH - 2 * MARGIN) * (len(scores) - 1)
    left, right = share(scores[int(at)]), share(scores[min(int(at) + 1, len(scores) - 1)])
    return (left + (right - left) * (at % 1)) * (HEIGHT / 2 - MARGIN)


def _pixel(height: float | None, row: int) -> tuple[int, int, int]:
    above = HEIGHT // 2 - row
    if height is None:
        return PAPER
    if above == 0:
        return AXIS
    if 0 < above <= height:
        return GOOD
    return BAD if height <= above < 0 else PAPER


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
