"""The course of a game as a plot. Needs the extra `plot`: `pip install "damero[plot]"`.

>>> from damero import plot
>>> course = plot.evaluation([0, 20, -15, 140, 600], title="A short game")
>>> course.png()[:8]
b'\\x89PNG\\r\\n\\x1a\\n'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING

from damero.domain.analysis import Judgement, Mark
from damero.domain.errors import DameroError, shorten
from damero.extras import needs

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 6.0
"""The score at the top edge, in men; the bottom edge is its negative."""
SIZE = (9.0, 3.0)
"""In inches."""
BETTER, WORSE, LINE = "#3a7a54", "#b0483c", "#33403a"
MARK_COLOURS = {Mark.DUBIOUS: "#c99700", Mark.MISTAKE: "#d9731a", Mark.BLUNDER: "#b3261e"}

__all__ = ["Plot", "evaluation"]


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot that shows itself in notebooks. `figure` is the one of matplotlib, to change it.

    >>> plot = evaluation([0, 20, -30])
    >>> plot.figure.axes[0].set_title("My game").get_text()
    'My game'
    """

    figure: Figure

    def png(self) -> bytes:
        """The bytes of a PNG file."""
        return self._written("png")

    def svg(self) -> str:
        """The text of an SVG file."""
        return self._written("svg").decode()

    def save(self, path: str | Path) -> None:
        """Write a file in the format that its name says: PNG, SVG or PDF."""
        self.figure.savefig(path)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _written(self, kind: str) -> bytes:
        made = BytesIO()
        self.figure.savefig(made, format=kind, metadata={"Date": None} if kind == "svg" else {})
        return made.getvalue()


def evaluation(
    course: Iterable[Judgement | int], *, title: str = "", first: str = "first", second: str = "second"
) -> Plot:
    """The score after each move for the first seat: judgements of an analysis, or hundredths of a man.

    Mistakes are marked if judgements are given.

    >>> evaluation([0, 20, -30, 150], title="A game").svg()[:5]
    '<?xml'
    """
    with needs("plot"):
        from matplotlib.figure import Figure
    items = _items(course)
    figure = Figure(figsize=SIZE, layout="constrained")
    axes = figure.subplots()
    _draw(axes, [item.for_first if isinstance(item, Judgement) else item for item in items])
    _mark(axes, [item for item in items if isinstance(item, Judgement)])
    axes.set(title=title, xlabel="ply", ylabel=f"{second} ← men → {first}", ylim=(-MOST, MOST))
    axes.spines[["top", "right"]].set_visible(False)
    return Plot(figure)


def check_installed() -> None:
    """Raises an error now rather than after a long analysis."""
    with needs("plot"):
        import matplotlib.figure  # noqa: F401


def _items(course: object) -> list[Judgement | int]:
    if isinstance(course, str) or not isinstance(course, Iterable):
        raise _no_scores(course)
    items = list(course)
    for item in items:
        if not isinstance(item, Judgement | Real) or item != item:
            raise _no_scores(item)
    return items


def _no_scores(given: object) -> DameroError:
    return DameroError("plot.needs_scores", code="NO_SCORES", given=shorten(given))


def _shown(score: int) -> float:
    return max(-MOST, min(MOST, score / 100))


def _draw(axes: Axes, scores: list[int]) -> None:
    plies, heights = list(range(1, len(scores) + 1)), [_shown(score) for score in scores]
    axes.axhline(0, color=LINE, linewidth=0.8)
    axes.fill_between(
        plies, heights, where=[height >= 0 for height in heights], color=BETTER, alpha=0.6, interpolate=True
    )
    axes.fill_between(
        plies, heights, where=[height <= 0 for height in heights], color=WORSE, alpha=0.6, interpolate=True
    )
    axes.plot(plies, heights, color=LINE, linewidth=1.2)


def _mark(axes: Axes, judgements: list[Judgement]) -> None:
    for mark, colour in MARK_COLOURS.items():
        marked = [judgement for judgement in judgements if judgement.mark is mark]
        if marked:
            heights = [_shown(judgement.for_first) for judgement in marked]
            axes.scatter([judgement.ply for judgement in marked], heights, color=colour, zorder=3, label=str(mark))
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", frameon=False, ncols=3)
