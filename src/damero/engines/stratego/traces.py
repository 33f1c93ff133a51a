"""What everyone saw each piece do: where it began, and how it behaved beside pieces whose rank it knew.

Traces are read from the moves alone. They are the evidence from which `belief` judges unknown pieces.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from damero.domain.stratego.board import NEIGHBOURS, SIZE, Cells, Piece
from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.notation import OCCUPANTS, Step
from damero.domain.stratego.rules import PlayerSide, Rank
from damero.domain.stratego.view import View

SPELLS = (10, 30, 60, 120, 240)
"""Turns at which one asks whether a piece has moved yet."""
WALKS = (1, 3, 8, 20)
"""Numbers of moves that make a difference."""
WAITS = (1, 5, 15, 40, 100)
"""Turns that a piece could have moved and did not."""
CROWDS = (2, 3, 5, 8, 12, 18)
"""Numbers of pieces of a side that have moved."""
IN_SIGHT = 4
"""How far away a known piece is noticed."""
WALKS_KEPT = 32


@dataclass(slots=True, eq=False)
class Trace:
    """One piece through the game."""

    side: PlayerSide
    start: int
    cell: int | None
    """Where it stands now; None once it has fallen."""
    rank: Rank | None = None
    """None while the viewer does not know it."""
    revealed: bool = False
    """Its enemy knows its rank."""
    moves: int = 0
    first_turn: int = 0
    advance: int = 0
    """How many rows it has come towards the enemy, at most."""
    free_from: int | None = None
    """The turn from which it could have moved."""
    events: set[str] = field(default_factory=set)
    visits: dict[int, int] = field(default_factory=dict)
    """How often it came to a square since the last fight."""

    def note(self, event: str) -> None:
        """What a piece does once its rank is known says no more of it."""
        if not self.revealed:
            self.events.add(f"{event} again" if event in self.events else event)


@dataclass(frozen=True, slots=True)
class Past:
    """All pieces that a game has seen."""

    traces: tuple[Trace, ...]
    own: tuple[Trace, ...]
    """The viewer's own pieces once more, as their enemy sees them."""
    turns: int
    quiet: int
    """Moves since the last fight."""


Start: TypeAlias = frozenset[tuple[int, PlayerSide]]
"""Who has a piece on which squares before the first move."""


def past_of(view: View) -> Past:
    steps = tuple(ply.step for ply in view.plies)
    start = _start(view, steps)
    walk = _walk_kept(start, steps) or _Walk(view, start)
    for step in steps[walk.plies :]:
        walk.take(step)
    cells, revealed = view.cells, frozenset(view.revealed)
    past = Past(
        tuple(walk.seen(trace, cells, revealed) for trace in walk.traces),
        tuple(walk.seen_from_outside(trace, revealed) for trace in walk.traces if trace.side is view.seat),
        walk.turn,
        walk.quiet,
    )
    _keep(walk, start, steps)
    return past


def home_square(trace: Trace) -> int:
    """Where a piece began, counted from its owner's back row; left and right are alike."""
    row, column = divmod(trace.start, SIZE)
    return (row if trace.side is PlayerSide.BLUE else SIZE - 1 - row) * SIZE + column


_walks: OrderedDict[tuple[Start, tuple[Step, ...]], _Walk] = OrderedDict()
"""The walks of the games that were looked at last, to go on from there. Nobody could tell but by the time it takes."""


def _walk_kept(start: Start, steps: tuple[Step, ...]) -> _Walk | None:
    """The walk to this moment of a game, or to at most two moves before; whoever has it has it alone."""
    heads = (steps[: len(steps) - back] for back in range(min(2, len(steps)) + 1))
    found = (_walks.pop((start, head), None) for head in heads)
    return next((walk for walk in found if walk), None)


def _keep(walk: _Walk, start: Start, steps: tuple[Step, ...]) -> None:
    _walks[start, steps] = walk
    if len(_walks) > WALKS_KEPT:
        _walks.popitem(last=False)


