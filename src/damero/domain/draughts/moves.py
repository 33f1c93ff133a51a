"""The move generator of the draughts family, and what a move does to the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TypeAlias

from damero.domain.cached_value import cached_value
from damero.domain.draughts import priority
from damero.domain.draughts.board import Board, Geometry, Piece, Ray, geometry, king, man
from damero.domain.draughts.numbering import FROM_TOP_LEFT, Numbering, numbering_of
from damero.domain.draughts.rules import Duty, Player, Promotion, Rules
from damero.domain.drawing import NamedMove


@dataclass(frozen=True, eq=False, repr=False)
class Move(NamedMove):
    """A whole turn: the squares touched (origin, then each landing) and the squares captured, in order.

    Two moves are equal if origin, destination, set of captured squares and promotion are equal. The path may differ.
    Without slots, so that its texts can be cached.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()
    promotes: bool = False
    size: int = 8
    numbering: Numbering = FROM_TOP_LEFT
    """For its text."""

    @staticmethod
    def simple(from_row: int, from_column: int, to_row: int, to_column: int, *, size: int = 8) -> Move:
        number = geometry(size).number
        return Move((number(from_row, from_column), number(to_row, to_column)), size=size)

    @staticmethod
    def capture(
        from_row: int, from_column: int, to_row: int, to_column: int, *captured: tuple[int, int], size: int = 8
    ) -> Move:
        number = geometry(size).number
        path = (number(from_row, from_column), number(to_row, to_column))
        return Move(path, tuple(number(*place) for place in captured), size=size)

    @property
    def origin(self) -> int:
        return self.path[0]

    @property
    def destination(self) -> int:
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        return bool(self.captured)

    @property
    def from_place(self) -> tuple[int, int]:
        return geometry(self.size).places[self.origin]

    @property
    def to_place(self) -> tuple[int, int]:
        return geometry(self.size).places[self.destination]

    @property
    def captured_positions(self) -> tuple[tuple[int, int], ...]:
        return tuple(geometry(self.size).places[square] for square in self.captured)

    @property
    def identity(self) -> tuple[int, int, frozenset[int], bool]:
        return (self.origin, self.destination, frozenset(self.captured), self.promotes)

    def agrees_with(self, other: Move) -> bool:
        """Whether ends and captured squares are equal. A move made by hand need not say whether it promotes."""
        return self.identity[:3] == other.identity[:3]

    @cached_value
    def squares(self) -> tuple[str, ...]:
        return self.numbering.names_of(self.path)

    @cached_value
    def taken(self) -> tuple[str, ...]:
        return self.numbering.names_of(self.captured)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def __str__(self) -> str:
        return self.text

    @cached_value
    def text(self) -> str:
        return ("x" if self.captured else "-").join(self.squares)


QuietMoves: TypeAlias = tuple[tuple[tuple[Move, ...], ...], ...]
"""By origin and ray, the nearest destination first."""


@dataclass(slots=True)
class _Turn:
    """The captures of one piece. Its origin square counts as empty."""

    rules: Rules
    geometry: Geometry
    cells: tuple[Piece | None, ...]
    origin: int
    piece: Piece

    def captures(self) -> Iterator[Move]:
        for path, taken, piece in self._chains(self.origin, self.piece, (self.origin,), ()):
            yield self._move(path, taken, piece)

    def _move(self, path: tuple[int, ...], taken: tuple[int, ...], piece: Piece) -> Move:
        promotes = not self.piece.is_king and (piece.is_king or self._reaches_crown(piece, path[-1]))
        return Move(path, taken, promotes, self.geometry.size, numbering_of(self.rules))

    def _chains(
        self, at: int, piece: Piece, path: tuple[int, ...], taken: tuple[int, ...]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Piece]]:
        """Every way to continue the capture from here to its end, found one after the other."""
        for victim, landings in self._jumps(at, piece, taken):
            hops = [(landing, self._landed(piece, landing), (*path, landing), (*taken, victim)) for landing in landings]
            going_on = [hop for hop in hops if self._goes_on(piece, hop[0], hop[1], hop[3])]
            # A king must land where the capture can go on, if there is such a square.
            for hop in going_on:
                yield from self._chains(*hop)
            if not going_on:
                yield from ((so_far, captured, mover) for _, mover, so_far, captured in hops)

    def _goes_on(self, piece: Piece, landing: int, mover: Piece, taken: tuple[int, ...]) -> bool:
        return not self._turn_ends(piece, landing) and any(True for _ in self._jumps(landing, mover, taken))

    def _jumps(self, at: int, piece: Piece, taken: tuple[int, ...]) -> Iterator[tuple[int, list[int]]]:
        """Each enemy that can be jumped from here, with the squares to land on. Captured pieces still block."""
        for ray in self._capture_rays(at, piece):
            victim, landings = self._met(ray)
            if landings and victim not in taken and self._may_take(piece, self.cells[victim]):
                yield victim, landings

    def _met(self, ray: Ray) -> tuple[int, list[int]]:
        """The first occupied square, and the empty squares directly behind it."""
        victim, landings = 0, []
        for square in ray:
            if self.cells[square] is None:
                if victim:
                    landings.append(square)
            elif victim:
                break
            else:
                victim = square
        return victim, landings

    def _may_take(self, piece: Piece, enemy: Piece | None) -> bool:
        if enemy is None or enemy.owner is piece.owner:
            return False
        return piece.is_king or not enemy.is_king or self.rules.men_capture_kings

    def _capture_rays(self, at: int, piece: Piece) -> tuple[Ray, ...]:
        """The rays of captures: over the next square only, unless the piece flies."""
        if piece.is_king:
            return self.geometry.rays[at] if self.rules.flying_kings else self.geometry.jumps[at]
        around = self.geometry.jumps[at]
        return around if self.rules.men_capture_backward else _ahead(piece.owner, around)

    def _reaches_crown(self, piece: Piece, landing: int) -> bool:
        return not piece.is_king and landing in self.geometry.crown_rows[piece.owner]

    def _landed(self, piece: Piece, landing: int) -> Piece:
        continues = self.rules.promotion is Promotion.CONTINUES_AS_KING
        return piece.crowned() if continues and self._reaches_crown(piece, landing) else piece

    def _turn_ends(self, piece: Piece, landing: int) -> bool:
        return self.rules.promotion is Promotion.ENDS_TURN and self._reaches_crown(piece, landing)


