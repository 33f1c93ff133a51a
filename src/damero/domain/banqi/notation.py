"""Positions and actions as texts.

A position: four ranks from the top, the colour to move (`-` before the first flip), the captured pieces in order and,
if the text contains the deal, the face-down pieces in index order: `?1K5/8/8/7k r - …`.
An action: flip `b3?` (with its result `b3=R`), move `b3-b4`, capture `b3xb4`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from damero.domain.banqi.board import (
    ALL_KINDS,
    ARMY_SIZE,
    COLUMNS,
    FACE_DOWN,
    INDEX_OF,
    KIND_OF_LETTER,
    KINDS,
    NAMES,
    ROWS,
    Cell,
    Cells,
    Colour,
    Kind,
)
from damero.domain.banqi.moves import Action, Capture, Flip, Move
from damero.domain.errors import BadPosition, BadText, IllegalMove, check_text

COLOUR_OF_LETTER: dict[str, Colour | None] = {"r": Colour.RED, "b": Colour.BLACK, "-": None}
LETTER_OF_COLOUR = {colour: letter for letter, colour in COLOUR_OF_LETTER.items()}
NOTHING = "-"

TWO_RUNS = re.compile(r"[1-8]{2}")
FLIP_TEXT = re.compile(r"([a-z]\d+)(?:\?|=[KGMRHCPkgmrhcp])", re.ASCII)
PAIR_TEXT = re.compile(r"([a-z]\d+)([-x])([a-z]\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Layout:
    """The contents of a position's text. `deal` is None if the face-down pieces are secret."""

    cells: Cells
    turn: Colour | None
    captured: tuple[Kind, ...]
    deal: tuple[Kind, ...] | None

    @property
    def face_down(self) -> int:
        return self.cells.count(FACE_DOWN)


def write_position(layout: Layout) -> str:
    fields = [write_cells(layout.cells), LETTER_OF_COLOUR[layout.turn], _letters(layout.captured) or NOTHING]
    if layout.deal:
        fields.append(_letters(layout.deal))
    return " ".join(fields)


def write_kinds(pieces: Mapping[str, str], turn: Colour) -> str:
    """The text of a position with these kinds on squares. Of the missing pieces, the weakest count as captured."""
    faces: dict[str, Cell] = {kind.id: kind for kind in KINDS} | {FACE_DOWN.value: FACE_DOWN}
    cells = tuple(faces[pieces[name]] if name in pieces else None for name in NAMES)
    missing = sorted(missing_kinds(cells, ()).elements(), key=lambda kind: kind.rank)
    captured = tuple(missing[: max(0, len(missing) - cells.count(FACE_DOWN))])
    begun = cells.count(FACE_DOWN) < len(NAMES)
    return write_position(Layout(cells, turn if begun else None, captured, None))


def write_cells(cells: Cells) -> str:
    ranks = (cells[start : start + COLUMNS] for start in range(0, len(cells), COLUMNS))
    return "/".join(_write_rank(rank) for rank in ranks)


def _write_rank(rank: Iterable[Cell]) -> str:
    letters = "".join(" " if cell is None else "?" if cell is FACE_DOWN else cell.letter for cell in rank)
    return re.sub(" +", lambda run: str(len(run[0])), letters)


def _letters(kinds: Iterable[Kind]) -> str:
    return "".join(kind.letter for kind in kinds)


def missing_kinds(cells: Cells, captured: Iterable[Kind]) -> Counter[Kind]:
    """What the face-down pieces can be: every piece that is neither visible nor captured."""
    missing = Counter(ALL_KINDS)
    missing.subtract(cell for cell in cells if isinstance(cell, Kind))
    missing.subtract(captured)
    return missing


