"""What the one generator does with each field of the record, and what all variants share."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at, numbered_alike, texts

from damero.domain.draughts import Move, Player, apply_move, is_game_over, king, man
from damero.domain.draughts.board import Board
from damero.domain.draughts.moves import all_captures, legal_moves, quiet_moves
from damero.domain.draughts.variants import ENGLISH, INTERNATIONAL, RUSSIAN, SPANISH, VARIANTS
from damero.domain.errors import IllegalMove

SMALL = [rules for rules in VARIANTS if rules.size == 8]


class TestMoveValues:
    def test_two_paths_to_the_same_square_over_the_same_pieces_are_one_move(self) -> None:
        one, other = Move((31, 22, 15), (26, 18)), Move((31, 24, 15), (18, 26))
        assert one == other
        assert hash(one) == hash(other)

    @pytest.mark.parametrize(
        "other",
        [
            Move((30, 22, 15), (26, 18)),
            Move((31, 22, 13), (26, 18)),
            Move((31, 22, 15), (26, 17)),
            Move((31, 22, 15), (26, 18), promotes=True),
        ],
    )
    def test_another_origin_destination_set_of_pieces_or_promotion_makes_another_move(self, other: Move) -> None:
        assert Move((31, 22, 15), (26, 18)) != other

    def test_a_move_is_not_equal_to_its_text(self) -> None:
        assert Move((11, 15)) != "11-15"

    def test_a_move_writes_itself(self) -> None:
        assert str(Move((11, 15))) == "11-15"
        assert str(Move((22, 15, 8), (18, 11))) == "22x15x8"

    def test_a_move_knows_its_squares_by_name_and_by_place(self) -> None:
        move = Move((22, 15, 8), (18, 11))
        assert (move.squares, move.taken) == (("22", "15", "8"), ("18", "11"))
        assert (move.from_place, move.to_place) == ((5, 2), (1, 6))
        assert move.captured_positions == ((4, 3), (2, 5))

    def test_a_move_on_the_large_board_has_the_places_of_that_board(self) -> None:
        move = Move.simple(6, 1, 5, 2, size=10)
        assert (str(move), move.to_place) == ("31-27", (5, 2))
        assert Move.capture(6, 1, 4, 3, (5, 2), size=10).captured == (27,)


class TestFlyingAndSteppingKings:
    def test_a_stepping_king_moves_one_square_in_all_directions(self) -> None:
        assert texts(at("english", "W:WK18:B1")) == {"18-14", "18-15", "18-22", "18-23"}

    def test_a_stepping_king_takes_only_its_neighbour_and_lands_right_behind(self) -> None:
        assert texts(at("english", "W:WK29:B25")) == {"29x22"}
        assert texts(at("english", "W:WK29:B22")) == {"29-25"}

    def test_a_stepping_king_takes_backward(self) -> None:
        assert texts(at("english", "W:WK18:B22,23")) == {"18x25", "18x27"}

    def test_a_flying_king_takes_from_afar(self) -> None:
        assert texts(at("russian", "W:WK29:B22")) == {"29x18", "29x15", "29x11", "29x8", "29x4"}

    def test_a_flying_king_must_land_where_the_capture_goes_on(self) -> None:
        """Behind 22 only 15 leads on, over 10; the shorter captures are not there to choose."""
        assert texts(at("russian", "W:WK29:B22,10")) == {"29x15x6", "29x15x1"}

    def test_a_flying_king_may_choose_any_landing_that_leads_on(self) -> None:
        assert texts(at("russian", "W:WK29:B22,10,16")) >= {"29x15x6", "29x15x1", "29x11x20"}

    def test_two_pieces_in_a_row_stop_a_flying_king(self) -> None:
        assert not all_captures(at("russian", "W:WK29:B22,18").board, Player.WHITE, RUSSIAN)

    def test_a_piece_of_its_own_behind_the_enemy_stops_a_flying_king(self) -> None:
        assert not all_captures(at("spanish", "W:WK29,15:B18").board, Player.WHITE, SPANISH)


class TestMenCapturing:
    def test_men_take_backward_only_where_the_rules_let_them(self) -> None:
        takes_back = {rules.id for rules in SMALL if "14x23" in texts(numbered_alike(rules.id, "W:W14:B18"))}
        assert takes_back >= {"checkers", "drafti", "russian", "brazilian", "pool"}
        assert takes_back == {rules.id for rules in SMALL if rules.men_capture_backward}

    def test_a_man_takes_a_king_but_not_in_italian(self) -> None:
        spares = {rules.id for rules in SMALL if "22x15" not in texts(numbered_alike(rules.id, "W:W22:BK18"))}
        assert "italian" in spares
        assert spares == {rules.id for rules in SMALL if not rules.men_capture_kings}

    def test_an_italian_king_takes_a_king(self) -> None:
        assert texts(at("italian", "W:WK23:BK19")) == {"23x14"}

    def test_black_men_take_downward_in_the_forward_variants(self) -> None:
        assert texts(at("spanish", "B:W14,6:B9,10")) == {"9x18", "10x17"}


class TestPromotionByCapture:
    PASSES = "W:W10:B7,8"
    """10 takes 7 onto the crown row (3), and from there 8 could follow, backward."""

    def test_it_ends_the_turn(self) -> None:
        for variant in ("spanish", "english", "italian", "czech", "drafti-federation", "spanish-federation"):
            after = numbered_alike(variant, self.PASSES).play("10x3")
            assert after.text == "B:WK3:B8"

    def test_it_is_missed_by_a_man_that_goes_on(self) -> None:
        for variant in ("drafti", "brazilian", "pool"):
            assert at(variant, self.PASSES).play("10x3x12").text == "B:W12:B"

    def test_it_lasts_for_a_man_that_goes_on_as_a_king(self) -> None:
        for variant in ("russian", "checkers"):
            (move,) = at(variant, self.PASSES).legal_moves()
            assert (str(move), move.promotes) == ("10x3x12", True)
            assert at(variant, self.PASSES).play(move).text == "B:WK12:B"

    def test_the_new_king_flies_on_where_the_man_could_not(self) -> None:
        assert texts(at("russian", "W:W11:B7,9")) == {"11x2x13"}
        assert texts(at("pool", "W:W11:B7,9")) == {"11x2"}

    def test_on_the_large_board_a_man_passes_the_crown_row(self) -> None:
        """FMJD rules, article 4.15."""
        assert at("international", "W:W15:B9,10").play("15x13").text == "B:W13:B"

    def test_a_black_man_is_crowned_on_the_bottom_row(self) -> None:
        assert at("russian", "B:WK1,26:B23").play("23x30").text == "W:WK1:BK30"


class TestWholeTurns:
    def test_the_origin_counts_as_empty_for_the_mover(self) -> None:
        """Around a ring of four the man comes back to where it began."""
        (move,) = at("drafti", "W:W31:B26,18,19,27").legal_moves()
        assert (move.origin, move.destination, set(move.captured)) == (31, 31, {26, 18, 19, 27})

    def test_a_man_that_returns_to_its_origin_stands_there_afterwards(self) -> None:
        state = at("drafti", "W:W31:B26,18,19,27,1")
        assert state.play(state.legal_moves()[0]).text == "B:W31:B1"

    def test_a_flying_king_crosses_its_origin_square(self) -> None:
        routes = at("russian", "W:WK31:B9,16,K22,K27").routes()
        assert any({22, 27} <= set(route.captured) for route in routes)

    def test_a_captured_piece_stands_until_the_turn_ends_and_blocks(self) -> None:
        """The Turkish strike, FMJD rules, article 4.8: 25x33 takes four, and the fifth piece is out of reach."""
        (move,) = at("international", "B:W27,28,38,39,42:BK25").legal_moves()
        assert (move.destination, len(move.captured)) == (33, 4)

    def test_the_same_move_by_two_ways_is_listed_once_and_both_ways_are_routes(self) -> None:
        state = at("russian", "W:WK4:BK13,K15,K25,26")
        legal, routes = state.legal_moves(), state.routes()
        assert len(set(legal)) == len(legal) < len(routes)
        assert set(routes) == set(legal)

    def test_a_side_without_pieces_has_no_moves(self) -> None:
        assert legal_moves(Board.create_empty(), Player.WHITE, SPANISH) == ()


class TestQuietMoves:
    def test_they_are_listed_even_while_a_capture_is_due(self) -> None:
        board = at("spanish", "W:W22:B18").board
        assert {str(move) for move in quiet_moves(board, Player.WHITE, ENGLISH)} == {"22-17"}

    def test_a_quiet_move_onto_the_crown_row_promotes(self) -> None:
        (move, *_) = at("spanish", "W:W5:B28").legal_moves()
        assert (str(move), move.promotes) == ("5-1", True)

    def test_a_king_is_not_promoted_again(self) -> None:
        assert not any(move.promotes for move in at("spanish", "W:WK5:B28").legal_moves())


class TestFunctionsOnBoards:
    def test_apply_move_uses_the_rules_it_is_given(self) -> None:
        board = Board.create_empty().place(14, man(Player.WHITE)).place(18, man(Player.BLACK))
        back = Move((14, 23), (18,))
        with pytest.raises(IllegalMove, match="14x23 is not a legal move here"):
            apply_move(board, back)
        assert apply_move(board, back, RUSSIAN) == Board.create_empty().place(23, man(Player.WHITE))

    def test_apply_move_refuses_a_move_that_takes_other_pieces_than_it_says(self) -> None:
        board = Board.create_empty().place(22, man(Player.WHITE)).place(18, man(Player.BLACK))
        with pytest.raises(IllegalMove):
            apply_move(board, Move((22, 15), (17,)))

    def test_is_game_over_without_a_player_asks_for_either(self) -> None:
        board = Board.create_empty().place(22, king(Player.WHITE))
        assert is_game_over(board)
        assert not is_game_over(board, Player.WHITE)
        assert is_game_over(board, Player.BLACK, INTERNATIONAL)
