"""When a draughts game is drawn because of its material: endings with a limit of moves."""

from __future__ import annotations

from dataclasses import dataclass

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
    forces = {player: board.force(player) for player in Player}
    for row in rules.draws.material:
        strong = _strong_side(row, board, forces)
        if strong is not None:
            return Ending(row, strong, (forces[Player.WHITE], forces[Player.BLACK]))
    return None


def is_drawn_on_time(board: Board, rules: Rules, flagged: Player) -> bool:
    """Whether it is a draw that this player's time runs out on this board."""
    return any(_is_drawn_on_time(row, board, flagged) for row in rules.draws.on_time)


def _is_drawn_on_time(row: DrawOnTime, board: Board, flagged: Player) -> bool:
    strong = flagged if row.flag is Flag.STRONG_SIDE else flagged.opponent
    return _is_strong_side(row, board, {player: board.force(player) for player in Player}, strong)


def _strong_side(row: MaterialRow, board: Board, forces: dict[Player, Force]) -> Player | None:
    if isinstance(row, EqualKings):
        return Player.WHITE if _has_equal_kings(row, forces) else None
    return next((player for player in Player if _is_strong_side(row, board, forces, player)), None)


def _is_strong_side(row: KingsEnding | DrawOnTime, board: Board, forces: dict[Player, Force], strong: Player) -> bool:
    weak = strong.opponent
    fits = any(_fits(ending, forces[strong], forces[weak]) for ending in row.endings)
    return fits and (not row.weak_holds_long_diagonal or _holds_long_diagonal(board, weak))


def _has_equal_kings(row: EqualKings, forces: dict[Player, Force]) -> bool:
    white, black = forces[Player.WHITE], forces[Player.BLACK]
    return 0 < white.kings == black.kings and row.fewest <= white.pieces + black.pieces <= row.most


def _fits(ending: str, strong: Force, weak: Force) -> bool:
    strong_pattern, weak_pattern = ending.split(" v ")
    return _matches(strong_pattern, strong) and _matches(weak_pattern, weak)


def _matches(pattern: str, force: Force) -> bool:
    kings, men = pattern.count("K"), pattern.count("M")
    enough_kings = force.kings >= kings if pattern.endswith("+") else force.kings == kings
    return enough_kings and force.men == men


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
