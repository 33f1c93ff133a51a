"""Every step of the Drafti validation algorithm, its eight codes and their order, under `drafti`."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at, texts
from tests.plies import move_texts

from damero.domain import reasons
from damero.domain.draughts import Move, MoveRequest, Player, Position, validate_move
from damero.domain.draughts.moves import all_captures
from damero.domain.errors import IllegalMove
from damero.domain.game import Outcome

CODES = (
    "GAME_NOT_ACTIVE",
    "INVALID_TURN",
    "NO_PIECE_AT_SOURCE",
    "NOT_YOUR_PIECE",
    "CAPTURE_REQUIRED",
    "MAX_CAPTURE_VIOLATION",
    "INVALID_CAPTURE_PATH",
    "ILLEGAL_MOVEMENT",
)


def refused(state: Position, *path: int, player: Player | None = None, says_capture: bool = False) -> IllegalMove:
    answer = validate_move(state, MoveRequest.along(path, player=player, says_capture=says_capture))
    assert isinstance(answer, IllegalMove)
    return answer


def accepted(state: Position, *path: int) -> Move:
    answer = validate_move(state, MoveRequest.along(path))
    assert isinstance(answer, Move)
    return answer


class TestStep1GameState:
    def test_a_move_in_a_finished_game_is_refused(self) -> None:
        over = at("drafti", "W:W:B10")
        assert refused(over, 21, 17).code == "GAME_NOT_ACTIVE"
        assert refused(over, 21, 17).sentence == "The game is over (no pieces)."

    def test_a_drawn_game_is_not_active_either(self) -> None:
        drawn = at("drafti-federation", "W:WK1:BK32")
        assert drawn.outcome == Outcome(None, reasons.MATERIAL)
        assert refused(drawn, 1, 5).code == "GAME_NOT_ACTIVE"


class TestStep2Turn:
    def test_a_player_out_of_turn_is_refused(self) -> None:
        refusal = refused(at("drafti", "W:W21:B1"), 1, 5, player=Player.BLACK)
        assert (refusal.code, refusal.sentence) == ("INVALID_TURN", "It is White's turn.")

    def test_the_player_whose_turn_it_is_may_move(self) -> None:
        request = MoveRequest(21, 17, player=Player.WHITE)
        assert validate_move(at("drafti", "W:W21:B1"), request) == Move((21, 17))


class TestStep3Ownership:
    def test_an_empty_source_is_refused(self) -> None:
        refusal = refused(at("drafti", "W:W21:B1"), 18, 14)
        assert (refusal.code, refusal.squares) == ("NO_PIECE_AT_SOURCE", ("18",))
        assert refusal.sentence == "There is no piece on 18."

    @pytest.mark.parametrize("source", [0, -1, 33, 999])
    def test_a_source_off_the_board_is_refused_as_empty(self, source: int) -> None:
        assert refused(at("drafti", "W:W21:B1"), source, 14).code == "NO_PIECE_AT_SOURCE"

    def test_a_piece_of_the_opponent_is_refused(self) -> None:
        refusal = refused(at("drafti", "W:W21:B1"), 1, 5)
        assert (refusal.code, refusal.squares) == ("NOT_YOUR_PIECE", ("1",))


class TestSteps4And5MandatoryCapture:
    def test_a_quiet_move_is_refused_while_any_piece_can_capture(self) -> None:
        refusal = refused(at("drafti", "W:W22,32:B18"), 32, 28)
        assert refusal.code == "CAPTURE_REQUIRED"
        assert refusal.sentence == "You must capture: 22 takes 18."
        assert refusal.squares == ("22", "18")

    def test_the_piece_that_was_touched_is_named_first_if_it_can_capture(self) -> None:
        refusal = refused(at("drafti", "W:W22,24:B18,19"), 24, 20)
        assert refusal.sentence == "You must capture: 24 takes 19."

    def test_a_move_that_is_no_move_at_all_still_meets_the_duty_first(self) -> None:
        assert refused(at("drafti", "W:W22,32:B18"), 32, 1).code == "CAPTURE_REQUIRED"

    def test_every_obliging_piece_is_told_up_to_three(self) -> None:
        refusal = refused(at("drafti", "W:W21,22,23,24,32:B17,18,19"), 32, 28)
        assert refusal.sentence.count("takes") == 3
        assert refusal.sentence.endswith(" ….")

    def test_a_complete_capture_of_fewer_pieces_than_possible_is_refused(self) -> None:
        state = at("drafti", "W:W25,24:B22,14,19")
        assert texts(state) == {"25x18x9"}
        refusal = refused(state, 24, 15)
        assert refusal.code == "MAX_CAPTURE_VIOLATION"
        assert (
            refusal.sentence == "24 to 15 is not allowed, because another capture takes priority: 25 takes 22 and 14."
        )
        assert refusal.squares == ("25", "22", "14")

    def test_a_longer_and_a_shorter_chain_of_one_piece(self) -> None:
        state = at("drafti", "W:W22:B17,18,11")
        assert texts(state) == {"22x15x8"}
        assert refused(state, 22, 13).code == "MAX_CAPTURE_VIOLATION"

    def test_a_small_capture_named_by_its_ends_alone_is_too_small_and_no_quiet_move(self) -> None:
        """Its ends are not on one line, so that nothing but the list of captures can tell."""
        state = at("drafti", "W:W22,32:B17,9,27,19,11")
        captures = all_captures(state.board, state.turn, state.rules)
        assert [move.captured for move in captures if move.path == (22, 13, 6)] == [(17, 9)]
        answer = validate_move(state, MoveRequest(22, 6))
        assert isinstance(answer, IllegalMove)
        assert answer.code == "MAX_CAPTURE_VIOLATION"


class TestStep6MoveType:
    def test_a_simple_move_is_allowed_when_there_is_no_capture(self) -> None:
        assert accepted(at("drafti", "W:W22:B1"), 22, 18) == Move((22, 18))

    def test_a_capture_is_allowed_when_it_is_among_the_available_ones(self) -> None:
        assert accepted(at("drafti", "W:W22:B18"), 22, 15).captured == (18,)


class TestStep7PieceRules:
    @pytest.mark.parametrize("destination", [26, 14, 22, 21, 33, 0])
    def test_a_man_moves_one_square_forward_diagonally_and_nowhere_else(self, destination: int) -> None:
        assert refused(at("drafti", "W:W22:B1"), 22, destination).code == "ILLEGAL_MOVEMENT"

    def test_a_man_captures_in_any_direction(self) -> None:
        assert texts(at("drafti", "W:W14:B9,10,17,18")) == {"14x5", "14x7", "14x21", "14x23"}

    def test_a_king_moves_any_diagonal_distance(self) -> None:
        assert accepted(at("drafti", "W:WK29:B1"), 29, 8) == Move((29, 8))

    def test_a_king_captures_with_a_landing_beyond(self) -> None:
        assert texts(at("drafti", "W:WK29:B15")) == {"29x11", "29x8", "29x4"}

    def test_a_move_onto_a_piece_is_refused(self) -> None:
        refusal = refused(at("drafti", "W:W22,18:B1"), 22, 18)
        assert (refusal.code, refusal.sentence) == ("ILLEGAL_MOVEMENT", "Square 18 is occupied.")

    def test_a_move_off_the_board_is_refused(self) -> None:
        assert refused(at("drafti", "W:W22:B1"), 22, 40).sentence == "There is no square 40."

    def test_a_move_to_a_square_out_of_reach_says_so(self) -> None:
        assert refused(at("drafti", "W:W22:B1"), 22, 14).sentence == "The man on 22 cannot go to 14."


class TestStep8CapturePath:
    def test_a_path_is_accepted_hop_by_hop(self) -> None:
        assert accepted(at("drafti", "W:W25:B22,14"), 25, 18, 9).captured == (22, 14)

    def test_a_capture_that_stops_early_is_refused_with_what_must_follow(self) -> None:
        refusal = refused(at("drafti", "W:W25:B22,14"), 25, 18)
        assert refusal.code == "INVALID_CAPTURE_PATH"
        assert refusal.sentence == "The capture must continue: 25x18x9."
        assert refusal.squares == ("25", "22", "14")

    def test_a_path_that_is_not_continuous_is_refused(self) -> None:
        assert refused(at("drafti", "W:W25:B22,14"), 25, 11, 9).code == "INVALID_CAPTURE_PATH"

    def test_a_hop_over_two_pieces_is_refused(self) -> None:
        assert refused(at("drafti", "W:WK29:B22,18"), 29, 15).code == "INVALID_CAPTURE_PATH"

    def test_a_hop_onto_an_occupied_square_is_refused(self) -> None:
        assert refused(at("drafti", "W:W22:B18,15"), 22, 15).code == "INVALID_CAPTURE_PATH"

    def test_a_piece_cannot_be_jumped_twice(self) -> None:
        """Around the ring 26, 18, 19, 27 and over 26 once more."""
        state = at("drafti", "W:W31:B26,18,19,27")
        ring = next(move for move in state.legal_moves() if set(move.captured) == {26, 18, 19, 27})
        assert ring.destination == 31
        assert refused(state, *ring.path, ring.path[1]).code == "INVALID_CAPTURE_PATH"

    def test_a_path_that_contradicts_its_ends_is_refused(self) -> None:
        answer = validate_move(at("drafti", "W:W25:B22,14"), MoveRequest(25, 10, path=(25, 18, 9)))
        assert isinstance(answer, IllegalMove)
        assert answer.code == "INVALID_CAPTURE_PATH"

    def test_the_ends_alone_are_accepted_when_one_move_fits(self) -> None:
        request = MoveRequest(25, 9)
        answer = validate_move(at("drafti", "W:W25:B22,14"), request)
        assert isinstance(answer, Move)
        assert answer.path == (25, 18, 9)

    def test_the_ends_alone_are_ambiguous_when_several_fit_and_the_choices_are_listed(self) -> None:
        state = at("russian", "W:WK22:B16,K24,25,K26")
        answer = validate_move(state, MoveRequest(22, 29))
        assert isinstance(answer, IllegalMove)
        assert answer.code == "INVALID_CAPTURE_PATH"
        for move in state.legal_moves():
            assert str(move) in answer.sentence

    def test_a_whole_path_of_two_squares_is_not_ambiguous(self) -> None:
        state = at("russian", "W:WK22:B16,K24,25,K26")
        assert accepted(state, 22, 29).captured == (25,)

    def test_two_paths_of_one_move_are_not_ambiguous(self) -> None:
        state = at("drafti", "W:WK4:BK13,K15,K25,26")
        paths = {route.path for route in state.routes()}
        assert len(paths) > len(state.legal_moves())
        for path in paths:
            assert accepted(state, *path).path == path

    def test_a_text_that_says_capture_and_takes_nothing_is_refused(self) -> None:
        assert refused(at("drafti", "W:W22:B1"), 22, 18, says_capture=True).code == "INVALID_CAPTURE_PATH"


class TestStep9Promotion:
    def test_a_man_that_ends_on_the_back_row_is_crowned(self) -> None:
        assert at("drafti", "W:W11:B7,28").play("11x2").text == "B:WK2:B28"

    def test_promotion_does_not_interrupt_a_capture(self) -> None:
        state = at("drafti", "W:W10:B7,8")
        assert texts(state) == {"10x3x12"}
        assert state.play("10x3x12").text == "B:W12:B"


class TestStep10Application:
    def test_the_move_is_applied_whole_and_the_turn_passes(self) -> None:
        after = at("drafti", "W:W25:B22,14,1").play("25x18x9")
        assert after.text == "B:W9:B1"
        assert move_texts(after) == ("25x18x9",)
        assert after.taken == ("black-man", "black-man")


class TestStep11GameEnd:
    def test_an_opponent_without_pieces_has_lost(self) -> None:
        assert at("drafti", "W:W22:B18").play("22x15").outcome == Outcome("white", reasons.NO_PIECES)

    def test_an_opponent_without_moves_has_lost(self) -> None:
        after = at("drafti", "W:W17,22,32:B13").play("32-28")
        assert after.outcome == Outcome("white", reasons.NO_MOVES)

    def test_an_opponent_with_a_move_plays_on(self) -> None:
        assert at("drafti", "W:W17,21,32:B13").play("32-28").outcome is None


class TestOrderOfTheCodes:
    """One request that deserves a refusal and all later ones gets the earlier: each state removes the first cause."""

    def test_a_finished_game_goes_before_the_turn(self) -> None:
        assert refused(at("drafti", "W:W:B1"), 32, 40, player=Player.BLACK).code == CODES[0]

    def test_the_turn_goes_before_the_empty_source(self) -> None:
        assert refused(at("drafti", "W:W22,32:B18"), 10, 40, player=Player.BLACK).code == CODES[1]

    def test_the_empty_source_goes_before_the_duty(self) -> None:
        assert refused(at("drafti", "W:W22,32:B18"), 10, 40).code == CODES[2]

    def test_the_wrong_owner_goes_before_the_duty(self) -> None:
        assert refused(at("drafti", "W:W22,32:B18"), 18, 40).code == CODES[3]

    def test_the_duty_goes_before_the_movement(self) -> None:
        assert refused(at("drafti", "W:W22,32:B18"), 32, 40).code == CODES[4]

    def test_the_longest_capture_goes_before_the_broken_path(self) -> None:
        state = at("drafti", "W:W25,24:B22,14,19")
        assert refused(state, 24, 15).code == CODES[5]
        assert refused(state, 24, 15, 8).code == CODES[6]

    def test_the_broken_path_goes_before_the_movement(self) -> None:
        assert refused(at("drafti", "W:W22:B18,15"), 22, 15).code == CODES[6]

    def test_what_is_left_is_an_illegal_movement(self) -> None:
        assert refused(at("drafti", "W:W22:B1"), 22, 23).code == CODES[7]


def test_a_duty_of_the_piece_binds_only_the_piece() -> None:
    state = at("checkers", "W:W22,32:B18")
    assert accepted(state, 32, 28) == Move((32, 28))
    assert refused(state, 22, 17).code == "CAPTURE_REQUIRED"
    assert refused(state, 32, 24).code == "ILLEGAL_MOVEMENT"


def test_the_same_state_and_request_give_the_same_answer() -> None:
    request = MoveRequest.along((24, 15))
    first, second = (validate_move(at("drafti", "W:W25,24:B22,14,19"), request) for _ in range(2))
    assert isinstance(first, IllegalMove)
    assert isinstance(second, IllegalMove)
    assert (first.code, first.sentence, first.squares) == (second.code, second.sentence, second.squares)
