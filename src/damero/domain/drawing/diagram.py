"""A view as a few lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from damero.domain.drawing.layout import Layout, layout_for
from damero.domain.game import GameInfo, View

EMPTY, LIGHT_SQUARE, WATER = ".", " ", "~"


def diagram(view: View, *, flip: bool | None = None) -> str:
    """The board with a letter for each piece: as its viewer sees it, or turned or not as asked.

    >>> from damero.domain.catalogue import game
    >>> print(diagram(game("banqi").initial().view(None)))
    4 ? ? ? ? ? ? ? ?
    3 ? ? ? ? ? ? ? ?
    2 ? ? ? ? ? ? ? ?
    1 ? ? ? ? ? ? ? ?
      a b c d e f g h
    """
    layout = layout_for(view, flip=flip)
    labels = _labels(view.info)
    width = max(map(len, labels.values()))
    pieces = {shown.square: labels[shown.kind] for shown in view.pieces}
    outside = LIGHT_SQUARE if layout.is_chequered else WATER
    rows = [[_cell(name, pieces, outside).rjust(width) for name in names] for names in layout.grid]
    return "\n".join(line.rstrip() for line in _labelled(rows, layout, width))


def _cell(name: str | None, pieces: Mapping[str, str], outside: str) -> str:
    return outside if name is None else pieces.get(name, EMPTY)


def _labels(info: GameInfo) -> dict[str, str]:
    """What stands for each kind of piece; with its colour's first letter if others have the same label."""
    labels = [kind.label for kind in info.pieces]
    ambiguous = len(set(labels)) < len(labels)
    return {kind.id: ((kind.colour or " ")[0] if ambiguous else "") + kind.label for kind in info.pieces}


def _labelled(rows: list[list[str]], layout: Layout, width: int) -> list[str]:
    margin = max(map(len, layout.row_labels.values()), default=0)
    lines = [" ".join([layout.row_labels.get(row, "").rjust(margin), *cells]) for row, cells in enumerate(rows)]
    columns = [layout.column_labels.get(column, "").rjust(width) for column in range(layout.shape.columns)]
    return [*lines, " ".join([" " * margin, *columns])] if margin else [line[1:] for line in lines]
