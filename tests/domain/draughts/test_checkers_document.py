"""Every promise of the checkers document's sections 1 to 5, under `checkers`: states of dark, light and kings."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import texts

from damero.domain.draughts import Board, Player, State
from damero.domain.errors import BadPosition, IllegalMove

DARK, LIGHT = Player.BLACK, Player.WHITE


def state(dark: set[int], light: set[int], kings: set[int] | None = None) -> State:
    return State(frozenset(dark), frozenset(light), frozenset(kings or ()))


def moves(of: State, side: Player) -> set[str]:
    return texts(of.position(side))


class TestGenerationOfPossibleMoves:
    def test_the_starting_state_has_dark_on_1_to_12_and_light_on_21_to_32(self) -> None:
        assert State.of(Board.create_initial()) == state(set(range(1, 13)), set(range(21, 33)))

    def test_dark_moves_down_to_higher_numbers_and_light_up_to_lower_ones(self) -> None:
        alone = state(dark={10}, light={23})
        assert moves(alone, DARK) == {"10-14", "10-15"}
        assert moves(alone, LIGHT) == {"23-18", "23-19"}

    def test_the_moves_of_a_side_are_those_of_all_its_pieces(self) -> None:
        two = state(dark={9, 12}, light={29})
        assert moves(two, DARK) == {"9-13", "9-14", "12-16"}

    def test_a_man_moves_back_only_to_capture(self) -> None:
        assert moves(state(dark={32}, light={10}, kings={32}), LIGHT) == {"10-6", "10-7"}
        assert moves(state(dark={14}, light={10}), LIGHT) == {"10x17"}

    def test_a_capture_jumps_an_enemy_onto_the_empty_square_right_behind_it(self) -> None:
        assert moves(state(dark={1}, light={6}), DARK) == {"1x10"}
        blocked = state(dark={1, 10}, light={6})
        assert "1x10" not in moves(blocked, DARK)

    def test_a_chain_of_captures_is_one_move(self) -> None:
        assert moves(state(dark={1}, light={6, 15}), DARK) == {"1x10x19"}


class TestCapturePrioritization:
    def test_a_piece_that_can_capture_must(self) -> None:
        assert {move for move in moves(state(dark={9, 1}, light={14}), DARK) if move.startswith("9")} == {"9x18"}

    def test_the_other_pieces_may_still_move(self) -> None:
        assert moves(state(dark={9, 1}, light={14}), DARK) == {"9x18", "1-5", "1-6"}

    def test_any_of_its_captures_may_be_chosen(self) -> None:
        assert moves(state(dark={10}, light={14, 15, 23}), DARK) == {"10x17", "10x19x26"}


class TestKings:
    def test_a_piece_is_a_king_when_its_square_is_in_the_kings(self) -> None:
        man, king = state(dark={18}, light={13}), state(dark={18}, light={13}, kings={18})
        assert moves(man, DARK) == {"18-22", "18-23"}
        assert moves(king, DARK) > moves(man, DARK)

    def test_a_king_moves_forward_and_backward_over_any_number_of_empty_squares(self) -> None:
        lone = state(dark={18}, light={12}, kings={18})
        ways = {14, 9, 5, 15, 11, 8, 4, 22, 25, 29, 23, 27, 32}
        assert moves(lone, DARK) == {f"18-{square}" for square in ways}

    def test_a_king_is_stopped_by_a_piece_of_its_own(self) -> None:
        assert not moves(state(dark={18, 11}, light={13}, kings={18}), DARK) & {"18-11", "18-8", "18-4"}

    def test_a_king_captures_from_a_distance_and_lands_on_any_empty_square_beyond(self) -> None:
        assert moves(state(dark={29}, light={18}, kings={29}), DARK) == {"29x15", "29x11", "29x8", "29x4"}

    def test_a_king_captures_on_in_sequence(self) -> None:
        assert moves(state(dark={29}, light={22, 15}, kings={29}), DARK) == {"29x18x11", "29x18x8", "29x18x4"}

    def test_a_king_that_can_capture_must(self) -> None:
        assert not any("-" in move for move in moves(state(dark={29}, light={18}, kings={29}), DARK))


class TestBoardStateUpdate:
    def test_a_move_string_takes_the_piece_from_its_start_to_its_destination(self) -> None:
        assert state(dark={1, 12}, light={32}).after("1-5", DARK) == state(dark={5, 12}, light={32})
        assert state(dark={1, 12}, light={32}).after("32-27", LIGHT) == state(dark={1, 12}, light={27})

    def test_a_capture_string_also_takes_the_captured_piece_away(self) -> None:
        assert state(dark={1}, light={6, 32}).after("1x10", DARK) == state(dark={10}, light={32})
        assert state(dark={18, 1}, light={22}).after("22x15", LIGHT) == state(dark={1}, light={15})

    def test_a_king_that_moves_stays_a_king(self) -> None:
        assert state(dark={18}, light={32}, kings={18}).after("18-4", DARK) == state({4}, {32}, {4})

    def test_a_king_that_captures_stays_a_king(self) -> None:
        assert state({29}, {18, 32}, {29}).after("29x8", DARK) == state({8}, {32}, {8})

    def test_the_enemy_that_was_jumped_leaves_and_not_the_square_in_the_middle(self) -> None:
        """From 29 to 4 the midpoint is between 18 and 15; the jumped enemy stands on 25, right beside the king."""
        assert state({29}, {25, 32}, {29}).after("29x4", DARK) == state({4}, {32}, {4})

    def test_a_captured_king_leaves_with_its_crown(self) -> None:
        assert state(dark={1}, light={6, 32}, kings={6}).after("1x10", DARK) == state(dark={10}, light={32})

    def test_the_old_state_is_left_as_it_was(self) -> None:
        before = state(dark={1}, light={6, 32}, kings={6})
        before.after("1x10", DARK)
        assert before == state(dark={1}, light={6, 32}, kings={6})


class TestKingPromotion:
    @pytest.mark.parametrize(("start", "destination"), [(25, 29), (26, 30), (27, 31), (28, 32)])
    def test_a_dark_man_becomes_a_king_on_29_to_32(self, start: int, destination: int) -> None:
        after = state(dark={start}, light={5}).after(f"{start}-{destination}", DARK)
        assert after == state({destination}, {5}, {destination})

    @pytest.mark.parametrize(("start", "destination"), [(5, 1), (6, 2), (7, 3), (8, 4)])
    def test_a_light_man_becomes_a_king_on_1_to_4(self, start: int, destination: int) -> None:
        after = state(dark={28}, light={start}).after(f"{start}-{destination}", LIGHT)
        assert after == state({28}, {destination}, {destination})

    def test_a_man_does_not_become_a_king_on_its_own_back_row(self) -> None:
        """It can come back there only by capturing backward."""
        assert state(dark={10}, light={6}).after("10x1", DARK) == state(dark={1}, light=set())

    def test_a_man_that_is_crowned_while_capturing_goes_on_as_a_king(self) -> None:
        assert state(dark={22}, light={26, 24}).after("22x31x20", DARK) == state({20}, set(), {20})


class TestBadStates:
    def test_two_pieces_on_one_square_are_refused(self) -> None:
        with pytest.raises(BadPosition, match="SQUARE_TAKEN_TWICE"):
            state(dark={5}, light={5}).position(DARK)

    def test_a_crown_without_a_piece_is_refused(self) -> None:
        with pytest.raises(BadPosition, match="no piece on 7 that could be a king"):
            state(dark={5}, light={32}, kings={7}).position(DARK)

    def test_a_man_on_its_crown_row_is_refused(self) -> None:
        with pytest.raises(BadPosition, match="MAN_ON_CROWN_ROW"):
            state(dark={32}, light={5}).position(DARK)

    def test_a_move_that_the_rules_refuse_raises(self) -> None:
        with pytest.raises(IllegalMove, match="CAPTURE_REQUIRED"):
            state(dark={1}, light={6}).after("1-5", DARK)
