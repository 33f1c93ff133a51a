"""The legal moves of a side. They depend only on what that side can see, never on a rank that it does not know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from damero.domain import game
from damero.domain.cached_value import cached_value
from damero.domain.drawing import NamedMove
from damero.domain.errors import IllegalMove
from damero.domain.stratego.board import NAMES, SQUARES, Cells, Occupant, Piece, Square, paths
from damero.domain.stratego.combat import resolve_combat
from damero.domain.stratego.history import Bans, Way, bans
from damero.domain.stratego.notation import Step
from damero.domain.stratego.rules import Rank, Rules, Side
from damero.texts import Text, Value

MOVES_KEPT = 20_000


class RulesViolationError(IllegalMove):
    """A move that the rules of Stratego refuse."""


@dataclass(frozen=True, repr=False)
class Move(NamedMove):
    """A whole turn: one piece goes from one square to another. Without slots, so that its texts can be cached."""

    piece: Piece
    origin: Square
    target: Square
    attacks: bool = field(default=False, compare=False)
    """An enemy stands on its target square."""

    @cached_value
    def squares(self) -> tuple[str, str]:
        return self.origin.name, self.target.name

    @cached_value
    def taken(self) -> tuple[str, ...]:
        return self.squares[1:] if self.attacks else ()

    def __str__(self) -> str:
        return self.text

    @cached_value
    def text(self) -> str:
        return ("x" if self.attacks else "-").join(self.squares)


@lru_cache(MOVES_KEPT)
def _move(piece: Piece, origin: int, target: int, attacks: bool) -> Move:  # noqa: FBT001 (a key of the cache)
    """Most moves are possible for many turns, so they are kept with their texts."""
    return Move(piece, SQUARES[origin], SQUARES[target], attacks)


@dataclass(frozen=True, slots=True)
class Ply(game.Ply):
    """A move that was played, with the part that the rules about earlier moves need."""

    step: Step

    @property
    def fight(self) -> game.Fight | None:
        if self.step.fight is None:
            return None
        mover = Side(self.seat)
        attacker, defender = (
            Piece(rank, side) for rank, side in zip(self.step.fight, (mover, mover.opponent), strict=True)
        )
        result = resolve_combat(attacker, defender)
        survivor = attacker if result.attacker_survived else defender if result.defender_survived else None
        return game.Fight(attacker.kind, defender.kind, survivor.kind if survivor else None)

    def __reduce__(self) -> tuple[object, ...]:
        return Ply, (self.seat, self.text, self.squares, self.taken, self.revealed, self.step)


@dataclass(frozen=True)
class Situation:
    """What a side must know to judge its own moves: its pieces, the enemy's squares, and the earlier moves."""

    rules: Rules
    cells: Cells
    side: Side
    plies: tuple[Ply, ...] = ()

    @cached_value
    def bans(self) -> Bans:
        return bans(self.rules, [ply.step for ply in self.plies])

    def legal_moves(self) -> tuple[Move, ...]:
        cells, moves = self.cells, []
        for origin, target in self.ways():
            piece = cells[origin]
            if isinstance(piece, Piece):
                moves.append(_move(piece, origin, target, cells[target] is not None))
        return tuple(moves)

    def can_move(self) -> bool:
        return next(self.ways(), None) is not None

    def ways(self) -> Iterator[Way]:
        """The legal moves as pairs of indices."""
        forbidden = self.bans.two_square | self.bans.chase
        if not forbidden:
            return reachable(self.rules, self.cells, self.side)
        return (way for way in reachable(self.rules, self.cells, self.side) if way not in forbidden)

    def find(self, origin: int, target: int) -> Move:
        """The legal move between two squares. The refusal says why there is none."""
        fault, piece = self.fault(origin, target), self.cells[origin]
        if fault is not None:
            raise fault
        assert isinstance(piece, Piece)
        return _move(piece, origin, target, self.cells[target] is not None)

    def fault(self, origin: int, target: int) -> RulesViolationError | None:
        """Why a move is refused; None if it is legal. The first reason counts."""
        piece = self.cells[origin]
        if piece is None:
            return _refusal("NO_PIECE_AT_SOURCE", "move.no_piece", origin, square=NAMES[origin])
        if fault := piece_fault(piece, self.side, origin):
            return fault
        assert isinstance(piece, Piece)
        return self._path_fault(piece, origin, target) or self._history_fault(origin, target)

    def _path_fault(self, piece: Piece, origin: int, target: int) -> RulesViolationError | None:
        start, end, there = SQUARES[origin], SQUARES[target], NAMES[target]
        if end in self.rules.lakes:
            return _refusal("LAKE", "stratego.lake", target, square=there)
        standing = self.cells[target]
        if standing is not None and standing.side is self.side:
            return _refusal("OWN_PIECE", "stratego.own_piece", target, square=there)
        if start.row != end.row and start.col != end.col:
            return _refusal("NOT_IN_LINE", "stratego.not_in_line", origin, target)
        if target in paths(self.rules.lakes).steps[origin]:
            return None
        if piece.rank is not Rank.SCOUT:
            return _refusal("TOO_FAR", "stratego.too_far", origin, target)
        return self._line_fault(origin, target)

    def _line_fault(self, origin: int, target: int) -> RulesViolationError | None:
        """Why a scout cannot go this far along a line."""
        for ray in paths(self.rules.lakes).rays[origin]:
            if target in ray:
                between = [square for square in ray[: ray.index(target)] if self.cells[square] is not None]
                blocker = next(iter(between), None)
                return (
                    None if blocker is None else _refusal("BLOCKED", "stratego.blocked", blocker, square=NAMES[blocker])
                )
        values = {"origin": NAMES[origin], "target": NAMES[target]}
        return _refusal("LAKE", "stratego.lake_between", origin, target, **values)

    def _history_fault(self, origin: int, target: int) -> RulesViolationError | None:
        if (origin, target) in self.bans.two_square:
            most = self.rules.two_square_moves
            return _refusal("TWO_SQUARE_RULE", "stratego.two_square_rule", origin, target, most=most)
        if (origin, target) in self.bans.chase:
            return _refusal("CHASE_RULE", "stratego.chase_rule", origin, target)
        return None


