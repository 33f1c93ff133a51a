"""Every test category and example of the Spanish draughts document, under `spanish`."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at

from damero.domain import reasons
from damero.domain.draughts import (
    Board,
    Move,
    Piece,
    PieceType,
    Player,
    apply_move,
    is_game_over,
    king,
    legal_moves,
    man,
)
from damero.domain.draughts.variants import SPANISH
from damero.domain.errors import BadPosition, IllegalMove
from damero.domain.game import Outcome

WHITE, BLACK = Player.WHITE, Player.BLACK
EMPTY = Board.create_empty()


class TestBoardCreation:
    def test_black_starts_on_rows_0_to_2_and_white_on_rows_5_to_7(self) -> None:
        board = Board.create_initial()
        for row in range(8):
            for column in range(8):
                dark = (row + column) % 2 == 1
                owner = BLACK if row <= 2 else WHITE if row >= 5 else None
                expected = man(owner) if dark and owner else None
                assert board.get(row, column) == expected

    def test_the_board_holds_twelve_men_of_each_side(self) -> None:
        board = Board.create_initial()
        assert [board.force(player).men for player in Player] == [12, 12]
        assert [board.force(player).kings for player in Player] == [0, 0]

    def test_the_board_is_eight_by_eight(self) -> None:
        assert Board.create_initial().size == 8

    @pytest.mark.parametrize("place", [(-1, 0), (0, -1), (8, 1), (1, 8)])
    def test_a_place_off_the_board_is_refused(self, place: tuple[int, int]) -> None:
        with pytest.raises(BadPosition, match="OFF_BOARD"):
            EMPTY.get(*place)
        with pytest.raises(BadPosition, match="OFF_BOARD"):
            EMPTY.set(*place, man(WHITE))

    def test_a_light_square_is_always_empty_and_cannot_be_filled(self) -> None:
        assert Board.create_initial().get(0, 0) is None
        with pytest.raises(BadPosition, match="LIGHT_SQUARE"):
            EMPTY.set(0, 0, man(WHITE))

    def test_set_gives_a_new_board_and_leaves_the_old_one(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE))
        assert board.get(5, 2) == Piece(WHITE, PieceType.MAN)
        assert EMPTY.get(5, 2) is None
        assert board.set(5, 2, None) == EMPTY

    @pytest.mark.parametrize(("square", "place"), [(1, (0, 1)), (4, (0, 7)), (5, (1, 0)), (12, (2, 7)), (32, (7, 6))])
    def test_a_square_number_and_its_row_and_column_are_the_same_square(
        self, square: int, place: tuple[int, int]
    ) -> None:
        assert EMPTY.place(square, king(BLACK)) == EMPTY.set(*place, king(BLACK))
        assert EMPTY.set(*place, king(BLACK)).at(square) == king(BLACK)


class TestSimpleMoves:
    def test_a_white_man_moves_one_row_up(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE))
        assert set(legal_moves(board, WHITE)) == {Move.simple(5, 2, 4, 1), Move.simple(5, 2, 4, 3)}

    def test_a_black_man_moves_one_row_down(self) -> None:
        board = EMPTY.set(2, 3, man(BLACK))
        assert set(legal_moves(board, BLACK)) == {Move.simple(2, 3, 3, 2), Move.simple(2, 3, 3, 4)}

    def test_a_man_at_the_edge_has_one_way(self) -> None:
        assert legal_moves(EMPTY.set(5, 0, man(WHITE)), WHITE) == (Move.simple(5, 0, 4, 1),)

    def test_a_man_does_not_move_onto_its_own_pieces(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE)).set(4, 1, man(WHITE)).set(4, 3, man(WHITE))
        assert all(move.from_place != (5, 2) for move in legal_moves(board, WHITE))

    def test_a_king_goes_any_number_of_empty_squares_in_all_four_directions(self) -> None:
        board = EMPTY.set(4, 3, king(WHITE))
        up_left, up_right = {(3, 2), (2, 1), (1, 0)}, {(3, 4), (2, 5), (1, 6), (0, 7)}
        down_left, down_right = {(5, 2), (6, 1), (7, 0)}, {(5, 4), (6, 5), (7, 6)}
        moves = legal_moves(board, WHITE)
        assert {move.to_place for move in moves} == up_left | up_right | down_left | down_right
        assert not any(move.is_capture for move in moves)

    def test_a_king_is_stopped_by_its_own_piece(self) -> None:
        board = EMPTY.set(4, 3, king(WHITE)).set(2, 5, man(WHITE))
        reached = {move.to_place for move in legal_moves(board, WHITE) if move.from_place == (4, 3)}
        assert (3, 4) in reached
        assert not reached & {(2, 5), (1, 6), (0, 7)}


class TestCaptureMoves:
    def test_man_capture_when_opponent_adjacent_returns_only_the_capture(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE)).set(4, 3, man(BLACK))
        (move,) = legal_moves(board, WHITE)
        assert move.is_capture
        assert move.captured_positions == ((4, 3),)
        assert (move.from_place, move.to_place) == ((5, 2), (3, 4))

    def test_multi_capture_when_a_chain_is_available_returns_the_full_chain(self) -> None:
        board = EMPTY.set(6, 1, man(WHITE)).set(5, 2, man(BLACK)).set(3, 4, man(BLACK))
        (move,) = legal_moves(board, WHITE)
        assert move == Move.capture(6, 1, 2, 5, (5, 2), (3, 4))
        assert move.captured_positions == ((5, 2), (3, 4))
        after = apply_move(board, move)
        assert after == EMPTY.set(2, 5, man(WHITE))

    def test_the_same_chain_has_square_numbers(self) -> None:
        (move,) = at("spanish", "W:W25:B22,15").legal_moves()
        assert str(move) == "25x18x11"
        assert move.captured == (22, 15)

    def test_a_man_does_not_capture_backward(self) -> None:
        board = EMPTY.set(3, 2, man(WHITE)).set(4, 3, man(BLACK))
        assert not any(move.is_capture for move in legal_moves(board, WHITE))

    def test_a_man_needs_an_empty_square_behind(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE)).set(4, 3, man(BLACK)).set(3, 4, man(BLACK))
        assert legal_moves(board, WHITE) == (Move.simple(5, 2, 4, 1),)

    def test_a_king_captures_at_any_distance_and_lands_anywhere_beyond(self) -> None:
        board = EMPTY.set(7, 0, king(WHITE)).set(4, 3, man(BLACK))
        captures = legal_moves(board, WHITE)
        assert {move.to_place for move in captures} == {(3, 4), (2, 5), (1, 6), (0, 7)}
        assert {move.captured_positions for move in captures} == {((4, 3),)}

    def test_two_pieces_in_a_row_stop_a_king(self) -> None:
        board = EMPTY.set(7, 0, king(WHITE)).set(4, 3, man(BLACK)).set(3, 4, man(BLACK))
        assert {move.to_place for move in legal_moves(board, WHITE)} == {(6, 1), (5, 2)}


class TestMandatoryCapture:
    def test_only_captures_are_returned_when_one_is_available(self) -> None:
        board = Board.create_initial().set(4, 3, man(BLACK))
        moves = legal_moves(board, WHITE)
        assert {move.from_place for move in moves} == {(5, 2), (5, 4)}
        assert all(move.is_capture for move in moves)

    def test_any_capture_may_be_chosen_the_short_one_too(self) -> None:
        board = EMPTY.set(6, 1, man(WHITE)).set(5, 2, man(BLACK)).set(3, 4, man(BLACK))
        board = board.set(5, 4, man(WHITE)).set(4, 5, man(BLACK))
        assert {len(move.captured) for move in legal_moves(board, WHITE)} == {1, 2}

    def test_a_chain_cannot_be_broken_off(self) -> None:
        board = EMPTY.set(6, 1, man(WHITE)).set(5, 2, man(BLACK)).set(3, 4, man(BLACK))
        with pytest.raises(IllegalMove):
            apply_move(board, Move.capture(6, 1, 4, 3, (5, 2)))

    def test_a_simple_move_is_refused_while_a_capture_is_due(self) -> None:
        board = EMPTY.set(5, 2, man(WHITE)).set(4, 3, man(BLACK))
        with pytest.raises(IllegalMove):
            apply_move(board, Move.simple(5, 2, 4, 1))


class TestPromotion:
    @pytest.mark.parametrize(("owner", "start", "end"), [(WHITE, (1, 2), (0, 3)), (BLACK, (6, 1), (7, 2))])
    def test_a_man_becomes_a_king_on_the_opposite_row(
        self, owner: Player, start: tuple[int, int], end: tuple[int, int]
    ) -> None:
        board = EMPTY.set(*start, man(owner))
        after = apply_move(board, Move.simple(*start, *end))
        assert after.get(*end) == king(owner)
        assert after.get(*start) is None

    def test_a_man_that_captures_onto_the_opposite_row_becomes_a_king(self) -> None:
        board = EMPTY.set(2, 1, man(WHITE)).set(1, 2, man(BLACK))
        assert apply_move(board, Move.capture(2, 1, 0, 3, (1, 2))).get(0, 3) == king(WHITE)

    def test_its_turn_ends_there(self) -> None:
        board = EMPTY.set(2, 1, man(WHITE)).set(1, 2, man(BLACK)).set(1, 4, man(BLACK))
        (move,) = legal_moves(board, WHITE)
        assert (move.to_place, move.captured_positions, move.promotes) == ((0, 3), ((1, 2),), True)

    def test_no_man_becomes_a_king_elsewhere(self) -> None:
        board = EMPTY.set(3, 2, man(WHITE))
        assert apply_move(board, Move.simple(3, 2, 2, 3)).get(2, 3) == man(WHITE)


class TestGameOver:
    def test_a_side_without_pieces_loses(self) -> None:
        assert at("spanish", "B:W21:B").outcome == Outcome("white", reasons.NO_PIECES)
        assert is_game_over(EMPTY.set(5, 0, man(WHITE)))

    def test_a_side_without_moves_loses(self) -> None:
        assert at("spanish", "W:W5:B1,9").outcome == Outcome("black", reasons.NO_MOVES)
        blocked = EMPTY.set(1, 0, man(WHITE)).set(0, 1, king(BLACK))
        assert is_game_over(blocked, WHITE)
        assert not is_game_over(blocked, BLACK)

    def test_the_start_is_not_over(self) -> None:
        assert not is_game_over(Board.create_initial())

    def test_both_sides_stuck_is_no_draw_because_the_side_to_move_has_already_lost(self) -> None:
        """The document's draw "both players have no moves" cannot be reached: only the side to move is tested."""
        for turn, winner in (("W", "black"), ("B", "white")):
            stuck = at("spanish", f"{turn}:W17-24:B9-16")
            assert not any(legal_moves(stuck.board, player, SPANISH) for player in Player)
            assert stuck.outcome == Outcome(winner, reasons.NO_MOVES)


def test_applying_a_move_from_an_empty_square_is_refused() -> None:
    with pytest.raises(IllegalMove, match="NO_PIECE_AT_SOURCE"):
        apply_move(EMPTY, Move.simple(5, 2, 4, 3))
