"""Simple Stratego players with different strategies, as opponents for measuring the engine.

They are typical of student contests: one plays by a list of rules, one adds up the attraction of all targets, one
spreads attraction and danger over the board, one looks a move and the reply ahead, and one stays at home. Each looks
only at its own view.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from random import Random

import numpy as np

from damero.domain.stratego.board import NEIGHBOURS, SIZE, Piece
from damero.domain.stratego.moves import Move
from damero.domain.stratego.rules import Rank, Side
from damero.domain.stratego.view import View
from damero.engines.stratego.belief import counting_belief
from damero.engines.stratego.kernel import fight_result

Player = Callable[[View, Random], str]

LOWLY = (Rank.SCOUT, Rank.SERGEANT, Rank.LIEUTENANT, Rank.CAPTAIN)
PRICES = {
    Rank.FLAG: 1000.0,
    Rank.SPY: 60.0,
    Rank.SCOUT: 12.0,
    Rank.MINER: 40.0,
    Rank.SERGEANT: 20.0,
    Rank.LIEUTENANT: 35.0,
    Rank.CAPTAIN: 60.0,
    Rank.MAJOR: 100.0,
    Rank.COLONEL: 160.0,
    Rank.GENERAL: 260.0,
    Rank.MARSHAL: 400.0,
    Rank.BOMB: 30.0,
}


class Field:
    """A view, with what simple players need to know about it."""

    def __init__(self, view: View, random: Random) -> None:
        assert view.seat is not None
        self.seat = view.seat
        self.cells = view.cells
        self.lakes = frozenset(row * SIZE + column for row, column in view.rules.lakes)
        self.legal = list(view.legal_moves())
        random.shuffle(self.legal)
        self.ways = {(move.origin.cell, move.target.cell): move for move in self.legal}
        self.forward = -1 if view.seat is Side.RED else 1
        self.view = view

    @cached_property
    def enemies(self) -> dict[int, Mapping[Rank, float]]:
        """The possible ranks of each enemy piece, by counting."""
        belief = counting_belief(self.view)
        unknown = dict(zip(belief.cells, belief.probabilities, strict=True))
        return {
            cell: {piece.rank: 1.0}
            if isinstance(piece, Piece)
            else {rank: chance for rank, chance in zip(Rank, unknown[cell], strict=True) if chance > 0}
            for cell, piece in enumerate(self.cells)
            if piece is not None and piece.side is not self.seat
        }

    @cached_property
    def own(self) -> dict[int, Piece]:
        """Our pieces that can move."""
        pieces = ((cell, piece) for cell, piece in enumerate(self.cells) if isinstance(piece, Piece))
        return {cell: piece for cell, piece in pieces if piece.side is self.seat and piece.rank.is_movable}

    @cached_property
    def recent(self) -> frozenset[tuple[int, int]]:
        """Our own moves since the last fight; avoiding them prevents repetition."""
        found = set()
        for number, ply in enumerate(reversed(self.view.plies[-60:])):
            if ply.step.attacks:
                break
            if number % 2:
                found.add((ply.step.origin, ply.step.target))
        return frozenset(found)

    def is_unknown(self, cell: int) -> bool:
        return cell in self.enemies and not isinstance(self.cells[cell], Piece)

    def surely_beats(self, rank: Rank, cell: int) -> bool:
        return all(fight_result(rank, other) > 0 for other in self.enemies[cell])

    def may_fall(self, rank: Rank, cell: int, *, to_known_only: bool = False, besides: int = -1) -> bool:
        """Whether an enemy beside a square could capture a piece of this rank there."""
        near = (other for other in NEIGHBOURS[cell] if other in self.enemies and other != besides)
        return any(
            fight_result(enemy, rank) >= 0
            for other in near
            if not (to_known_only and self.is_unknown(other))
            for enemy in self.enemies[other]
            if enemy.is_movable
        )

    def routes(self, origin: int, *, safe: bool = False) -> Iterator[tuple[int, int, int]]:
        """The enemies within reach of a piece over empty squares: (square, distance, first step)."""
        rank, first, queue = self.own[origin].rank, {origin: origin}, deque([(origin, 0)])
        while queue:
            cell, far = queue.popleft()
            for near in NEIGHBOURS[cell]:
                if near in first or near in self.lakes:
                    continue
                first[near] = near if cell == origin else first[cell]
                if near in self.enemies:
                    yield near, far + 1, first[near]
                elif self.cells[near] is None and not (safe and self.may_fall(rank, near, to_known_only=True)):
                    queue.append((near, far + 1))

    def fresh(self, origin: int, target: int) -> Move | None:
        """The move between two squares, if it is legal and does not repeat."""
        return None if (origin, target) in self.recent else self.ways.get((origin, target))

    def advance(self) -> Move:
        """A move forward if possible, otherwise one that does not repeat, otherwise any."""
        quiet = [move for move in self.legal if not move.attacks] or self.legal
        new = [move for move in quiet if (move.origin.cell, move.target.cell) not in self.recent] or quiet
        return next((move for move in new if (move.target.row - move.origin.row) * self.forward > 0), new[0])


def outcome_of(rank: Rank, chances: Mapping[Rank, float], *, of_ours: float = 1.0) -> float:
    """The expected gain of an attack, in prices."""
    total = 0.0
    for other, chance in chances.items():
        result = fight_result(rank, other)
        total += chance * (PRICES[other] * (result >= 0) - of_ours * PRICES[rank] * (result <= 0))
    return total


def hunter(view: View, random: Random) -> str:
    """Plays by the first rule that applies: win for certain, explore with low ranks, flee, scout, chase, trade."""
    field = Field(view, random)
    rules = (_sure_win, _marshal_flees, _explore, _flee, _scout_ahead, _chase, _walk_to_unknown, _trade)
    found = (rule(field) for rule in rules)
    return str(next((move for move in found if move is not None), None) or field.advance())


def _sure_win(field: Field) -> Move | None:
    wins = [
        move
        for move in field.legal
        if move.attacks
        and field.surely_beats(move.piece.rank, move.target.cell)
        and not field.may_fall(move.piece.rank, move.target.cell, besides=move.target.cell)
    ]
    return min(wins, key=lambda move: (move.piece.revealed, move.piece.rank), default=None)


def _marshal_flees(field: Field) -> Move | None:
    marshal = next((cell for cell, piece in field.own.items() if piece.rank is Rank.MARSHAL), None)
    if marshal is None or not any(Rank.SPY in field.enemies.get(near, {}) for near in NEIGHBOURS[marshal]):
        return None
    return _step_to_safety(field, marshal)


def _step_to_safety(field: Field, cell: int) -> Move | None:
    rank = field.own[cell].rank
    steps = (field.fresh(cell, near) for near in NEIGHBOURS[cell] if field.cells[near] is None)
    return next((move for move in steps if move and not field.may_fall(rank, move.target.cell)), None)


def _explore(field: Field) -> Move | None:
    looks = [
        move for move in field.legal if move.attacks and move.piece.rank in LOWLY and field.is_unknown(move.target.cell)
    ]
    near = [move for move in looks if move.target.cell in NEIGHBOURS[move.origin.cell]]
    return min(near, key=lambda move: move.piece.rank, default=None)


def _flee(field: Field) -> Move | None:
    for cell, piece in field.own.items():
        if piece.moved and field.may_fall(piece.rank, cell, to_known_only=True):
            move = _step_to_safety(field, cell)
            if move is not None:
                return move
    return None


def _scout_ahead(field: Field) -> Move | None:
    best, found = 0, None
    for move in field.legal:
        if move.piece.rank is not Rank.SCOUT or move.attacks:
            continue
        near = [cell for cell in NEIGHBOURS[move.target.cell] if cell in field.enemies]
        if len(near) > best and all(map(field.is_unknown, near)):
            best, found = len(near), field.fresh(move.origin.cell, move.target.cell)
    return found


def _nearest(field: Field, wanted: Callable[[Rank, int], bool], pieces: Iterable[int], *, safe: bool) -> Move | None:
    """The first step of the shortest path from one of these pieces to a wanted enemy."""
    best, found = 1000, None
    for origin in pieces:
        for target, far, step in field.routes(origin, safe=safe):
            if far < best and wanted(field.own[origin].rank, target):
                move = field.fresh(origin, step)
                best, found = (far, move) if move else (best, found)
    return found


def _chase(field: Field) -> Move | None:
    return _nearest(field, field.surely_beats, field.own, safe=True)


def _walk_to_unknown(field: Field) -> Move | None:
    lowly = [cell for cell, piece in field.own.items() if piece.rank in LOWLY]
    return _nearest(field, lambda _, target: field.is_unknown(target), lowly, safe=True)


def _trade(field: Field) -> Move | None:
    def even(rank: Rank, target: int) -> bool:
        return all(fight_result(rank, other) >= 0 for other in field.enemies[target])

    return _nearest(field, even, field.own, safe=False)


def drawn(view: View, random: Random) -> str:
    """Adds up the gains of all targets, divided by their distance; the piece with the strongest sum moves."""
    field = Field(view, random)
    best, found = -1e9, None
    for origin in field.own:
        pulls: dict[int, float] = {}
        for target, far, step in field.routes(origin):
            gain = outcome_of(field.own[origin].rank, field.enemies[target])
            pulls[step] = pulls.get(step, 0.0) + gain / far * (0.01 if (step, origin) in field.recent else 1.0)
        for step, pull in pulls.items():
            if pull > best and (origin, step) in field.ways:
                best, found = pull, field.ways[origin, step]
    return str(found or field.advance())


SPREADS, WARMTH = 8, 0.2


def feeling(view: View, random: Random) -> str:
    """Spreads the expected gain of each attack over empty squares; the piece with the strongest value moves."""
    field = Field(view, random)
    empty = np.array([cell is None for cell in field.cells], dtype=float).reshape(SIZE, SIZE)
    empty.flat[list(field.lakes)] = 0
    best, found = -1e9, field.advance()
    for origin, piece in field.own.items():
        source = np.zeros((SIZE, SIZE))
        for target, chances in field.enemies.items():
            source.flat[target] = outcome_of(piece.rank, chances, of_ours=0.8)
        warm = _spread(source, empty)
        for near in NEIGHBOURS[origin]:
            move = field.ways.get((origin, near))
            known_loss = near in field.enemies and not field.is_unknown(near) and source.flat[near] <= 0
            pull = warm.flat[near] - (5.0 if (origin, near) in field.recent else 0.0)
            if move is not None and not known_loss and pull > best:
                best, found = pull, move
    return str(found)


def _spread(source: np.ndarray, empty: np.ndarray) -> np.ndarray:
    warm = source.copy()
    for _ in range(SPREADS):
        wide = np.pad(warm, 1)
        warm = source + empty * WARMTH * (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:])
    return warm


def _prospect(field: Field, move: Move) -> float:
    """The gain of a move minus what enemies beside the piece may then capture, with a small bonus for advancing."""
    origin, target, rank = move.origin.cell, move.target.cell, move.piece.rank
    worth = 0.3 * (move.target.row - move.origin.row) * field.forward
    stays = 1.0
    if move.attacks:
        chances = field.enemies[target]
        worth += outcome_of(rank, chances) + 4.0 * field.is_unknown(target)
        stays = sum(chance for other, chance in chances.items() if fight_result(rank, other) > 0)
    worth -= stays * _danger(field, rank, target, besides=target)
    worth += _danger(field, rank, origin)
    return worth - (3.0 if (origin, target) in field.recent else 0.0)


def _danger(field: Field, rank: Rank, cell: int, besides: int = -1) -> float:
    near = [other for other in NEIGHBOURS[cell] if other in field.enemies and other != besides]
    falls = [
        sum(
            chance
            for enemy, chance in field.enemies[other].items()
            if enemy.is_movable and fight_result(enemy, rank) > 0
        )
        for other in near
    ]
    return PRICES[rank] * max(falls, default=0.0)


def careful(view: View, random: Random) -> str:
    """The move with the best expected material after the enemy's reply; otherwise a step towards a target."""
    field = Field(view, random)
    best = max(field.legal, key=lambda move: _prospect(field, move))
    if _prospect(field, best) > 1.0:
        return str(best)
    return str(_chase(field) or _walk_to_unknown(field) or best)


def turtle(view: View, random: Random) -> str:
    """Stays in its own half and attacks only what comes near."""
    field = Field(view, random)
    home = [move for move in field.legal if move.attacks or _is_at_home(field, move.target.row)]
    return str(max(home or field.legal, key=lambda move: _prospect(field, move)))


def _is_at_home(field: Field, row: int) -> bool:
    return row >= SIZE // 2 if field.seat is Side.RED else row < SIZE // 2


OPPONENTS: Mapping[str, Player] = {
    "hunter": hunter,
    "drawn": drawn,
    "feeling": feeling,
    "careful": careful,
    "turtle": turtle,
}