def _ahead(player: Player, around: tuple[Ray, ...]) -> tuple[Ray, ...]:
    return around[:2] if player is Player.WHITE else around[2:]


@lru_cache
def _quiet_moves(rules: Rules, player: Player) -> tuple[QuietMoves, QuietMoves]:
    """The quiet moves of a player's man and of a king on an empty board."""
    return _on_empty_board(rules, man(player)), _on_empty_board(rules, king(player))


def _on_empty_board(rules: Rules, piece: Piece) -> QuietMoves:
    grid = geometry(rules.size)
    return tuple(
        tuple(tuple(_quiet(rules, piece, at, to) for to in ray) for ray in _forward_rays(rules, piece, at))
        for at in range(len(grid.places))
    )


def _quiet(rules: Rules, piece: Piece, origin: int, destination: int) -> Move:
    promotes = not piece.is_king and destination in geometry(rules.size).crown_rows[piece.owner]
    return Move((origin, destination), (), promotes, rules.size, numbering_of(rules))


def _forward_rays(rules: Rules, piece: Piece, at: int) -> tuple[Ray, ...]:
    """The rays of quiet moves: forward for a man, one step unless the piece flies."""
    grid = geometry(rules.size)
    if piece.is_king:
        return grid.rays[at] if rules.flying_kings else grid.steps[at]
    return _ahead(piece.owner, grid.steps[at])


def _captures(board: Board, player: Player, rules: Rules) -> Iterator[Move]:
    """Every complete capture by every path. Men without an enemy to jump over are passed by at once."""
    grid, cells = geometry(board.size), board.cells
    for square, piece in enumerate(cells):
        if piece is None or piece.owner is not player:
            continue
        if piece.is_king or _can_jump(cells, grid.hops[square], player):
            others = (*cells[:square], None, *cells[square + 1 :])
            yield from _Turn(rules, grid, others, square, piece).captures()


def _can_jump(cells: tuple[Piece | None, ...], hops: tuple[Ray, ...], player: Player) -> bool:
    """Whether there is an enemy on any side with an empty square behind it."""
    for over, landing in hops:
        if cells[landing] is None and (met := cells[over]) is not None and met.owner is not player:
            return True
    return False


def all_captures(board: Board, player: Player, rules: Rules) -> list[Move]:
    """Every complete capture by every path, before the priority rule is applied."""
    return list(_captures(board, player, rules))


def has_more_captures(board: Board, player: Player, rules: Rules, most: int) -> bool:
    """Whether there are more than `most` captures by every path. It looks at no more of them than that."""
    return next(islice(_captures(board, player, rules), most, None), None) is not None


def quiet_moves(board: Board, player: Player, rules: Rules) -> list[Move]:
    """Every quiet move, even if a capture is mandatory."""
    of_men, of_kings = _quiet_moves(rules, player)
    cells, found = board.cells, []
    for square, piece in enumerate(cells):
        if piece is None or piece.owner is not player:
            continue
        for ray in (of_kings if piece.is_king else of_men)[square]:
            for move in ray:
                if cells[move.path[1]] is not None:
                    break
                found.append(move)
    return found


def routes(board: Board, player: Player, rules: Rules) -> tuple[Move, ...]:
    """The legal moves by every path, captures first. The same capture can have several paths."""
    captures = priority.chosen(rules.priority, board, _captures(board, player, rules))
    if captures and rules.duty is Duty.SIDE:
        return tuple(captures)
    obliged = {capture.origin for capture in captures}
    free = quiet_moves(board, player, rules)
    return (*captures, *[move for move in free if move.origin not in obliged]) if obliged else tuple(free)


def each_once(routes: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of `routes`, each by its first path."""
    return tuple(dict.fromkeys(routes)) if routes and routes[0].captured else routes


def legal_moves(board: Board, player: Player, rules: Rules) -> tuple[Move, ...]:
    """A side's legal moves, each once, whether or not it is that side's turn."""
    return each_once(routes(board, player, rules))


def board_after(board: Board, move: Move) -> Board:
    """The board after a legal move."""
    cells = list(board.cells)
    mover = cells[move.origin]
    assert mover is not None
    for square in (move.origin, *move.captured):
        cells[square] = None
    cells[move.destination] = mover.crowned() if move.promotes else mover
    return Board(board.size, tuple(cells))