def piece_fault(piece: Occupant | None, side: Side, origin: int) -> RulesViolationError | None:
    """Why a side can never move the piece on this square; None if it can, or if there is none."""
    here = NAMES[origin]
    if piece is None:
        return None
    if not isinstance(piece, Piece) or piece.side is not side:
        return _refusal("NOT_YOUR_PIECE", "stratego.not_your_piece", origin, square=here, seat=side.value)
    if not piece.rank.is_movable:
        return _refusal("IMMOVABLE", "stratego.immovable", origin, rank=piece.rank.name.lower(), square=here)
    return None


def _refusal(code: str, key: str, *squares: int, **values: Value) -> RulesViolationError:
    return RulesViolationError(Text(key, values), code=code, squares=tuple(NAMES[square] for square in squares))


def reachable(rules: Rules, cells: Cells, side: Side) -> Iterator[Way]:
    """Where the pieces of a side can go, apart from the rules about earlier moves."""
    steps, rays = paths(rules.lakes).steps, paths(rules.lakes).rays
    scout, bomb, flag = Rank.SCOUT, Rank.BOMB, Rank.FLAG
    for origin, piece in enumerate(cells):
        if piece is None or piece.side is not side or not isinstance(piece, Piece):
            continue
        rank = piece.rank
        if rank is scout:
            yield from _scout_ways(cells, side, origin, rays[origin])
        elif rank is not bomb and rank is not flag:
            for target in steps[origin]:
                standing = cells[target]
                if standing is None or standing.side is not side:
                    yield origin, target


def _scout_ways(cells: Cells, side: Side, origin: int, rays: tuple[tuple[int, ...], ...]) -> Iterator[Way]:
    for ray in rays:
        for target in ray:
            standing = cells[target]
            if standing is None:
                yield origin, target
                continue
            if standing.side is not side:
                yield origin, target
            break
