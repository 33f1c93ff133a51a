"""A view drawn with box characters, for any game: the catalogue says what its board and pieces look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import fill

from damero.cli.screen import PIECE_STYLES, Screen
from damero.domain.game import GameInfo, PieceKind, Seat, Square, View

WIDTH = 6
COLUMNS = 79
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
        pieces = self._pieces(view)
        columns = range(shape.columns) if shape.mirrored == self.rotated else range(shape.columns)[::-1]
        rows = range(shape.rows)[::-1] if self.rotated else range(shape.rows)
        lines = ["│".join(["", *(self._cell(squares.get((row, at)), pieces) for at in columns), ""]) for row in rows]
        return "\n".join(_framed(lines, shape.columns))

    def _pieces(self, view: View) -> dict[str, str]:
        """What is printed on each square that holds a piece: three characters, in the piece's colour."""
        kinds = {kind.id: kind for kind in view.info.pieces}
        return {shown.square: self._chip(kinds[shown.kind], view.info, shown.square) for shown in view.pieces}

    def _chip(self, kind: PieceKind, info: GameInfo, square: str) -> str:
        if self.screen.coloured:
            return self.screen.paint(f" {kind.label:<2}", PIECE_STYLES.get(kind.colour, PIECE_STYLES[None]))
        colours = {other.colour for other in info.pieces if other.label == kind.label}
        sign = (kind.colour or " ")[0] if len(colours) > 1 else self._mark(square)
        return f"{sign}{kind.label:<2}"

    def _cell(self, square: Square | None, pieces: Mapping[str, str]) -> str:
        if square is None:
            return self.screen.paint("░" * WIDTH, OUTSIDE)
        name = self.screen.paint(f"{square.name:<3}", LAST_MOVE if square.name in self.marked else PLAYABLE)
        return name + (pieces.get(square.name) or self.screen.paint(f"{self._mark(square.name)}  ", PLAYABLE))

    def _mark(self, square: str) -> str:
        return "*" if square in self.marked and not self.screen.coloured else " "


def _framed(lines: Iterable[str], columns: int) -> Iterator[str]:
    edge = ["─" * WIDTH] * columns
    yield f"┌{'┬'.join(edge)}┐"
    for number, line in enumerate(lines):
        if number:
            yield f"├{'┼'.join(edge)}┤"
        yield line
    yield f"└{'┴'.join(edge)}┘"


def sits_at_top(view: View, seat: Seat) -> bool:
    """Whether the pieces in a seat's colour stand in the upper half of the board."""
    rows = {square.name: square.row for square in view.info.board.squares}
    colours = {kind.id: kind.colour for kind in view.info.pieces}
    own = [rows[shown.square] for shown in view.pieces if colours[shown.kind] == seat]
    return bool(own) and 2 * sum(own) / len(own) < view.info.board.rows - 1


def legend(info: GameInfo) -> str:
    """What is printed on the pieces, a line for each."""
    return "\n".join(f"  {kind.label:<2}  {kind.name}" for kind in info.pieces)


def summary(view: View) -> Iterator[str]:
    """What has left the board, what is still hidden and what was played last."""
    names = {kind.id: kind.name for kind in view.info.pieces}
    if view.taken:
        yield fill(f"Taken: {_counted(names, Counter(view.taken))}", COLUMNS)
    if view.hidden:
        yield fill(f"Not seen yet: {_counted(names, dict(view.hidden))}", COLUMNS)
    if view.record:
        yield f"Last moves: {' '.join(view.record[-6:])}"


def _counted(names: dict[str, str], counts: dict[str, int]) -> str:
    return ", ".join(f"{count} × {names[kind]}" for kind, count in counts.items())
