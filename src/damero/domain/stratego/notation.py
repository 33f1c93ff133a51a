"""The texts of Stratego: positions as a hundred cells, moves by their squares, fights by their two ranks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from damero.domain.errors import BadText, IllegalMove, check_text
from damero.domain.stratego.board import INDEX, NAMES, SIZE, SQUARES, Cells, Occupant, Piece, UnknownPiece
from damero.domain.stratego.letters import LETTERS, RANK_LETTERS
from damero.domain.stratego.rules import Rank, Rules, Side

EMPTY = "A"
LAKE = "_"
RANKS = {letter: rank for rank, letter in RANK_LETTERS.items()}
UNKNOWN = {Side.RED: "?", Side.BLUE: "@"}
SIDE_LETTERS = {Side.RED: "r", Side.BLUE: "b"}

OCCUPANTS: dict[str, Occupant] = {
    **{letter: Piece(rank, side) for (side, rank), letter in LETTERS.items()},
    **{letter: UnknownPiece(side) for side, letter in UNKNOWN.items()},
}

_SQUARE = r"[a-j](?:10|[1-9])"
_RANK = f"[{''.join(RANKS)}]"
_STEP = re.compile(rf"({_SQUARE})(?:-({_SQUARE})|x({_SQUARE})(?:=({_RANK})({_RANK}))?)")


class Step(NamedTuple):
    """What the text of a move says: `e4-e5`, `e4xe5`, or `e4xe5=HF` with the ranks of attacker and defender."""

    origin: int
    target: int
    attacks: bool = False
    fight: tuple[Rank, Rank] | None = None


def write_step(step: Step) -> str:
    moved = f"{NAMES[step.origin]}{'x' if step.attacks else '-'}{NAMES[step.target]}"
    return f"{moved}={''.join(RANK_LETTERS[rank] for rank in step.fight)}" if step.fight else moved


@lru_cache(maxsize=1 << 14)
def read_step(text: str) -> Step:
    match = _STEP.fullmatch(text)
    if match is None:
        raise BadText("stratego.bad_move", column=_first_fault(text), move=text[:20])
    origin, quiet, attacked, attacker, defender = match.groups()
    fight = (RANKS[attacker], RANKS[defender]) if attacker else None
    return Step(INDEX[origin], INDEX[quiet or attacked], attacks=quiet is None, fight=fight)


def read_origin(text: str) -> tuple[str, ...]:
    """The first square of a move's text, even if the rest cannot be read; none if there is none."""
    match = re.match(rf"{_SQUARE}(?=[-x])", text)
    return (match[0],) if match else ()


def _first_fault(text: str) -> int:
    """The column of the first character that cannot belong to a move."""
    match = re.match(rf"(?:{_SQUARE}(?:[-x](?:{_SQUARE})?)?)?", text)
    return (match.end() if match else 0) + 1


def read_squares(names: Sequence[str]) -> tuple[int, int]:
    """The two squares of a move as indices: origin and target."""
    strange = [name for name in names if name not in INDEX]
    if strange:
        raise IllegalMove("stratego.not_a_square", code="OFF_BOARD", square=strange[0][:20])
    if len(names) != 2:
        raise IllegalMove("move.needs_two_squares", squares=tuple(names))
    return INDEX[names[0]], INDEX[names[1]]


def write_cells(rules: Rules, cells: Iterable[Occupant | None]) -> str:
    """The letter of each cell."""
    standing = zip(cells, empty_board(rules), strict=True)
    return "".join([ground if occupant is None else letter_of(occupant) for occupant, ground in standing])


def write_kinds(rules: Rules, pieces: Mapping[str, str], side: Side) -> str:
    """The text of a position with these kinds on squares."""
    letters = {occupant.kind: letter for letter, occupant in OCCUPANTS.items()}
    standing = {square: letters[kind] for square, kind in pieces.items()}
    known = "".join(standing.get(name, ground) for name, ground in zip(NAMES, empty_board(rules), strict=True))
    return write_position(known, side)


def write_position(known: str, side: Side) -> str:
    return f"{known} {SIDE_LETTERS[side]}"


def letter_of(occupant: Occupant) -> str:
    return UNKNOWN[occupant.side] if isinstance(occupant, UnknownPiece) else occupant.letter


@lru_cache
def empty_board(rules: Rules) -> str:
    """The hundred cells without pieces."""
    return "".join(LAKE if square in rules.lakes else EMPTY for square in SQUARES)


def read_position(rules: Rules, text: str) -> tuple[Cells, Side]:
    """The hundred cells, which may contain unknown pieces, and the side to move."""
    stripped = check_text(text).strip()
    offset = text.find(stripped) + 1
    known, _, turn = stripped.partition(" ")
    if len(known) != SIZE * SIZE:
        fault = offset + min(len(known), SIZE * SIZE)
        raise BadText("stratego.cell_count", column=fault, wanted=SIZE * SIZE, count=len(known))
    cells = tuple(_read_cell(rules, index, letter, offset + index) for index, letter in enumerate(known))
    for side, letter in SIDE_LETTERS.items():
        if turn.strip() == letter:
            return cells, side
    raise BadText("stratego.bad_side", column=offset + len(known) + 1)


def read_fallen(letters: str) -> tuple[Piece, ...]:
    """The pieces that these letters of a position stand for."""
    pieces = tuple(OCCUPANTS.get(letter) for letter in letters)
    for letter, piece in zip(letters, pieces, strict=True):
        if not isinstance(piece, Piece):
            raise BadText("stratego.bad_piece", letter=letter)
    return tuple(piece for piece in pieces if isinstance(piece, Piece))


def _read_cell(rules: Rules, index: int, letter: str, column: int) -> Occupant | None:
    ground = empty_board(rules)[index]
    if letter == ground:
        return None
    occupant = OCCUPANTS.get(letter)
    if occupant is None and letter not in (EMPTY, LAKE):
        raise BadText("stratego.bad_piece", column=column, letter=letter)
    if ground == LAKE:
        raise BadText("stratego.lake_cell", column=column, square=NAMES[index])
    if occupant is None:
        raise BadText("stratego.not_a_lake_cell", column=column, square=NAMES[index])
    return occupant
