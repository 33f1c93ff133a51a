"""A game with variations, comments and glyphs, as an immutable value for every family of games.

>>> from damero.domain import catalogue
>>> tree = GameTree(catalogue.game("english").initial()).play("11-15", "23-19", "8-11")
>>> tree = tree.add(("11-15",), "24-20").annotate(("11-15", "24-20"), comment="Also played.", glyphs=(5,))
>>> [str(move.move) for move in tree.continuations(("11-15",))]
['23-19', '24-20']
>>> [position.to_move for position in tree.promote(("11-15", "24-20")).positions()]
['black', 'white', 'black']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from damero.domain.drawing import DrawnPosition
from damero.domain.drawing.board import draw_board
from damero.domain.errors import DameroError, shorten
from damero.domain.game import Continuable, Move, Position, Seat
from damero.domain.game_tree.lines import (
    GLYPHS,
    AnnotatedMove,
    Line,
    Path,
    changed,
    check_glyphs,
    checked_path,
    following,
    merged,
    no_such_move,
    plain_line,
    promoted,
    shared_length,
    tidy,
    walk,
    without_first,
)

DRAW = "draw"
DOUBLE_FORFEIT = "double forfeit"
"""Both sides lost, or the game was not played."""


class Annotations(TypedDict, total=False):
    """The annotations of a move that can be changed. See `AnnotatedMove`."""

    comment: str
    before: str
    glyphs: tuple[int, ...]
    clock: float | None
    elapsed: float | None
    score: int | None


def next_position(position: Position, move: str) -> Position:
    """The position after a move of a game that is read or looked at, also if it went on after a draw by the rules."""
    if position.outcome is not None and isinstance(position, Continuable):
        return position.continued().play(move)
    return position.play(move)


@dataclass(frozen=True, slots=True, repr=False)
class GameTree:
    """A start position and the moves from there. Each change returns a new tree.

    A path names a place in the tree by the moves that lead there: `("11-15", "23-19")`. The empty path is the start.
    The moves are not checked when a tree is made; `positions` plays them, and `add` and `play` take only legal moves.

    >>> import damero
    >>> tree = damero.GameTree(damero.game("english").initial()).play("11-15", "23-19").with_headers(White="Ana")
    >>> tree = tree.add(("11-15",), "22-18").annotate(("11-15", "22-18"), glyphs=(5,), comment="Sharper.")
    >>> [position.to_move for position in tree.positions()]
    ['black', 'white', 'black']
    >>> tree  # in a notebook, a picture of the last position
    damero.read_game('{"game":"english","moves":["11-15",{"m":"23-19",...White":"Ana"}}')
    """

    start: Position
    moves: Line = ()
    """The main line. Variations hang on the moves that they replace."""
    comment: str = ""
    """Before the first move."""
    result: Seat | str | None = None
    """The winner's seat, `"draw"` or `"double forfeit"`; None if the game is not finished or its result is unknown."""
    headers: tuple[tuple[str, str], ...] = ()
    """Facts about the game by name, such as Event, White and Black, in their order."""

    def __post_init__(self) -> None:
        if not isinstance(self.start, DrawnPosition):
            raise DameroError("tree.needs_position", code="NO_POSITION", given=shorten(self.start))
        results = (*self.start.info.seats, DRAW, DOUBLE_FORFEIT)
        if self.result not in (None, *results):
            raise DameroError("tree.bad_result", code="BAD_RESULT", results=results, given=shorten(self.result))

    def header(self, name: str) -> str:
        """The header with this name, or an empty text."""
        return dict(self.headers).get(name, "")

    def with_headers(self, **headers: str | int) -> GameTree:
        """This game with more or other headers."""
        given = {name: str(text) for name, text in headers.items()}
        return replace(self, headers=tuple((dict(self.headers) | given).items()))

    def main_path(self, path: Sequence[str] = ()) -> Path:
        """A path continued to the end of its line by first moves; without a path, the main line."""
        return (*path, *(item.move for item in following(self.moves, checked_path(path))))

    def positions(self, path: Sequence[str] | None = None) -> Iterator[Position]:
        """The start and the position after each move of a path; without one, of the main line."""
        position = self.start
        yield position
        for move in self.main_path() if path is None else checked_path(path):
            position = next_position(position, move)
            yield position

    def position(self, path: Sequence[str] = ()) -> Position:
        """The position that a path leads to."""
        *_, last = self.positions(path)
        return last

    def at(self, path: Sequence[str]) -> AnnotatedMove:
        """The last move of a path, with its annotations."""
        found = [item for item in self.continuations(checked_path(path)[:-1]) if path and item.move == path[-1]]
        if not found:
            raise no_such_move(path)
        return found[0]

    def continuations(self, path: Sequence[str] = ()) -> Line:
        """The moves that follow a path in the tree, the main one first."""
        ahead = following(self.moves, checked_path(path))
        return (ahead[0], *(variation[0] for variation in ahead[0].variations)) if ahead else ()

    def walk(self) -> Iterator[tuple[Path, AnnotatedMove]]:
        """Every move with its path; a move comes before its alternatives, and they before what follows it."""
        return walk(self.moves)

    def play(self, *moves: Move | str) -> GameTree:
        """This game with moves added at the end of the main line."""
        return self.add(self.main_path(), *moves)

    def add(self, path: Sequence[str], *moves: Move | str) -> GameTree:
        """This tree with moves after a path: as a variation unless the path ends there. Known moves are kept."""
        position, added = self.position(path), list(path)
        for given in moves:
            move = position.read_move(str(given))
            added.append(str(move))
            position = position.play(move)
        return replace(self, moves=merged(self.moves, plain_line(added)))

    def delete(self, path: Sequence[str]) -> GameTree:
        """This tree without a move and what follows it. Its first alternative takes its place."""
        return self._changed(path, without_first)

    def promote(self, path: Sequence[str]) -> GameTree:
        """This tree with the innermost variation that contains the path exchanged for the moves that it replaces."""
        return replace(self, moves=promoted(self.moves, checked_path(path)))

    def make_main(self, path: Sequence[str]) -> GameTree:
        """This tree with the path on its main line."""
        tree = self
        while shared_length(tree.moves, checked_path(path)) < len(path):
            tree = tree.promote(path)
        return tree

    def annotate(self, path: Sequence[str], **annotations: Unpack[Annotations]) -> GameTree:
        """This tree with other annotations of one move: `annotate(path, comment="Best.", glyphs=(1,))`."""
        check_glyphs(annotations.get("glyphs", ()))
        return self._changed(path, lambda line: (replace(line[0], **annotations), *line[1:]))

    def __repr__(self) -> str:
        """Python that makes this game again."""
        from damero.domain.game_tree.text import write_tree  # which imports this module

        return f"damero.read_game({write_tree(self)!r})"

    def _repr_svg_(self) -> str:
        """The last position of the main line, as everyone may see it."""
        return draw_board(self.position(self.main_path()).view(None))

    def _changed(self, path: Sequence[str], change: Callable[[Line], Line]) -> GameTree:
        if not path:
            raise no_such_move(())
        return replace(self, moves=changed(self.moves, checked_path(path), change))


__all__ = ["DOUBLE_FORFEIT", "DRAW", "GLYPHS", "AnnotatedMove", "GameTree", "Line", "Path", "merged", "tidy"]
