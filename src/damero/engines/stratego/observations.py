"""What both sides have seen each piece do: where it started, and how it behaved near pieces of known rank.

Observations are made from the moves alone. `belief` uses them to judge unidentified pieces.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from damero.domain.stratego.board import NEIGHBOURS, SIZE, Cells, Piece
from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.notation import OCCUPANTS, Step
from damero.domain.stratego.rules import Rank, Side
from damero.domain.stratego.view import View
from damero.engines.stratego import behaviour_features as features
from damero.engines.stratego.behaviour_features import Encounter, Neighbour, group
from damero.engines.stratego.deadline import NO_DEADLINE, Deadline

NOTICED_DISTANCE = 4
"""A move counts as seeking or leaving an enemy of known rank up to this distance."""
REPLAYS_KEPT = 32


@dataclass(slots=True, eq=False)
class ObservedPiece:
    """One piece through the game."""

    side: Side
    start: int
    cell: int | None
    """Its current square; None once it is captured."""
    rank: Rank | None = None
    """None while the viewer does not know it."""
    revealed: bool = False
    """Its enemy knows its rank."""
    moves: int = 0
    first_turn: int = 0
    advance: int = 0
    """The most rows it has been ahead of its start."""
    free_from: int | None = None
    """The turn from which it could have moved."""
    features: set[str] = field(default_factory=set)
    """Its behaviour while its rank was not known; see `behaviour_features`."""
    visits: dict[int, int] = field(default_factory=dict)
    """How often it has entered a square since the last fight."""

    def note(self, feature: str) -> None:
        """Record an action, unless the rank is already known."""
        if not self.revealed:
            self.features.add(features.AGAIN[feature] if feature in self.features else feature)


@dataclass(frozen=True, slots=True)
class Observations:
    """All pieces of a game so far."""

    pieces: tuple[ObservedPiece, ...]
    own: tuple[ObservedPiece, ...]
    """The viewer's own pieces as the enemy sees them."""
    quiet_plies: int
    """Plies since the last fight."""


StartingSquares: TypeAlias = frozenset[tuple[int, Side]]
"""The occupied squares before the first move."""


def observe(view: View, deadline: Deadline = NO_DEADLINE) -> Observations:
    """Replay the moves so far. If that takes too long it raises `OutOfTime`; the next call goes on from there."""
    steps = tuple(ply.step for ply in view.plies)
    start = _starting_squares(view, steps)
    replay = _take_replay(start, steps) or _Replay(view, start)
    try:
        for step in steps[replay.plies :]:
            deadline.check()
            replay.play(step)
    finally:
        _keep_replay(replay, start, steps[: replay.plies])
    cells, revealed = view.cells, frozenset(view.revealed)
    return Observations(
        tuple(replay.seen(piece, cells, revealed) for piece in replay.pieces),
        tuple(replay.seen_by_enemy(piece, revealed) for piece in replay.pieces if piece.side is view.seat),
        replay.quiet_plies,
    )


def unobserved(view: View) -> Observations:
    """What is known without a replay: nothing about the pieces."""
    fights = (number for number, ply in enumerate(reversed(view.plies)) if ply.step.fight is not None)
    return Observations((), (), next(fights, len(view.plies)))


def home_square(piece: ObservedPiece) -> int:
    """The starting square counted from the owner's back row; left and right are the same for both sides."""
    row, column = divmod(piece.start, SIZE)
    return (row if piece.side is Side.BLUE else SIZE - 1 - row) * SIZE + column


_replays: OrderedDict[tuple[StartingSquares, tuple[Step, ...]], _Replay] = OrderedDict()
"""Replays of recent games, so that the next move of a game does not replay it from the start."""


def _take_replay(start: StartingSquares, steps: tuple[Step, ...]) -> _Replay | None:
    """Take out the longest replay of this game that has not gone beyond these steps."""
    known = [(first, head) for first, head in _replays if first == start and head == steps[: len(head)]]
    return _replays.pop(max(known, key=lambda key: len(key[1]))) if known else None


def _keep_replay(replay: _Replay, start: StartingSquares, steps: tuple[Step, ...]) -> None:
    _replays[start, steps] = replay
    if len(_replays) > REPLAYS_KEPT:
        _replays.popitem(last=False)


