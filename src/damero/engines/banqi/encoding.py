"""A view of Banqi as the numbers that the kernel reads. A face-down piece is only a back: the kernel gets no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from damero.domain.banqi.board import FACE_DOWN, KINDS, NAMES, Cells, Colour
from damero.domain.banqi.view import View
from damero.domain.game import Ply

BACK, NOTHING = len(KINDS), len(KINDS) + 1
NUMBER_OF = {kind: number for number, kind in enumerate(KINDS)}
TURNS = (Colour.RED, Colour.BLACK, None)


@dataclass(frozen=True, slots=True)
class EncodedBoard:
    cells: tuple[int, ...]
    captured: tuple[int, ...]
    turn: int
    quiet: int
    past: tuple[tuple[tuple[int, ...], int], ...]
    """The boards since the last flip or capture, each with the colour to move."""


def encode(view: View) -> EncodedBoard:
    captured = tuple(NUMBER_OF[kind] for kind in view.captured)
    cells, turn = _numbers(view.cells), TURNS.index(view.current_turn)
    return EncodedBoard(cells, captured, turn, view.quiet_plies, _past(cells, turn, _quiet_plies(view)))


def _quiet_plies(view: View) -> tuple[Ply, ...]:
    return view.plies[max(0, len(view.plies) - view.quiet_plies) :]


def _past(cells: tuple[int, ...], turn: int, plies: Sequence[Ply]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The boards before each of these plies, the earliest first, found by taking them back."""
    back: list[tuple[tuple[int, ...], int]] = []
    for ply in reversed(plies):
        origin, destination = map(NAMES.index, ply.squares)
        before = list(cells)
        before[origin], before[destination] = before[destination], before[origin]
        cells, turn = tuple(before), 1 - turn
        back.append((cells, turn))
    return tuple(reversed(back))


def _numbers(cells: Cells) -> tuple[int, ...]:
    return tuple(NOTHING if cell is None else BACK if cell is FACE_DOWN else NUMBER_OF[cell] for cell in cells)


def squares_of(origin: int, destination: int) -> tuple[str, ...]:
    """The squares that a player touches for an action of the kernel."""
    return (NAMES[origin],) if origin == destination else (NAMES[origin], NAMES[destination])
