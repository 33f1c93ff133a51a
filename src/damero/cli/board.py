"""Draws a view of any game with box characters. The catalogue describes its board and pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import fill

from damero.cli.speech import piece_name, said, say
from damero.cli.square_names import SquareNames
from damero.cli.terminal import PIECE_STYLES, Terminal
from damero.domain.game import GameInfo, PieceKind, Seat, Square, View
from damero.texts import Text

WIDTH = 6
COLUMNS = 79
PLAYABLE, LAST_MOVE, OUTSIDE = "38;5;252;48;5;59", "1;38;5;226;48;5;59", "38;5;180;48;5;180"


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    terminal: Terminal
    names: SquareNames
    rotated: bool = False
    marked: Collection[str] = ()
    """The squares of the last move."""

    def draw(self, view: View) -> str:
        shape = view.info.board
        squares = {(square.row, square.column): square for square in shape.squares}
        pieces = self._pieces(view)
        columns = range(shape.columns) if shape.mirrored == self.rotated else range(shape.columns)[::-1]
        rows = range(shape.rows)[::-1] if self.rotated else range(shape.rows)
        lines = ["│".join(["", *(self._cell(squares.get((row, at)), pieces) for at in columns), ""]) for row in rows]
        return "\n".join(_framed(lines, shape.columns))

    def _pieces(self, view: View) -> dict[str, str]:
        """The three characters that show each piece, by its square."""
        kinds = {kind.id: kind for kind in view.info.pieces}
        return {shown.square: self._piece(kinds[shown.kind], view.info, shown.square) for shown in view.pieces}

    def _piece(self, kind: PieceKind, info: GameInfo, square: str) -> str:
        if self.terminal.has_colour:
            return self.terminal.paint(f" {kind.label:<2}", PIECE_STYLES.get(kind.colour, PIECE_STYLES[None]))
        colours = {other.colour for other in info.pieces if other.label == kind.label}
        sign = (kind.colour or " ")[0] if len(colours) > 1 else self._mark(square)
        return f"{sign}{kind.label:<2}"

    def _cell(self, square: Square | None, pieces: Mapping[str, str]) -> str:
        if square is None:
            return self.terminal.paint("░" * WIDTH, OUTSIDE)
        name = self.terminal.paint(
            f"{self.names.square(square):<3}", LAST_MOVE if square.name in self.marked else PLAYABLE
        )
        return name + (pieces.get(square.name) or self.terminal.paint(f"{self._mark(square.name)}  ", PLAYABLE))

    def _mark(self, square: str) -> str:
        return "*" if square in self.marked and not self.terminal.has_colour else " "


def _framed(lines: Iterable[str], columns: int) -> Iterator[str]:
    edge = ["─" * WIDTH] * columns
    yield f"┌{'┬'.join(edge)}┐"
    for number, line in enumerate(lines):
        if number:
            yield f"├{'┼'.join(edge)}┤"
        yield line
    yield f"└{'┴'.join(edge)}┘"


def sits_at_top(view: View, seat: Seat) -> bool:
    """Whether the pieces of a seat's colour are in the upper half of the board."""
    rows = {square.name: square.row for square in view.info.board.squares}
    colours = {kind.id: kind.colour for kind in view.info.pieces}
    own = [rows[shown.square] for shown in view.pieces if colours[shown.kind] == seat]
    return bool(own) and 2 * sum(own) / len(own) < view.info.board.rows - 1


def legend(info: GameInfo) -> str:
    """The label of each kind of piece and its name, one per line."""
    return "\n".join(f"  {kind.label:<2}  {said(piece_name(info.family, kind.id))}" for kind in info.pieces)


def summary(view: View, squares: SquareNames) -> Iterator[str]:
    """The captured pieces, the pieces still hidden and the latest moves."""
    family = view.info.family
    if view.taken:
        yield fill(say("cli.play.captured", pieces=_counted(family, Counter(view.taken))), COLUMNS)
    if view.hidden:
        yield fill(say("cli.play.hidden", pieces=_counted(family, dict(view.hidden))), COLUMNS)
    if view.plies:
        yield say("cli.play.latest", moves=" ".join(map(squares.move, view.plies[-6:])))


def _counted(family: str, counts: Mapping[str, int]) -> list[Text]:
    return [
        Text("cli.play.count", {"count": count, "piece": piece_name(family, kind)}) for kind, count in counts.items()
    ]
