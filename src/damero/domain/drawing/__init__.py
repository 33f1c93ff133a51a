"""Games, positions and views that show themselves: in notebooks as pictures, in terminals as text and as Python."""

from __future__ import annotations

from damero.domain.drawing.board import draw_board
from damero.domain.drawing.diagram import diagram
from damero.domain.game import Game, GameInfo, Move, Position, View


class NamedGame:
    """A game whose `repr` is the call that finds it."""

    __slots__ = ()

    def __repr__(self: Game) -> str:
        return _game_call(self.info)


class NamedMove:
    """A move whose `repr` is its text, so that lists of moves can be read."""

    __slots__ = ()

    def __repr__(self: Move) -> str:
        return f"<Move {self}>"


class DrawnView:
    """A view that can be drawn."""

    __slots__ = ()

    def diagram(self: View, *, flip: bool | None = None) -> str:
        """The board as text; see `damero.domain.drawing.diagram`."""
        return diagram(self, flip=flip)

    def _repr_svg_(self: View) -> str:
        return draw_board(self)

    def __repr__(self: View) -> str:
        """Python that makes the mover's view again, without the moves that led to it; others are only described."""
        made = f"{_game_call(self.info)}.read_view({self.text!r})"
        return made if self.seat == self.to_move else f"<{made} as seen by {self.seat or 'everyone'}>"


class DrawnPosition:
    """A position that can be drawn. Its pictures show only what everyone may know."""

    __slots__ = ()

    def after(self: Position, *moves: Move | str) -> Position:
        """The position after several moves."""
        position = self
        for move in moves:
            position = position.play(move)
        return position

    def diagram(self: Position, *, flip: bool | None = None) -> str:
        """The board as text, as everyone may see it."""
        return diagram(self.view(None), flip=flip)

    def _repr_svg_(self: Position) -> str:
        return draw_board(self.view(None))

    def __repr__(self: Position) -> str:
        """Python that makes this position again, without the moves that led to it."""
        return f"{_game_call(self.info)}.read_position({self.text!r})"


def _game_call(info: GameInfo) -> str:
    from damero.domain import catalogue  # which imports the positions of every game

    is_newest = info.version == catalogue.game(info.id).info.version
    return f"damero.game({info.id!r})" if is_newest else f"damero.game({info.id!r}, {info.version})"
