"""What everyone saw each piece do: where it began, and how it behaved beside pieces whose rank it knew.

Traces are read from the record of moves alone. They are the evidence from which `belief` judges unknown pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from damero.domain.stratego.board import NEIGHBOURS, POSITIONS, SIZE, Piece
from damero.domain.stratego.combat import resolve_ranks
from damero.domain.stratego.notation import Step, read_step
from damero.domain.stratego.rules import PlayerSide, Rank
from damero.domain.stratego.view import View

SPELLS = (10, 30, 60, 120, 240)
"""Turns at which one asks whether a piece has moved yet."""
WALKS = (1, 3, 8, 20)
"""Numbers of moves that make a difference."""


@dataclass(slots=True, eq=False)
class Trace:
    """One piece through the game."""

    side: PlayerSide
    rank: Rank | None
    """None while the viewer does not know it."""
    cell: int | None
    """Where it stands now; None once it has fallen."""
    start: int = -1
    revealed: bool = False
    """Its enemy knows its rank."""
    moves: int = 0
    first_turn: int = 0
    advance: int = 0
    """How many rows it has come towards the enemy, at most."""
    events: set[str] = field(default_factory=set)
    visits: dict[int, int] = field(default_factory=dict)
    """How often it came to a square since the last fight."""


@dataclass(frozen=True, slots=True)
class Past:
    """All pieces that a game has seen."""

    traces: tuple[Trace, ...]
    turns: int
    quiet: int
    """Moves since the last fight."""


def past_of(view: View) -> Past:
    steps = [read_step(text) for text in view.record]
    here = _present(view)
    traces = [*here.values(), *_take_back(here, steps, view.side)]
    walk = _Walk(here, view.side if len(steps) % 2 == 0 else view.side.opponent)
    for number, step in enumerate(steps):
        walk.take(step, number // 2 + 1)
    for trace in traces:
        trace.revealed = trace.revealed or trace.cell in view.revealed
        trace.events.update(_summary(trace, len(steps) // 2, here))
    return Past(tuple(traces), len(steps) // 2, walk.quiet)


def _present(view: View) -> dict[int, Trace]:
    standing = ((cell, piece) for cell, piece in enumerate(view.cells) if piece is not None)
    return {cell: Trace(piece.side, piece.rank if isinstance(piece, Piece) else None, cell) for cell, piece in standing}


def _take_back(here: dict[int, Trace], steps: Sequence[Step], to_move: PlayerSide) -> list[Trace]:
    """Turn the pieces on the board back to the start, one move at a time; returns those that fell on the way."""
    fallen: list[Trace] = []
    mover = to_move.opponent
    for step in reversed(steps):
        if step.fight is None:
            here[step.origin] = here.pop(step.target)
        else:
            result = resolve_ranks(*step.fight)
            attacker = here.pop(step.target) if result.attacker_survived else Trace(mover, step.fight[0], None)
            defender = here[step.target] if result.defender_survived else Trace(mover.opponent, step.fight[1], None)
            fallen.extend(trace for trace in (attacker, defender) if trace.cell is None and trace not in fallen)
            here[step.origin], here[step.target] = attacker, defender
        mover = mover.opponent
    for cell, trace in here.items():
        trace.start = cell
    return fallen


class _Walk:
    """The game from its start, move by move; `here` is the board of the moment."""

    def __init__(self, here: dict[int, Trace], mover: PlayerSide) -> None:
        self.here = here
        self.mover = mover
        self.last: Trace | None = None
        """The piece that moved last, if it still stands."""
        self.last_cell = -1
        self.quiet = 0
        self.before: Trace | None = None
        """The piece that moved last but one: the mover's own."""
        self.before_cell = -1

    def take(self, step: Step, turn: int) -> None:
        piece = self.here.pop(step.origin)
        self._note_answer(piece, step)
        self._note_sparing(piece, step)
        self._note_move(piece, step, turn)
        self.before, self.before_cell = self.last, self.last_cell
        if step.fight is None:
            self._arrive(piece, step)
        else:
            self._fight(piece, step)
        self.mover = self.mover.opponent

    def _note_answer(self, piece: Trace, step: Step) -> None:
        """How the pieces beside a known one that has just come answered it."""
        threat = self.last
        if threat is None or threat.rank is None or not threat.revealed:
            return
        if step.target == self.last_cell:
            return
        if step.origin in NEIGHBOURS[self.last_cell]:
            piece.events.add(f"fled {threat.rank}")
        for near in NEIGHBOURS[self.last_cell]:
            other = self.here.get(near)
            if other is not None and other.side is self.mover:
                other.events.add(f"stayed {threat.rank}")

    def _note_sparing(self, piece: Trace, step: Step) -> None:
        """Whom the mover's last piece came to stand beside, and left alone."""
        mine = self.before
        if mine is None or (mine is piece and step.attacks) or (self.here.get(self.before_cell) or piece) is not mine:
            return
        for near in NEIGHBOURS[self.before_cell]:
            other = self.here.get(near)
            if other is not None and other.side is not self.mover and other.revealed and other.rank is not None:
                event = f"spared {other.rank}"
                mine.events.add(f"{event} again" if event in mine.events else event)

    def _note_move(self, piece: Trace, step: Step, turn: int) -> None:
        piece.moves += 1
        piece.first_turn = piece.first_turn or turn
        rows = POSITIONS[piece.start].row - POSITIONS[step.target].row
        piece.advance = max(piece.advance, rows if self.mover is PlayerSide.RED else -rows)
        if not step.attacks and step.target not in NEIGHBOURS[step.origin]:
            piece.revealed = True

    def _arrive(self, piece: Trace, step: Step) -> None:
        self.here[step.target] = piece
        self.quiet += 1
        piece.visits[step.target] = piece.visits.get(step.target, 0) + 1
        self.last, self.last_cell = piece, step.target
        for near in NEIGHBOURS[step.target]:
            other = self.here.get(near)
            if other is not None and other.side is not self.mover:
                event = _approach(other)
                piece.events.add(f"{event} again" if event in piece.events else event)
        for near in NEIGHBOURS[step.target]:
            friend = self.here.get(near)
            if friend is not None and friend.side is self.mover and friend is not piece and friend.revealed:
                piece.events.add(f"beside {friend.rank}")

    def _fight(self, attacker: Trace, step: Step) -> None:
        assert step.fight is not None
        result = resolve_ranks(*step.fight)
        defender = self.here.pop(step.target)
        attacker.revealed = defender.revealed = True
        self.last, self.last_cell, self.quiet = None, step.target, 0
        for survivor, survived in ((attacker, result.attacker_survived), (defender, result.defender_survived)):
            if survived:
                self.here[step.target] = survivor
        if result.attacker_survived:
            self.last = attacker
        for trace in self.here.values():
            trace.visits.clear()


