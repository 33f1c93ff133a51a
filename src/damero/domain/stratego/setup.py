"""Setting up: one piece at a time on a board, or a whole army by its text.

The text of an army is its four rows of ten letters with `/` between, front row first, each from its owner's left to
right; `A` is an empty square, and the letters are Red's for either side. So the same text serves both: Red's first
letter stands on a4, Blue's on j7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from damero.domain.errors import BadPosition, BadText, IllegalMove
from damero.domain.game import Seat, Shuffle
from damero.domain.stratego.board import POSITIONS, SIZE, Board, Piece, Position, zone_rows
from damero.domain.stratego.notation import EMPTY, RANK_LETTERS, RANKS
from damero.domain.stratego.position import GamePhase, GameState, ValidationResult, begun
from damero.domain.stratego.rules import PlayerSide, Rank, Rules
from damero.domain.stratego.variants import STRATEGO


@dataclass(frozen=True, slots=True)
class PlacePiece:
    piece: Piece
    pos: Position


def empty_setup(rules: Rules = STRATEGO) -> GameState:
    """An empty board on which both sides may place their pieces."""
    return GameState(Board.create_empty(rules), GamePhase.SETUP)


def validate_placement(state: GameState, placement: PlacePiece) -> ValidationResult:
    return ValidationResult.INVALID if why_not_placed(state, placement) else ValidationResult.OK


def why_not_placed(state: GameState, placement: PlacePiece) -> IllegalMove | None:
    """Why a placement is refused, or nothing if it is allowed."""
    board, side, rank, place = state.board, placement.piece.side, placement.piece.rank, placement.pos
    if state.phase is not GamePhase.SETUP:
        return _refusal("SETUP_IS_OVER", "Pieces are placed only before the game begins.", place)
    if not place.is_on_board:
        return IllegalMove(f"{place.name} is not on the board.", code="OFF_BOARD")
    if board.is_lake(place):
        return _refusal("LAKE", f"{place.name} is a lake.", place)
    if not board.is_in_setup_zone(place, side):
        return _refusal("OUTSIDE_ZONE", f"{place.name} is outside {side}'s zone.", place)
    if board.piece_at(place) is not None:
        return _refusal("OCCUPIED", f"A piece stands on {place.name} already.", place)
    if _ranks_of(board, side)[rank] >= state.rules.count(rank):
        name = rank.name.lower()
        return _refusal("TOO_MANY", f"{side.capitalize()} has no more pieces of the rank {name} to place.", place)
    return None


def place_piece(state: GameState, placement: PlacePiece) -> GameState:
    fault = why_not_placed(state, placement)
    if fault is not None:
        raise fault
    return replace(state, board=state.board.place(placement.pos, placement.piece))


def remove_piece(state: GameState, pos: Position) -> GameState:
    _placed(state, pos)
    return replace(state, board=state.board.place(pos, None))


def swap_pieces(state: GameState, first: Position, second: Position) -> GameState:
    """Exchange two placed pieces of one side, or take a piece to an empty square of its zone."""
    piece, other = _placed(state, first), state.board.piece_at(second)
    lifted = remove_piece(state, first)
    if other is None:
        return place_piece(lifted, PlacePiece(piece, second))
    if other.side is not piece.side:
        raise _refusal("NOT_YOUR_PIECE", "Only pieces of one side can be exchanged.", first, second)
    cleared = remove_piece(lifted, second)
    return place_piece(place_piece(cleared, PlacePiece(piece, second)), PlacePiece(other, first))


def _placed(state: GameState, pos: Position) -> Piece:
    if state.phase is not GamePhase.SETUP:
        raise _refusal("SETUP_IS_OVER", "Pieces are placed only before the game begins.", pos)
    piece = state.board.piece_at(pos)
    if piece is None:
        raise _refusal("NO_PIECE_AT_SOURCE", f"There is no piece on {pos.name}.", pos)
    return piece


def _refusal(code: str, sentence: str, *places: Position) -> IllegalMove:
    return IllegalMove(sentence, code=code, squares=tuple(place.name for place in places))


def _ranks_of(board: Board, side: PlayerSide) -> Counter[Rank]:
    return Counter(piece.rank for _, piece in board.pieces_of(side))


def is_setup_complete(state: GameState) -> bool:
    """Both sides have placed exactly their army."""
    army = Counter(dict(state.rules.army))
    return all(_ranks_of(state.board, side) == army for side in PlayerSide)


def begin(state: GameState) -> GameState:
    """The game that follows a complete set-up."""
    if not is_setup_complete(state):
        raise IllegalMove("Both sides must place all their pieces first.", code="SETUP_INCOMPLETE")
    return begun(state.board)


def army_places(rules: Rules, side: PlayerSide) -> tuple[Position, ...]:
    """The squares of a side's zone in the order of an army's text."""
    rows = zone_rows(rules, side)
    places = tuple(place for place in POSITIONS if place.row in rows)
    return places if side is PlayerSide.RED else places[::-1]


def read_army(rules: Rules, text: str) -> tuple[Rank | None, ...]:
    """The ranks of an army's text, which may be incomplete but not too strong."""
    rows = text.strip().split("/")
    if len(rows) != rules.zone_rows or any(len(row) != SIZE for row in rows):
        raise BadText(f"an army has {rules.zone_rows} rows of {SIZE} letters with / between, front row first.")
    for column, letter in enumerate(text.strip(), start=1):
        if letter not in RANKS and letter not in (EMPTY, "/"):
            raise BadText(f"{letter!r} is no rank: write A (empty) or B to M.", column=column)
    return tuple(RANKS.get(letter) for row in rows for letter in row)


