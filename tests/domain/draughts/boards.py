"""Short ways to write boards, and the random positions of the property tests."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from damero.domain.draughts import position
from damero.domain.draughts.board import Piece, PieceType, geometry
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Corner, Player, Rules
from damero.domain.draughts.variants import VARIANTS

RULES = {rules.id: rules for rules in VARIANTS}


def at(variant: str, fen: str) -> Position:
    return position.read_position(RULES[variant], fen)


def numbered_alike(variant: str, fen: str) -> Position:
    """The same board in every variant of its size: the squares are numbered from the top left."""
    rules = RULES[variant]
    return position.read_position(
        replace(rules, numbering=Corner.TOP_RIGHT if rules.mirrored else Corner.TOP_LEFT), fen
    )


def texts(of: Position) -> set[str]:
    """The legal moves as texts."""
    return {str(move) for move in of.legal_moves()}


@st.composite
def any_position(draw: st.DrawFn, rules: Rules | None = None, most: int = 10) -> Position:
    """Pieces anywhere a piece may stand, few enough for long captures, with either side to move."""
    rules = rules or draw(st.sampled_from(VARIANTS))
    grid = geometry(rules.size)
    squares = draw(st.lists(st.sampled_from(grid.squares), unique=True, min_size=1, max_size=most))
    pieces = []
    for square in squares:
        owner = draw(st.sampled_from(Player))
        is_king = square in grid.crown_rows[owner] or draw(st.booleans())
        pieces.append((square, Piece(owner, PieceType.KING if is_king else PieceType.MAN)))
    return position.set_up(rules, pieces, draw(st.sampled_from(Player)))


@st.composite
def played_position(draw: st.DrawFn, plies: int = 30) -> Position:
    """A position that comes up in play."""
    current = position.initial(draw(st.sampled_from(VARIANTS)))
    for choice in draw(st.lists(st.integers(0, 99), max_size=plies)):
        legal = current.legal_moves()
        if not legal:
            break
        current = current.play(legal[choice % len(legal)])
    return current


MANY_ROUTES = "W:WK1,K4,K5,K6,K33,K45,K46,K47:BK8,K11,K14,K15,K18,K21,K24,K28,K29,K31,K38,K39,K41,K42,K44"
"""In international draughts White can capture here in 2,164 ways."""