def _approach(other: Trace) -> str:
    if other.revealed and other.rank is not None:
        return f"approached {other.rank}"
    return "approached a moved piece" if other.moves else "approached an unmoved piece"


def _summary(trace: Trace, turns: int, here: Mapping[int, Trace]) -> Iterator[str]:
    """What the whole of a trace says, beside its single events."""
    spell = sum(turns >= one for one in SPELLS)
    if trace.moves:
        yield f"moved by {spell}"
        yield f"first moved {sum(trace.first_turn >= one for one in SPELLS)}"
        yield f"moves {sum(trace.moves >= walk for walk in WALKS)}"
        yield f"advanced {min(trace.advance, 9) // 2}"
        yield f"moved from row {_home_row(trace)}"
        yield f"first moved {sum(trace.first_turn >= one for one in SPELLS)} from row {_home_row(trace)}"
        yield f"moves {sum(trace.moves >= walk for walk in WALKS)}, advanced {min(trace.advance, 9) // 3}"
        return
    near = [here.get(cell) for cell in NEIGHBOURS[trace.start]]
    friends = [other for other in near if other is not None and other.side is trace.side]
    fixed = sum(not other.moves for other in friends)
    yield f"unmoved by {spell}, {'shut in' if len(friends) == len(near) else 'free'}"
    yield f"unmoved with {fixed} unmoved beside"
    yield f"unmoved by {spell} in row {_home_row(trace)}"


def _home_row(trace: Trace) -> int:
    row = POSITIONS[trace.start].row
    return row if trace.side is PlayerSide.BLUE else SIZE - 1 - row
