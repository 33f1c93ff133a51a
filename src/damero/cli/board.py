"""A view drawn with box characters, for any game: the catalogue says what its board and pieces look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from damero.cli.screen import PIECE_STYLES, Screen
from damero.domain.game import GameInfo, PieceKind, Square, View

WIDTH = 6
PLAYABLE, LAST_MOVE, OUTSIDE = "38;5;252;48;5;59", "1;38;5;226;48;5;59", "38;5;180;48;5;180"


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a player wants to see the board: on which screen, turned around or not, with which squares marked."""

    screen: Screen
    rotated: bool = False
    marked: Collection[str] = ()

    def board(self, view: View) -> str:
        shape = view.info.board
        squares = {(square.row, square.column): square for square in shape.squares}
        kinds = {kind.id: kind for kind in view.info.pieces}
        standing = {shown.square: kinds[shown.kind] for shown in view.pieces}
        columns = range(shape.columns) if shape.mirrored == self.rotated else range(shape.columns)[::-1]
        rows = range(shape.rows)[::-1] if self.rotated else range(shape.rows)
        lines = ["│".join(["", *(self._cell(squares.get((row, at)), standing) for at in columns), ""]) for row in rows]
        return "\n".join(_framed(lines, shape.columns))

    def _cell(self, square: Square | None, standing: dict[str, PieceKind]) -> str:
        if square is None:
            return self.screen.paint("░" * WIDTH, OUTSIDE)
        marked = square.name in self.marked
        name = self.screen.paint(f"{square.name:<3}", LAST_MOVE if marked else PLAYABLE)
        mark = "*" if marked and not self.screen.coloured else " "
        piece = standing.get(square.name)
        if piece is None:
            return name + self.screen.paint(f"{mark}  ", PLAYABLE)
        style = PIECE_STYLES.get(piece.colour, PIECE_STYLES[None])
        return name + self.screen.paint(f"{mark}{piece.label:<2}", style)


def _framed(lines: Iterable[str], columns: int) -> Iterator[str]:
    edge = ["─" * WIDTH] * columns
    yield f"┌{'┬'.join(edge)}┐"
    for number, line in enumerate(lines):
        if number:
            yield f"├{'┼'.join(edge)}┤"
        yield line
    yield f"└{'┴'.join(edge)}┘"


def legend(info: GameInfo) -> str:
    """What is printed on the pieces, a line for each."""
    return "\n".join(f"  {kind.label:<2}  {kind.name}" for kind in info.pieces)


def summary(view: View) -> Iterator[str]:
    """What has left the board, what is still hidden and what was played last, a line each."""
    names = {kind.id: kind.name for kind in view.info.pieces}
    if view.taken:
        yield f"Taken: {_counted(names, Counter(view.taken))}"
    if view.hidden:
        yield f"Not seen yet: {_counted(names, dict(view.hidden))}"
    if view.record:
        yield f"Last moves: {' '.join(view.record[-6:])}"


def _counted(names: dict[str, str], counts: dict[str, int]) -> str:
    return ", ".join(f"{count} × {names[kind]}" for kind, count in counts.items())
