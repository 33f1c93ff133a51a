"""Armies as texts: read, written, checked and put on the board.

The text of an army has four rows of ten letters with `/` between them, front row first, each from its owner's left to
right. `A` is an empty square, and both sides use Red's letters. The same text therefore serves both sides: the first
letter is a4 for Red and j7 for Blue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from damero.domain.errors import BadPosition, BadText, check_text
from damero.domain.game import Seat, Shuffle
from damero.domain.stratego.board import SIZE, SQUARES, Board, Piece, Square, zone_rows
from damero.domain.stratego.letters import RANK_LETTERS
from damero.domain.stratego.notation import EMPTY, RANKS
from damero.domain.stratego.position import Position, begun
from damero.domain.stratego.rules import Rank, Rules, Side


def army_places(rules: Rules, side: Side) -> tuple[Square, ...]:
    """The squares of a side's zone in the order of an army's text."""
    rows = zone_rows(rules, side)
    places = tuple(place for place in SQUARES if place.row in rows)
    return places if side is Side.RED else places[::-1]


def read_army(rules: Rules, text: str) -> tuple[Rank | None, ...]:
    """The ranks in an army's text, None for an empty square. The army may be incomplete."""
    rows = check_text(text).strip().split("/")
    if len(rows) != rules.zone_rows or any(len(row) != SIZE for row in rows):
        raise BadText("stratego.army_rows", rows=rules.zone_rows, letters=SIZE)
    for column, letter in enumerate(text.strip(), start=1):
        if letter not in RANKS and letter not in (EMPTY, "/"):
            raise BadText("stratego.bad_rank", column=column, letter=letter)
    return tuple(RANKS.get(letter) for row in rows for letter in row)


def write_army(ranks: Sequence[Rank | None]) -> str:
    letters = "".join(RANK_LETTERS[rank] if rank is not None else EMPTY for rank in ranks)
    return "/".join(letters[start : start + SIZE] for start in range(0, len(letters), SIZE))


def army_of(board: Board, side: Side) -> str:
    """The text of a side's army on a board."""
    placed = (board.piece_at(place) for place in army_places(board.rules, side))
    return write_army([piece.rank if piece else None for piece in placed])


def check_army(rules: Rules, side: Side, text: str) -> None:
    """Refuse an army with too many or too few pieces of a rank. The squares of a rank with too many are named."""
    ranks = read_army(rules, text)
    placed = Counter(rank for rank in ranks if rank is not None)
    for rank in Rank:
        fault = placed[rank] - rules.count(rank)
        if fault:
            places = zip(army_places(rules, side), ranks, strict=True)
            squares = tuple(place.name for place, standing in places if standing is rank and fault > 0)
            code = "TOO_MANY" if fault > 0 else "SETUP_INCOMPLETE"
            raise BadPosition(
                "stratego.army_count",
                code=code,
                squares=squares,
                wanted=rules.count(rank),
                rank=rank.name.lower(),
                count=placed[rank],
            )


def mirror(rules: Rules, text: str) -> str:
    """The army with left and right exchanged."""
    read_army(rules, text)
    return "/".join(row[::-1] for row in text.strip().split("/"))


def fill(rules: Rules, text: str, shuffle: Shuffle) -> str:
    """Complete an army at random: the missing pieces go to empty squares."""
    ranks = read_army(rules, text)
    missing = Counter(dict(rules.army))
    missing.subtract(rank for rank in ranks if rank is not None)
    if any(count < 0 for count in missing.values()):
        rank = next(rank for rank, count in missing.items() if count < 0)
        raise BadPosition("stratego.too_many_of_rank", code="TOO_MANY", rank=rank.name.lower())
    empty = [index for index, rank in enumerate(ranks) if rank is None]
    given = dict(zip(shuffle(empty), missing.elements(), strict=False))
    return write_army([given.get(index, rank) for index, rank in enumerate(ranks)])


def shuffled(text: str, shuffle: Shuffle) -> str:
    """The pieces of an army on random squares. Every arrangement is equally likely."""
    letters: Sequence[str] = shuffle(text.replace("/", ""))
    return "/".join("".join(letters[start : start + SIZE]) for start in range(0, len(letters), SIZE))


def assemble(rules: Rules, armies: Mapping[Seat, str]) -> Position:
    """The first position of a game between these armies."""
    board = Board.create_empty(rules)
    cells = list(board.cells)
    for side in Side:
        if side not in armies:
            raise BadPosition("army.missing", code="NO_ARMY", seat=side.value)
        text = armies[side]
        check_army(rules, side, text)
        for place, rank in zip(army_places(rules, side), read_army(rules, text), strict=True):
            cells[place.cell] = Piece(rank, side) if rank is not None else None
    return begun(Board(tuple(cells), rules))
