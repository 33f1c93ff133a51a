"""When a draughts game is drawn because of its material: endings with a limit of moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from damero.domain.draughts.board import Board, geometry
from damero.domain.draughts.rules import (
    Counted,
    DrawOnTime,
    EqualKings,
    Flag,
    Force,
    KingsEnding,
    MaterialRow,
    Player,
    Rules,
)


@dataclass(frozen=True, slots=True)
class Ending:
    """A material row that applies to a board, and its stronger side."""

    row: MaterialRow
    strong: Player
    material: tuple[Force, Force]

    def counts(self, mover: Player) -> bool:
        """Whether a move of this player counts towards the limit."""
        if isinstance(self.row, EqualKings) or self.row.counted is Counted.PLIES:
            return True
        return (mover is self.strong) == (self.row.counted is Counted.STRONG_SIDE)


def ending_of(board: Board, rules: Rules) -> Ending | None:
    """The first material row of the variant that applies to this board."""
    if not rules.draws.material:
        return None
    forces = _forces(board)
    for row in rules.draws.material:
        strong = _strong_side(row, board, forces)
        if strong is not None:
            return Ending(row, strong, (forces[Player.WHITE], forces[Player.BLACK]))
    return None


def is_drawn_on_time(board: Board, rules: Rules, flagged: Player) -> bool:
    """Whether it is a draw that this player's time runs out on this board."""
    return any(_is_drawn_on_time(row, board, flagged) for row in rules.draws.on_time)


def _forces(board: Board) -> dict[Player, Force]:
    return {Player.WHITE: board.force(Player.WHITE), Player.BLACK: board.force(Player.BLACK)}


def _is_drawn_on_time(row: DrawOnTime, board: Board, flagged: Player) -> bool:
    strong = flagged if row.flag is Flag.STRONG_SIDE else flagged.opponent
    return _is_strong_side(row, board, _forces(board), strong)


def _strong_side(row: MaterialRow, board: Board, forces: dict[Player, Force]) -> Player | None:
    if isinstance(row, EqualKings):
        return Player.WHITE if _has_equal_kings(row, forces) else None
    return next((player for player in forces if _is_strong_side(row, board, forces, player)), None)


def _is_strong_side(row: KingsEnding | DrawOnTime, board: Board, forces: dict[Player, Force], strong: Player) -> bool:
    weak = strong.opponent
    fits = any(_fits(ending, forces[strong], forces[weak]) for ending in row.endings)
    return fits and (not row.weak_holds_long_diagonal or _holds_long_diagonal(board, weak))


def _has_equal_kings(row: EqualKings, forces: dict[Player, Force]) -> bool:
    white, black = forces[Player.WHITE], forces[Player.BLACK]
    return 0 < white.kings == black.kings and row.fewest <= white.pieces + black.pieces <= row.most


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One side of an ending such as "KKK+ v K"."""

    men: int
    kings: int
    or_more: bool

    @classmethod
    def of(cls, side: str) -> _Pattern:
        return cls(side.count("M"), side.count("K"), side.endswith("+"))

    def matches(self, force: Force) -> bool:
        if force.men != self.men:
            return False
        return force.kings >= self.kings if self.or_more else force.kings == self.kings


@lru_cache
def _patterns(ending: str) -> tuple[_Pattern, _Pattern]:
    strong, weak = ending.split(" v ")
    return _Pattern.of(strong), _Pattern.of(weak)


def _fits(ending: str, strong: Force, weak: Force) -> bool:
    first, second = _patterns(ending)
    return first.matches(strong) and second.matches(weak)


def _holds_long_diagonal(board: Board, player: Player) -> bool:
    places = geometry(board.size).places
    return any(sum(places[square]) == board.size - 1 for square, _ in board.pieces_of(player))


def count_after(before: Ending | None, after: Ending | None, count: int, mover: Player) -> int:
    """How much of the limit is used up after a move. A change of row or material restarts the count."""
    if after is None or before != after:
        return 0
    return count + after.counts(mover)


def is_used_up(ending: Ending | None, count: int) -> bool:
    return ending is not None and count >= ending.row.limit