def _start(view: View, steps: Sequence[Step]) -> Start:
    """The pieces on the board, turned back to the start one move at a time."""
    occupants = ((cell, OCCUPANTS.get(letter)) for cell, letter in enumerate(view.known))
    here = {cell: occupant.side for cell, occupant in occupants if occupant is not None}
    mover = view.side.opponent
    for step in reversed(steps):
        if step.fight is None:
            del here[step.target]
        else:
            here[step.target] = mover.opponent
        here[step.origin] = mover
        mover = mover.opponent
    return frozenset(here.items())


class _Walk:
    """The game from its start, move by move, as everyone saw it; `here` is the board of the moment."""

    def __init__(self, view: View, start: Start) -> None:
        self.here = {cell: Trace(side, cell, cell) for cell, side in sorted(start)}
        self.began = dict(self.here)
        self.traces = tuple(self.here.values())
        self.mover = view.side if len(view.plies) % 2 == 0 else view.side.opponent
        self.moved = dict.fromkeys(PlayerSide, 0)
        """How many pieces of each side have moved."""
        self.plies = 0
        self.quiet = 0
        self.last: Trace | None = None
        """The piece that moved last, if it still stands."""
        self.before: Trace | None = None
        """The piece that moved last but one: the mover's own."""
        lakes = {row * SIZE + column for row, column in view.rules.lakes}
        for cell in set(range(SIZE * SIZE)) - lakes - set(self.here):
            self._note_exit(cell)

    @property
    def turn(self) -> int:
        return self.plies // 2

    def take(self, step: Step) -> None:
        piece = self.here.pop(step.origin)
        self._note_answer(piece, step)
        self._note_sparing(piece, step)
        left_in_danger = self._in_danger(step)
        self._note_move(piece, step)
        self.before = self.last
        if step.fight is None:
            self._arrive(piece, step)
        else:
            self._fight(piece, step)
        self._note_cover(left_in_danger)
        self._note_backing()
        self.mover = self.mover.opponent
        self.plies += 1
        for cell in (step.origin, step.target):
            if cell not in self.here:
                self._note_exit(cell)

    def _note_exit(self, cell: int) -> None:
        """Whoever stands beside an empty square can move."""
        for near in NEIGHBOURS[cell]:
            other = self.here.get(near)
            if other is not None and other.free_from is None:
                other.free_from = self.turn

    def _note_answer(self, piece: Trace, step: Step) -> None:
        """How the pieces beside a known one that has just come answered it."""
        threat = self.last
        if threat is None or threat.cell is None or not threat.revealed or step.target == threat.cell:
            return
        if step.origin in NEIGHBOURS[threat.cell]:
            piece.note(f"fled {threat.rank}")
        for near in NEIGHBOURS[threat.cell]:
            other = self.here.get(near)
            if other is not None and other.side is self.mover:
                other.note(f"stayed {threat.rank}")

    def _note_sparing(self, piece: Trace, step: Step) -> None:
        """Whom the mover's last piece came to stand beside, and left alone."""
        mine = self.before
        if mine is None or mine.cell is None or (mine is piece and step.attacks):
            return
        for near in NEIGHBOURS[mine.cell]:
            other = self.here.get(near)
            if other is not None and other.side is not self.mover and other.revealed:
                mine.note(f"spared {other.rank}")

    def _in_danger(self, step: Step) -> list[tuple[int, Rank]]:
        """The mover's known pieces that it leaves beside a known one which beats them, and its rank."""
        return [
            (cell, threat.rank)
            for cell, piece in self.here.items()
            if piece.revealed and piece.side is self.mover and piece.rank is not None
            for near in NEIGHBOURS[cell]
            if near != step.target and (threat := self.here.get(near)) is not None
            if threat.revealed and threat.side is not self.mover and threat.rank is not None
            if threat.rank.is_movable and resolve_ranks(threat.rank, piece.rank).attacker_survived
        ]

    def _note_cover(self, left_in_danger: Sequence[tuple[int, Rank]]) -> None:
        """Who leaves a piece in danger may have another beside it that can avenge it: one that has come there."""
        for cell, threat in left_in_danger:
            for near in NEIGHBOURS[cell]:
                other = self.here.get(near)
                if other is not None and other.side is self.mover and other.moves:
                    other.note(f"covered {threat}")

    def _note_backing(self) -> None:
        """Who leaves an unknown piece beside a known enemy may have another behind it that beats the enemy."""
        threats = [
            (cell, other.rank)
            for cell, other in self.here.items()
            if other.revealed and other.side is not self.mover and other.rank is not None and other.rank.is_movable
        ]
        for cell, threat in threats:
            for near in NEIGHBOURS[cell]:
                front = self.here.get(near)
                if front is not None and front.side is self.mover and not front.revealed:
                    self._note_backers(near, threat)

    def _note_backers(self, cell: int, threat: Rank) -> None:
        for near in NEIGHBOURS[cell]:
            other = self.here.get(near)
            if other is not None and other.side is self.mover and other.moves:
                other.note(f"backed {threat}")

    def _note_move(self, piece: Trace, step: Step) -> None:
        self.moved[self.mover] += not piece.moves
        piece.moves += 1
        piece.first_turn = piece.first_turn or self.turn + 1
        rows = piece.start // SIZE - step.target // SIZE
        piece.advance = max(piece.advance, rows if self.mover is PlayerSide.RED else -rows)
        if not piece.revealed and not step.attacks:
            self._note_way(piece, step)
        if not step.attacks and step.target not in NEIGHBOURS[step.origin]:
            piece.revealed, piece.rank = True, Rank.SCOUT

    def _note_way(self, piece: Trace, step: Step) -> None:
        """Whether an unknown piece comes nearer to the nearest known enemy, or not."""
        known = [cell for cell, other in self.here.items() if other.revealed and other.side is not self.mover]
        nearest = min(known, key=lambda cell: _apart(cell, step.origin), default=None)
        if nearest is None or _apart(nearest, step.origin) > IN_SIGHT:
            return
        is_nearer = _apart(nearest, step.target) < _apart(nearest, step.origin)
        piece.note(f"{'sought' if is_nearer else 'left'} {self.here[nearest].rank}")

    def _arrive(self, piece: Trace, step: Step) -> None:
        self.here[step.target] = piece
        piece.cell = step.target
        piece.visits[step.target] = piece.visits.get(step.target, 0) + 1
        self.last = piece
        self.quiet += 1
        for near in NEIGHBOURS[step.target]:
            other = self.here.get(near)
            if other is not None and other.side is not self.mover:
                piece.note(f"approached {_name(other)}")
            elif other is not None and other.revealed:
                piece.note(f"beside {other.rank}")

    def _fight(self, attacker: Trace, step: Step) -> None:
        assert step.fight is not None
        result = resolve_ranks(*step.fight)
        defender = self.here.pop(step.target)
        attacker.cell = step.target if result.attacker_survived else None
        defender.cell = step.target if result.defender_survived else None
        for trace, rank in zip((attacker, defender), step.fight, strict=True):
            trace.revealed, trace.rank = True, rank
            if trace.cell is not None:
                self.here[trace.cell] = trace
        self.last = attacker if result.attacker_survived else None
        self.quiet = 0
        for trace in self.here.values():
            trace.visits.clear()

    def seen(self, trace: Trace, cells: Cells, revealed: frozenset[int]) -> Trace:
        """A trace as a viewer of these cells sees it, with all that it says of an unknown piece."""
        piece = None if trace.cell is None else cells[trace.cell]
        rank = trace.rank if piece is None else piece.rank if isinstance(piece, Piece) else None
        events = trace.events if rank is not None else {*trace.events, *self._summary(trace)}
        shown = trace.revealed or trace.cell in revealed
        return replace(trace, rank=rank, revealed=shown, events=set(events), visits=dict(trace.visits))

    def seen_from_outside(self, trace: Trace, revealed: frozenset[int]) -> Trace:
        """A trace as everyone sees it: the rank of a piece that stands unknown is its owner's secret."""
        shown = trace.revealed or trace.cell in revealed
        if shown or trace.cell is None:
            return replace(trace, revealed=True)
        return replace(trace, rank=None, events={*trace.events, *self._summary(trace)})

    def _summary(self, trace: Trace) -> Iterator[str]:
        """What the whole of a trace says, beside its single events."""
        yield from self._summary_of_mover(trace) if trace.moves else self._summary_of_stayer(trace)
        for near in NEIGHBOURS[trace.start]:
            other = self.began.get(near)
            if other is not None and other.side is trace.side and other.revealed:
                yield f"began beside {other.rank}"

    def _summary_of_mover(self, trace: Trace) -> Iterator[str]:
        row, first, moves = _row(trace), _step_of(trace.first_turn, SPELLS), _step_of(trace.moves, WALKS)
        yield f"moved by {_step_of(self.turn, SPELLS)}"
        yield f"first moved {first}"
        yield f"moves {moves}"
        yield f"advanced {min(trace.advance, 9) // 2}"
        yield f"moved from row {row}"
        yield f"first moved {first} from row {row}"
        yield f"moves {moves}, advanced {min(trace.advance, 9) // 3}"

    def _summary_of_stayer(self, trace: Trace) -> Iterator[str]:
        row, spell = _row(trace), _step_of(self.turn, SPELLS)
        beside = [self._fellow(trace, near) for near in NEIGHBOURS[trace.start]]
        ahead = trace.start + (SIZE if trace.side is PlayerSide.BLUE else -SIZE)
        wait = "never" if trace.free_from is None else _step_of(self.turn - trace.free_from, WAITS)
        yield f"unmoved by {spell}, {'free' if 'empty' in beside else 'shut in'}"
        yield f"unmoved by {spell} in row {row}"
        yield f"unmoved by {spell}, {beside.count('empty')} exits"
        yield f"unmoved while {_step_of(self.moved[trace.side], CROWDS)} moved, row {row}"
        yield f"unmoved, free for {wait}"
        yield f"unmoved, free for {wait}, row {row}"
        yield f"unmoved beside {beside.count('unmoved')} unmoved"
        yield f"unmoved beside {beside.count('bomb')} bombs, row {row}"
        yield f"unmoved beside {beside.count('moved') + beside.count('known')} of its side, row {row}"
        yield f"unmoved behind {self._fellow(trace, ahead)}, row {row}"

    def _fellow(self, trace: Trace, cell: int) -> str:
        """What is on a square beside a piece that has not moved, as far as it is of its side."""
        other = self.began.get(cell)
        is_of_its_side = other is not None and other.side is trace.side
        if other is not None and is_of_its_side and other.rank is Rank.BOMB:
            return "bomb"
        if other is None or not is_of_its_side or other.moves or other.cell is None:
            standing = self.here.get(cell)
            return "empty" if standing is None else "moved" if standing.side is trace.side else "enemy"
        return "known" if other.revealed else "unmoved"


def _name(other: Trace) -> str:
    if other.revealed and other.rank is not None:
        return str(other.rank)
    return "a moved piece" if other.moves else "an unmoved piece"


def _apart(one: int, two: int) -> int:
    return abs(one // SIZE - two // SIZE) + abs(one % SIZE - two % SIZE)


def _step_of(value: int, marks: Sequence[int]) -> int:
    return sum(value >= mark for mark in marks)


def _row(trace: Trace) -> int:
    return home_square(trace) // SIZE
