"""A view of Banqi in the kernel's numbers. The kernel never gets more than this: what lies face down is a back."""

from __future__ import annotations

from dataclasses import dataclass

from damero.domain.banqi.board import FACE_DOWN, KINDS, NAMES, Cells, Colour
from damero.domain.banqi.view import View

BACK, NOTHING = len(KINDS), len(KINDS) + 1
NUMBER_OF = {kind: number for number, kind in enumerate(KINDS)}
TURNS = (Colour.RED, Colour.BLACK, None)


@dataclass(frozen=True, slots=True)
class Table:
    cells: tuple[int, ...]
    captured: tuple[int, ...]
    turn: int
    quiet: int
    past: tuple[tuple[tuple[int, ...], int], ...]
    """The tables since the last flip or capture, where the rules count repetitions."""


def table_of(view: View) -> Table:
    captured = tuple(NUMBER_OF[kind] for kind in view.captured)
    past = tuple((_numbers(cells), TURNS.index(turn)) for cells, turn in view.seen)
    return Table(_numbers(view.cells), captured, TURNS.index(view.current_turn), view.quiet_plies, past)


def _numbers(cells: Cells) -> tuple[int, ...]:
    return tuple(NOTHING if cell is None else BACK if cell is FACE_DOWN else NUMBER_OF[cell] for cell in cells)


def squares_of(origin: int, destination: int) -> tuple[str, ...]:
    """The squares that a player touches for an action of the kernel."""
    return (NAMES[origin],) if origin == destination else (NAMES[origin], NAMES[destination])
