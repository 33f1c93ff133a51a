"""What holds in every position of every variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.draughts.boards import any_position, played_position
from tests.plies import move_texts

from damero.domain.draughts import notation, position
from damero.domain.draughts.board import Piece, PieceType, geometry
from damero.domain.draughts.moves import Move
from damero.domain.draughts.position import Position
from damero.domain.draughts.rules import Duty, Player
from damero.domain.draughts.validation import MoveRequest, validate_move
from damero.domain.draughts.variants import SPANISH
from damero.domain.errors import BadText, DameroError, IllegalMove
from damero.domain.game import next_squares

POSITIONS = st.one_of(any_position(), played_position())
relaxed = settings(deadline=None, max_examples=60)
Result = TypeVar("Result")

REFUSALS = {
    "GAME_NOT_ACTIVE",
    "NO_PIECE_AT_SOURCE",
    "NOT_YOUR_PIECE",
    "CAPTURE_REQUIRED",
    "MAX_CAPTURE_VIOLATION",
    "INVALID_CAPTURE_PATH",
    "ILLEGAL_MOVEMENT",
}


def tried(action: Callable[[], Result]) -> Result | DameroError:
    try:
        return action()
    except DameroError as refusal:
        return refusal


@relaxed
@given(POSITIONS, st.data())
def test_play_accepts_exactly_the_legal_moves(of: Position, data: st.DataObject) -> None:
    """Any two squares: they are accepted when one legal move fits them, and refused when none or several do."""
    squares = st.integers(0, len(of.board.cells))
    own = [square for square, _ in of.board.pieces_of(of.turn)]
    origin = data.draw(st.sampled_from(own) | squares if own else squares)
    destination = data.draw(squares)
    fitting = {move for move in of.legal_moves() if (move.origin, move.destination) == (origin, destination)}
    answer = validate_move(of, MoveRequest(origin, destination))
    if len(fitting) == 1:
        assert answer in fitting
    else:
        assert isinstance(answer, IllegalMove)
        assert answer.code in REFUSALS
    if not fitting:
        assert isinstance(tried(lambda: of.play(Move((origin, destination)))), IllegalMove)


@relaxed
@given(POSITIONS)
def test_every_legal_move_is_accepted_as_a_value_as_its_text_and_as_its_squares(of: Position) -> None:
    for move in of.routes():
        after = of.play(move)
        assert after == of.play(str(move)) == of.play(of.find(move.squares))
        assert move_texts(after) == (*move_texts(of), str(move))
        assert of.read_move(str(move)) == move


@relaxed
@given(POSITIONS)
def test_a_move_that_takes_something_else_than_it_says_is_refused(of: Position) -> None:
    for move in of.legal_moves():
        with pytest.raises(IllegalMove):
            of.play(Move(move.path, (*move.captured, 1000), size=move.size))


@relaxed
@given(POSITIONS, st.lists(st.integers(-1, 60), min_size=2, max_size=4))
def test_a_refusal_changes_nothing(of: Position, squares: list[int]) -> None:
    text, legal, outcome = of.text, of.legal_moves(), of.outcome
    request = MoveRequest.along(tuple(squares))
    first, second = validate_move(of, request), validate_move(of, request)
    assert (of.text, of.legal_moves(), of.outcome) == (text, legal, outcome)
    assert str(first) == str(second)


@relaxed
@given(POSITIONS)
def test_a_position_comes_back_from_its_text(of: Position) -> None:
    again = position.read_position(of.rules, of.text)
    assert (again.board, again.turn, again.text) == (of.board, of.turn, of.text)
    assert set(again._moves) == set(of._moves)


@relaxed
@given(POSITIONS)
def test_the_same_position_gives_the_same_moves_in_the_same_order(of: Position) -> None:
    again = Position(of.rules, of.board, of.turn)
    assert [move.path for move in again._routes] == [move.path for move in of._routes]
    assert len(set(of.legal_moves())) == len(of.legal_moves())


@relaxed
@given(POSITIONS)
def test_pieces_never_appear_and_only_what_was_jumped_leaves(of: Position) -> None:
    for move in of.legal_moves():
        after, mover = of.play(move), of.board.at(move.origin)
        assert mover is not None
        taken = [of.board.at(square) for square in move.captured]
        assert all(piece is not None and piece.owner is of.turn.opponent for piece in taken)
        assert len(set(move.captured)) == len(move.captured)
        assert after.board.force(of.turn).pieces == of.board.force(of.turn).pieces
        assert after.board.force(of.turn.opponent).pieces == of.board.force(of.turn.opponent).pieces - len(taken)
        assert after.board.at(move.destination) == (mover.crowned() if move.promotes else mover)
        assert len(after.taken) == len(of.taken) + len(taken)


@relaxed
@given(POSITIONS)
def test_a_captured_king_leaves_no_crown(of: Position) -> None:
    enemy = of.turn.opponent
    for move in of.legal_moves():
        kings = {square for square, piece in of.play(move).board.pieces_of(enemy) if piece.is_king}
        before = {square for square, piece in of.board.pieces_of(enemy) if piece.is_king}
        assert kings == before - set(move.captured)


@relaxed
@given(POSITIONS)
def test_no_man_ever_stands_on_its_crown_row(of: Position) -> None:
    for move in of.legal_moves():
        board = of.play(move).board
        for player in Player:
            rows = geometry(board.size).crown_rows[player]
            assert all(piece.is_king for square, piece in board.pieces_of(player) if square in rows)


@relaxed
@given(POSITIONS)
def test_a_possible_capture_binds_the_side_or_the_piece(of: Position) -> None:
    legal = of.legal_moves()
    takers = {move.origin for move in legal if move.is_capture}
    quiet = {move.origin for move in legal if not move.is_capture}
    assert not takers & quiet
    assert of.rules.duty is Duty.PIECE or not (takers and quiet)


@relaxed
@given(POSITIONS)
def test_hop_by_hop_one_comes_to_exactly_the_legal_moves(of: Position) -> None:
    routes = of.routes()
    done: set[Move] = set()
    started: list[tuple[str, ...]] = [(square,) for square in next_squares(routes, ())]
    while started:
        touched = started.pop()
        done |= {move for move in routes if move.squares == touched}
        started += [(*touched, square) for square in next_squares(routes, touched)]
    assert done == set(of.legal_moves())


@relaxed
@given(POSITIONS)
def test_the_side_to_move_is_nobody_exactly_when_the_game_is_over(of: Position) -> None:
    assert (of.to_move is None) == (of.outcome is not None) == (not of.legal_moves())
    assert of.to_move in (None, of.turn.value)


@relaxed
@given(any_position(), st.integers(0, 60), st.sampled_from(["man", "king"]), st.sampled_from(Player))
def test_a_piece_too_many_is_refused_or_stands(of: Position, square: int, kind: str, owner: Player) -> None:
    """Setting one more piece gives a position with it, or an error with a code: nothing in between."""
    standing = [(at, piece) for player in Player for at, piece in of.board.pieces_of(player)]
    piece = Piece(owner, PieceType(kind))
    made = tried(lambda: position.set_up(of.rules, [*standing, (square, piece)], of.turn))
    if isinstance(made, DameroError):
        assert made.code in {"OFF_BOARD", "SQUARE_TAKEN_TWICE", "MAN_ON_CROWN_ROW"}
    else:
        assert made.board == of.board.place(square, piece)


@relaxed
@given(st.text(alphabet="WBK:,-0123456789. ", max_size=30))
def test_any_text_is_a_position_or_a_bad_text(text: str) -> None:
    read = tried(lambda: position.read_position(SPANISH, text))
    if isinstance(read, Position):
        assert position.read_position(SPANISH, read.text) == read
    else:
        assert isinstance(read, BadText)
        assert 1 <= read.column <= len(text) + 2


@relaxed
@given(st.text(alphabet="0123456789abcdefghx-: ", max_size=12))
def test_any_text_is_a_move_or_a_bad_text(text: str) -> None:
    read = tried(lambda: notation.read_move(text, SPANISH))
    if isinstance(read, DameroError):
        assert isinstance(read, BadText)
        assert 1 <= read.column <= len(text) + 1
    else:
        assert len(read.path) >= (1 if read.file else 2)
        assert read.says_capture == bool({"x", ":"} & set(text))


@relaxed
@given(POSITIONS)
def test_the_text_of_a_legal_move_means_the_same_whether_it_is_found_or_read(of: Position) -> None:
    for move in of.routes():
        written = notation.read_move(str(move), of.rules)
        assert of.read_move(str(move)) == of.move_of(written)
