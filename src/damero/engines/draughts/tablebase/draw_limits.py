"""How long a win may take by a variant's draw rules before its tables call it a draw.

Two counts apply: plies without a capture or a man's move, and the rows of material, which restart only when the
material changes. In a slice the tables follow the stricter of the two. (A row that depends on where the weaker side
stands is left to the game itself.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from damero.domain.draughts import Position
from damero.domain.draughts.board import Board, geometry, king, man
from damero.domain.draughts.draws import Ending, ending_of
from damero.domain.draughts.rules import Player, Rules
from damero.engines.draughts.tablebase.slice_file import Shape, other_side


@dataclass(frozen=True, slots=True)
class Limit:
    """For the positions of a slice whose count has just begun."""

    plies: int
    """A conversion must come within this many plies."""
    men_convert: bool
    """Whether the count begins again with every move of a man, or only with captures and promotions."""


def plies_left(position: Position) -> int:
    """Within how many plies a conversion must come, or the game is drawn."""
    rules = position.rules
    row = _row_plies(ending_of(position.board, rules), position.ending_count, position.turn)
    free = rules.draws.no_progress - position.quiet_plies
    return free if row is None else min(free, row)


@lru_cache(maxsize=2048)
def limit_of(rules: Rules, shape: Shape) -> Limit:
    no_progress = rules.draws.no_progress
    rows = [_row_plies(_ending(rules, each), 0, Player.WHITE) for each in (shape, other_side(shape))]
    binding = [plies for plies in rows if plies is not None]
    if not binding or min(binding) >= no_progress:
        return Limit(no_progress, men_convert=True)
    return Limit(binding[0], men_convert=False)


def _row_plies(ending: Ending | None, used: int, turn: Player) -> int | None:
    """The plies that a row leaves, the last of them being the conversion."""
    if ending is None:
        return None
    left = ending.row.limit - used
    if ending.counts(turn) and ending.counts(turn.opponent):
        return left
    return 2 * left - ending.counts(turn)


def _ending(rules: Rules, shape: Shape) -> Ending | None:
    """The row for this material, wherever it stands off the long diagonal."""
    board = Board.create_empty(rules.size)
    kinds = [make(player) for player, make in product(Player, (man, king))]
    pieces = [kind for kind, count in zip(kinds, shape, strict=True) for _ in range(count)]
    for square, piece in zip(_off_the_long_diagonal(rules), pieces, strict=False):
        board = board.place(square, piece)
    return ending_of(board, rules)


def _off_the_long_diagonal(rules: Rules) -> list[int]:
    """Squares where any piece may stand: no crown row is among them."""
    grid = geometry(rules.size)
    crowned = {square for row in grid.crown_rows.values() for square in row}
    return [square for square in grid.squares if square not in crowned and sum(grid.places[square]) != rules.size - 1]