def read_position(text: str) -> Layout:
    """Read a text, and check that the position is possible."""
    fields = check_text(text).split(" ")
    if len(fields) not in (3, 4):
        raise BadText("banqi.field_count", count=len(fields))
    columns = [1 + sum(len(field) + 1 for field in fields[:place]) for place in range(len(fields))]
    layout = Layout(
        cells=_read_cells(fields[0]),
        turn=_read_turn(fields[1], column=columns[1]),
        captured=() if fields[2] == NOTHING else _read_kinds(fields[2], column=columns[2]),
        deal=_read_kinds(fields[3], column=columns[3]) if len(fields) == 4 else None,
    )
    _check(layout)
    return layout


def _read_cells(field: str) -> Cells:
    ranks = field.split("/")
    if len(ranks) != ROWS:
        raise BadText("banqi.rank_count", wanted=ROWS, count=len(ranks))
    cells: list[Cell] = []
    column = 1
    for rank in ranks:
        cells += _read_rank(rank, column=column)
        column += len(rank) + 1
    return tuple(cells)


def _read_rank(rank: str, *, column: int) -> list[Cell]:
    if TWO_RUNS.search(rank):
        raise BadText("banqi.two_digits", column=column, rank=rank)
    cells: list[Cell] = []
    for place, letter in enumerate(rank):
        if letter in "12345678":
            cells += [None] * int(letter)
        elif letter == "?":
            cells.append(FACE_DOWN)
        else:
            cells.append(_read_kind(letter, column=column + place))
    if len(cells) != COLUMNS:
        raise BadText("banqi.rank_length", column=column, wanted=COLUMNS, rank=rank, count=len(cells))
    return cells


def _read_turn(field: str, *, column: int) -> Colour | None:
    if field not in COLOUR_OF_LETTER:
        raise BadText("banqi.bad_colour", column=column, colour=field)
    return COLOUR_OF_LETTER[field]


def _read_kinds(field: str, *, column: int) -> tuple[Kind, ...]:
    if not field:
        raise BadText("banqi.no_pieces", column=column, nothing=NOTHING)
    return tuple(_read_kind(letter, column=column + place) for place, letter in enumerate(field))


def _read_kind(letter: str, *, column: int) -> Kind:
    kind = KIND_OF_LETTER.get(letter)
    if kind is None:
        raise BadText("banqi.bad_piece", column=column, letter=letter, letters=" ".join(KIND_OF_LETTER))
    return kind


def _check(layout: Layout) -> None:
    hidden = missing_kinds(layout.cells, layout.captured)
    for kind, count in hidden.items():
        if count < 0:
            raise BadPosition("banqi.too_many_pieces", code="TOO_MANY_PIECES", letter=kind.letter)
    face_down = layout.face_down
    if face_down != hidden.total():
        missing, total = hidden.total(), 2 * ARMY_SIZE
        raise BadPosition(
            "banqi.wrong_piece_count", code="WRONG_PIECE_COUNT", face_down=face_down, missing=missing, total=total
        )
    if (layout.turn is None) != (face_down == 2 * ARMY_SIZE):
        raise BadPosition("banqi.wrong_turn", code="WRONG_TURN")
    if layout.deal is not None and (not face_down or Counter(layout.deal) != +hidden):
        raise BadPosition("banqi.wrong_deal", code="WRONG_DEAL")


def read_action(text: str) -> Action:
    """The action that a text names. The result of a flip is not checked: a refusal would give away the piece."""
    flip = FLIP_TEXT.fullmatch(text)
    if flip:
        return Flip(read_square(flip[1]))
    pair = PAIR_TEXT.fullmatch(text)
    if pair is None:
        raise BadText("banqi.bad_action", action=text)
    start, end = read_square(pair[1]), read_square(pair[3])
    return Move(start, end) if pair[2] == "-" else Capture(start, end)


def write_flip(index: int, kind: Kind) -> str:
    """A flip with its result: `b3=R`."""
    return f"{NAMES[index]}={kind.letter}"


def read_square(name: str) -> int:
    index = INDEX_OF.get(name)
    if index is None:
        raise IllegalMove("banqi.no_such_square", code="INVALID_INDEX", square=name)
    return index