def _starting_squares(view: View, steps: Sequence[Step]) -> StartingSquares:
    """The pieces on the board, taken back to the start one move at a time."""
    occupants = ((cell, OCCUPANTS.get(letter)) for cell, letter in enumerate(view.known))
    board = {cell: occupant.side for cell, occupant in occupants if occupant is not None}
    mover = view.side.opponent
    for step in reversed(steps):
        if step.fight is None:
            del board[step.target]
        else:
            board[step.target] = mover.opponent
        board[step.origin] = mover
        mover = mover.opponent
    return frozenset(board.items())


class _Replay:
    """The game from its start, move by move, as both sides saw it."""

    def __init__(self, view: View, start: StartingSquares) -> None:
        self.board = {cell: ObservedPiece(side, cell, cell) for cell, side in sorted(start)}
        self.starting_board = dict(self.board)
        self.pieces = tuple(self.board.values())
        self.mover = view.side if len(view.plies) % 2 == 0 else view.side.opponent
        self.moved = dict.fromkeys(Side, 0)
        """How many pieces of each side have moved."""
        self.plies = 0
        self.quiet_plies = 0
        self.last: ObservedPiece | None = None
        """The piece that made the last move, if it survived."""
        self.last_but_one: ObservedPiece | None = None
        """The piece that made the move before: the mover's own."""
        lakes = {row * SIZE + column for row, column in view.rules.lakes}
        for cell in set(range(SIZE * SIZE)) - lakes - set(self.board):
            self._note_exit(cell)

    @property
    def turn(self) -> int:
        return self.plies // 2

    def play(self, step: Step) -> None:
        piece = self.board.pop(step.origin)
        self._note_answer(piece, step)
        self._note_sparing(piece, step)
        left_in_danger = self._left_in_danger(step)
        self._note_move(piece, step)
        self.last_but_one = self.last
        if step.fight is None:
            self._arrive(piece, step)
        else:
            self._fight(piece, step)
        self._note_cover(left_in_danger)
        self._note_backing()
        self.mover = self.mover.opponent
        self.plies += 1
        for cell in (step.origin, step.target):
            if cell not in self.board:
                self._note_exit(cell)

    def _note_exit(self, cell: int) -> None:
        """Pieces beside an empty square can move."""
        for near in NEIGHBOURS[cell]:
            other = self.board.get(near)
            if other is not None and other.free_from is None:
                other.free_from = self.turn

    def _note_answer(self, piece: ObservedPiece, step: Step) -> None:
        """How the mover's pieces answer a known piece that has just moved next to them."""
        threat = self.last
        if threat is None or threat.cell is None or not threat.revealed or step.target == threat.cell:
            return
        if step.origin in NEIGHBOURS[threat.cell]:
            piece.note(features.ENCOUNTER(Encounter.FLED, threat.rank))
        for near in NEIGHBOURS[threat.cell]:
            other = self.board.get(near)
            if other is not None and other.side is self.mover:
                other.note(features.ENCOUNTER(Encounter.STAYED, threat.rank))

    def _note_sparing(self, piece: ObservedPiece, step: Step) -> None:
        """Which known enemies the mover's last piece stands next to and does not attack."""
        own = self.last_but_one
        if own is None or own.cell is None or (own is piece and step.attacks):
            return
        for near in NEIGHBOURS[own.cell]:
            other = self.board.get(near)
            if other is not None and other.side is not self.mover and other.revealed:
                own.note(features.ENCOUNTER(Encounter.SPARED, other.rank))

    def _left_in_danger(self, step: Step) -> list[tuple[int, Rank]]:
        """The mover's known pieces left beside a known enemy that beats them, and the enemy's rank."""
        return [
            (cell, threat.rank)
            for cell, piece in self.board.items()
            if piece.revealed and piece.side is self.mover and piece.rank is not None
            for near in NEIGHBOURS[cell]
            if near != step.target and (threat := self.board.get(near)) is not None
            if threat.revealed and threat.side is not self.mover and threat.rank is not None
            if threat.rank.is_movable and resolve_ranks(threat.rank, piece.rank).attacker_survived
        ]

    def _note_cover(self, left_in_danger: Sequence[tuple[int, Rank]]) -> None:
        """A piece left in danger may have been covered by one that moved next to it."""
        for cell, threat in left_in_danger:
            self._note_movers_beside(cell, Encounter.COVERED, threat)

    def _note_backing(self) -> None:
        """An unidentified piece left beside a known enemy may be backed by one that beats the enemy."""
        threats = [
            (cell, other.rank)
            for cell, other in self.board.items()
            if other.revealed and other.side is not self.mover and other.rank is not None and other.rank.is_movable
        ]
        for cell, threat in threats:
            for near in NEIGHBOURS[cell]:
                front = self.board.get(near)
                if front is not None and front.side is self.mover and not front.revealed:
                    self._note_movers_beside(near, Encounter.BACKED, threat)

    def _note_movers_beside(self, cell: int, encounter: Encounter, threat: Rank) -> None:
        """Pieces that never moved may be bombs and do not count."""
        for near in NEIGHBOURS[cell]:
            other = self.board.get(near)
            if other is not None and other.side is self.mover and other.moves:
                other.note(features.ENCOUNTER(encounter, threat))

    def _note_move(self, piece: ObservedPiece, step: Step) -> None:
        self.moved[self.mover] += not piece.moves
        piece.moves += 1
        piece.first_turn = piece.first_turn or self.turn + 1
        rows = piece.start // SIZE - step.target // SIZE
        piece.advance = max(piece.advance, rows if self.mover is Side.RED else -rows)
        if not piece.revealed and not step.attacks:
            self._note_direction(piece, step)
        if not step.attacks and step.target not in NEIGHBOURS[step.origin]:
            piece.revealed, piece.rank = True, Rank.SCOUT

    def _note_direction(self, piece: ObservedPiece, step: Step) -> None:
        """Whether an unidentified piece comes nearer to the nearest known enemy."""
        known = [cell for cell, other in self.board.items() if other.revealed and other.side is not self.mover]
        nearest = min(known, key=lambda cell: _distance(cell, step.origin), default=None)
        if nearest is None or _distance(nearest, step.origin) > NOTICED_DISTANCE:
            return
        is_nearer = _distance(nearest, step.target) < _distance(nearest, step.origin)
        encounter = Encounter.SOUGHT if is_nearer else Encounter.LEFT
        piece.note(features.ENCOUNTER(encounter, self.board[nearest].rank))

    def _arrive(self, piece: ObservedPiece, step: Step) -> None:
        self.board[step.target] = piece
        piece.cell = step.target
        piece.visits[step.target] = piece.visits.get(step.target, 0) + 1
        self.last = piece
        self.quiet_plies += 1
        for near in NEIGHBOURS[step.target]:
            other = self.board.get(near)
            if other is not None and other.side is not self.mover:
                piece.note(_approach(other))
            elif other is not None and other.revealed:
                piece.note(features.ENCOUNTER(Encounter.BESIDE, other.rank))

    def _fight(self, attacker: ObservedPiece, step: Step) -> None:
        assert step.fight is not None
        result = resolve_ranks(*step.fight)
        defender = self.board.pop(step.target)
        attacker.cell = step.target if result.attacker_survived else None
        defender.cell = step.target if result.defender_survived else None
        for piece, rank in zip((attacker, defender), step.fight, strict=True):
            piece.revealed, piece.rank = True, rank
            if piece.cell is not None:
                self.board[piece.cell] = piece
        self.last = attacker if result.attacker_survived else None
        self.quiet_plies = 0
        for piece in self.board.values():
            piece.visits.clear()

    def seen(self, piece: ObservedPiece, cells: Cells, revealed: frozenset[int]) -> ObservedPiece:
        """A piece as the viewer of these cells sees it; an unidentified one with all its features."""
        occupant = None if piece.cell is None else cells[piece.cell]
        rank = piece.rank if occupant is None else occupant.rank if isinstance(occupant, Piece) else None
        found = piece.features if rank is not None else {*piece.features, *self._summary(piece)}
        is_revealed = piece.revealed or piece.cell in revealed
        return replace(piece, rank=rank, revealed=is_revealed, features=set(found), visits=dict(piece.visits))

    def seen_by_enemy(self, piece: ObservedPiece, revealed: frozenset[int]) -> ObservedPiece:
        """A piece as its enemy sees it: without its rank, unless that was revealed."""
        if piece.revealed or piece.cell is None or piece.cell in revealed:
            return replace(piece, revealed=True)
        return replace(piece, rank=None, features={*piece.features, *self._summary(piece)})

    def _summary(self, piece: ObservedPiece) -> Iterator[str]:
        """The features of the game as a whole, besides those of single actions."""
        yield from self._moved_features(piece) if piece.moves else self._unmoved_features(piece)
        for near in NEIGHBOURS[piece.start]:
            other = self.starting_board.get(near)
            if other is not None and other.side is piece.side and other.revealed:
                yield features.STARTED_BESIDE(other.rank)

    def _moved_features(self, piece: ObservedPiece) -> Iterator[str]:
        first = group(piece.first_turn, features.TURN_LIMITS)
        moves = group(piece.moves, features.MOVE_LIMITS)
        row, advance = home_square(piece) // SIZE, min(piece.advance, 9)
        yield features.MOVED_BY(group(self.turn, features.TURN_LIMITS))
        yield features.FIRST_MOVED(first)
        yield features.MOVES(moves)
        yield features.ADVANCED(advance // 2)
        yield features.MOVES_AND_ADVANCE(moves, advance // 3)
        if row in features.ROWS:
            yield features.MOVED_FROM_ROW(row)
            yield features.FIRST_MOVED_FROM_ROW(first, row)

    def _unmoved_features(self, piece: ObservedPiece) -> Iterator[str]:
        turn = group(self.turn, features.TURN_LIMITS)
        beside = [self._neighbour(piece, near) for near in NEIGHBOURS[piece.start]]
        exits = beside.count(Neighbour.EMPTY)
        yield features.UNMOVED_FREE(turn, "free" if exits else "shut in")
        yield features.UNMOVED_EXITS(turn, exits)
        yield features.UNMOVED_WAIT(self._wait(piece))
        yield features.UNMOVED_BESIDE_UNMOVED(beside.count(Neighbour.UNMOVED))
        row = home_square(piece) // SIZE
        if row in features.ROWS:
            yield from self._unmoved_features_in_row(piece, row, beside)

    def _unmoved_features_in_row(self, piece: ObservedPiece, row: int, beside: Sequence[Neighbour]) -> Iterator[str]:
        ahead = piece.start + (SIZE if piece.side is Side.BLUE else -SIZE)
        yield features.UNMOVED_IN_ROW(group(self.turn, features.TURN_LIMITS), row)
        yield features.UNMOVED_WHILE_OTHERS_MOVED(group(self.moved[piece.side], features.MOVED_LIMITS), row)
        yield features.UNMOVED_WAIT_IN_ROW(self._wait(piece), row)
        yield features.UNMOVED_BESIDE_BOMBS(beside.count(Neighbour.BOMB), row)
        yield features.UNMOVED_BESIDE_OWN(beside.count(Neighbour.MOVED) + beside.count(Neighbour.KNOWN), row)
        yield features.UNMOVED_BEHIND(self._neighbour(piece, ahead), row)

    def _wait(self, piece: ObservedPiece) -> int | str:
        """How long an unmoved piece could have moved."""
        return "never" if piece.free_from is None else group(self.turn - piece.free_from, features.WAIT_LIMITS)

    def _neighbour(self, piece: ObservedPiece, cell: int) -> Neighbour:
        """What is on a square beside a piece that has not moved."""
        other = self.starting_board.get(cell)
        is_own = other is not None and other.side is piece.side
        if other is not None and is_own and other.rank is Rank.BOMB:
            return Neighbour.BOMB
        if other is None or not is_own or other.moves or other.cell is None:
            occupant = self.board.get(cell)
            if occupant is None:
                return Neighbour.EMPTY
            return Neighbour.MOVED if occupant.side is piece.side else Neighbour.ENEMY
        return Neighbour.KNOWN if other.revealed else Neighbour.UNMOVED


def _approach(other: ObservedPiece) -> str:
    if other.revealed and other.rank is not None:
        return features.ENCOUNTER(Encounter.APPROACHED, other.rank)
    return features.APPROACHED_MOVED if other.moves else features.APPROACHED_UNMOVED


def _distance(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE) + abs(one % SIZE - two % SIZE)
