"""Pictures of boards and games as SVG.

>>> import damero
>>> from damero import svg
>>> position = damero.game("english").initial().after("11-15", "23-19")
>>> picture = svg.board(position, arrows=[("8", "11")], marks={"15": "red"}, theme="slate")
>>> picture[:42]
'<svg xmlns="http://www.w3.org/2000/svg" vi'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack, cast

from damero import art
from damero.domain.drawing import DrawnPosition, DrawnView
from damero.domain.drawing.animation import draw_game
from damero.domain.drawing.board import Arrow, BoardOptions, BoardStyle, draw_board, drawing_of
from damero.domain.drawing.style import COLOURS
from damero.domain.errors import BadPosition, DameroError, check_above_zero, shorten
from damero.domain.game import Position, Seat, View
from damero.domain.game_tree import GameTree

THEMES = tuple(art.themes())
"""The names of the board themes, the usual one first."""
PIECE_SETS = art.PIECE_SETS
"""The names of the piece sets for each group of pieces, the usual one first."""
LONGEST_GAME = 2_000
"""The most positions in one moving picture."""

__all__ = ["COLOURS", "PIECE_SETS", "THEMES", "Arrow", "Picture", "board", "game"]


class Picture(str):
    """The text of an SVG picture, which a notebook shows as a picture.

    >>> import damero
    >>> picture = damero.svg.board(damero.game("drafti").initial())
    >>> picture.startswith("<svg"), picture.endswith("</svg>")
    (True, True)
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def board(view: View | Position, **options: Unpack[BoardOptions]) -> Picture:
    """The picture of a view, or of what everyone may know of a position.

    - `last`: the squares of the move to highlight, or a move; by default the latest one. `()` highlights nothing.
    - `arrows`: moves, tuples of squares, or `Arrow`s with a colour.
    - `marks`: squares to ring, or a mapping from squares to colours.
    - `flip`: whether the board is turned; by default, as the viewer sits.
    - `size`: pixels along the longer side, 400 unless told.
    - `theme`, `pieces`: see `THEMES` and `PIECE_SETS`.
    - `coordinates`: `"numbers"`, `"letters"` or `"none"`; by default, as the players of the game are used to.

    >>> import damero
    >>> view = damero.game("banqi").initial().view(None)
    >>> 'width="300"' in board(view, size=300, theme="meadow")
    True
    """
    return Picture(draw_board(shown(view, None), **options))


def game(
    played: GameTree | Iterable[View | Position],
    *,
    seat: Seat | None = None,
    seconds: float = 0.9,
    **style: Unpack[BoardStyle],
) -> Picture:
    """A game as a moving picture: the main line of a tree, or any positions of one game in their order.

    Its looks are those of `board`. Of positions, it shows what a seat, or without a seat everyone, could know then.

    >>> import damero
    >>> from damero import GameTree
    >>> tree = GameTree(damero.game("english").initial()).play("11-15", "23-19")
    >>> "<animateTransform" in game(tree, seconds=0.5)
    True
    """
    check_above_zero(seconds=seconds)
    views = views_of(played, seat)
    return Picture(draw_game(drawing_of(views[0], **style), views, seconds))


def views_of(played: GameTree | Iterable[View | Position], seat: Seat | None) -> list[View]:
    """What is shown of a game, one view for each position."""
    positions = played.positions() if isinstance(played, GameTree) else played
    if not isinstance(positions, Iterable):
        raise DameroError("drawing.no_game", code="NO_GAME", given=shorten(positions))
    views = [shown(position, seat) for position in positions]
    if not 0 < len(views) <= LONGEST_GAME:
        raise DameroError("drawing.bad_game_length", code="BAD_GAME_LENGTH", positions=len(views), most=LONGEST_GAME)
    if any(view.info != views[0].info for view in views):
        raise BadPosition("position.other_game", code="WRONG_GAME")
    return views


def shown(view: View | Position, seat: Seat | None) -> View:
    """A view as it is; of a position, what a seat may know."""
    if isinstance(view, DrawnPosition):
        return cast(Position, view).view(seat)
    if not isinstance(view, DrawnView):
        raise DameroError("drawing.no_view", code="NO_VIEW", given=shorten(view))
    return cast(View, view)