def write_army(ranks: Sequence[Rank | None]) -> str:
    letters = "".join(RANK_LETTERS[rank] if rank is not None else EMPTY for rank in ranks)
    return "/".join(letters[start : start + SIZE] for start in range(0, len(letters), SIZE))


def army_of(board: Board, side: PlayerSide) -> str:
    """The text of what a side has placed."""
    placed = (board.piece_at(place) for place in army_places(board.rules, side))
    return write_army([piece.rank if piece else None for piece in placed])


def check_army(rules: Rules, side: PlayerSide, text: str) -> None:
    """Refuse an army that is not exactly the right one; the squares named are those with too many of a rank."""
    ranks = read_army(rules, text)
    placed = Counter(rank for rank in ranks if rank is not None)
    for rank in Rank:
        fault = placed[rank] - rules.count(rank)
        if fault:
            wanted = f"{rules.count(rank)} of the rank {rank.name.lower()}, and this has {placed[rank]}"
            places = zip(army_places(rules, side), ranks, strict=True)
            squares = tuple(place.name for place, standing in places if standing is rank and fault > 0)
            code = "TOO_MANY" if fault > 0 else "SETUP_INCOMPLETE"
            raise BadPosition(f"An army has {wanted}.", code=code, squares=squares)


def mirror(rules: Rules, text: str) -> str:
    """The army with left and right exchanged."""
    read_army(rules, text)
    return "/".join(row[::-1] for row in text.strip().split("/"))


def fill(rules: Rules, text: str, shuffle: Shuffle) -> str:
    """An incomplete army completed by lot: what is missing goes to empty squares."""
    ranks = read_army(rules, text)
    missing = Counter(dict(rules.army))
    missing.subtract(rank for rank in ranks if rank is not None)
    if any(count < 0 for count in missing.values()):
        rank = next(rank for rank, count in missing.items() if count < 0)
        raise BadPosition(f"This army has too many pieces of the rank {rank.name.lower()}.", code="TOO_MANY")
    empty = [index for index, rank in enumerate(ranks) if rank is None]
    given = dict(zip(shuffle(empty), missing.elements(), strict=False))
    return write_army([given.get(index, rank) for index, rank in enumerate(ranks)])


def shuffled(text: str, shuffle: Shuffle) -> str:
    """The pieces of an army on squares drawn by lot: every arrangement is equally likely."""
    letters: Sequence[str] = shuffle(text.replace("/", ""))
    return "/".join("".join(letters[start : start + SIZE]) for start in range(0, len(letters), SIZE))


def assemble(rules: Rules, armies: Mapping[Seat, str]) -> GameState:
    """The first position of a game between these armies."""
    board = Board.create_empty(rules)
    cells = list(board.cells)
    for side in PlayerSide:
        text = armies[side]
        check_army(rules, side, text)
        for place, rank in zip(army_places(rules, side), read_army(rules, text), strict=True):
            cells[place.cell] = Piece(rank, side) if rank is not None else None
    return begun(Board(tuple(cells), rules))
