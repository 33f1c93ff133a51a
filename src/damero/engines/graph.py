"""A graph of the score after each move, as text or SVG. `damero.plot` draws it with matplotlib."""

from __future__ import annotations

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
