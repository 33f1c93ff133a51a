"""Positions as values: playing, finding moves, recording, setting up, showing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.domain.draughts.boards import at, texts
from tests.plies import move_texts

from damero.domain import reasons
from damero.domain.draughts import DraughtsGame, Move, Piece, PieceType, king, man
from damero.domain.draughts.position import Position, initial, set_up
from damero.domain.draughts.rules import Player, Rules
from damero.domain.draughts.variants import INTERNATIONAL, SPANISH, VARIANTS
from damero.domain.errors import BadPosition, BadText, IllegalMove
from damero.domain.game import Outcome, Shown, Start, in_order, next_squares

WHITE, BLACK = Player.WHITE, Player.BLACK


@dataclass(frozen=True)
class Touched:
    """A move of another making, known only by its squares."""

    squares: tuple[str, ...]
    taken: tuple[str, ...] = ()


class TestPlaying:
    def test_play_gives_a_new_position_and_keeps_the_old_one(self) -> None:
        start = initial(SPANISH)
        after = start.play("21-17")
        assert (start.turn, move_texts(start), after.turn, move_texts(after)) == (WHITE, (), BLACK, ("21-17",))
        assert start == initial(SPANISH)

    def test_a_move_may_be_given_by_the_squares_it_touches(self) -> None:
        assert at("spanish", "W:W25:B22,15").play(Touched(("25", "18", "11"))).text == "B:W11:B"

    def test_the_record_keeps_the_way_that_was_taken(self) -> None:
        state = at("russian", "W:WK4:BK13,K15,K25,26")
        ways = [route for route in state.routes() if route == state.routes()[0]]
        assert len(ways) > 1
        for way in ways:
            assert move_texts(state.play(way)) == (str(way),)

    def test_a_move_made_by_hand_need_not_know_its_landings_nor_its_promotion(self) -> None:
        assert move_texts(at("spanish", "W:W25:B22,15").play(Move((25, 11), (22, 15)))) == ("25x18x11",)
        assert at("spanish", "W:W5:B28").play(Move((5, 1))).text == "B:WK1:B28"

    def test_a_move_made_by_hand_tells_two_captures_with_the_same_ends_apart(self) -> None:
        state = at("russian", "W:WK22:B16,K24,25,K26")
        for move in state.legal_moves():
            by_hand = Move((move.origin, move.destination), move.captured)
            assert state.play(by_hand) == state.play(move)

    def test_a_move_that_says_it_takes_something_else_is_refused(self) -> None:
        with pytest.raises(IllegalMove, match=r"INVALID_CAPTURE_PATH 22x15 does not take what it says\."):
            at("spanish", "W:W22:B18").play(Move((22, 15), (17,)))

    def test_a_refused_move_says_why(self) -> None:
        with pytest.raises(IllegalMove, match="CAPTURE_REQUIRED You must capture: 22 takes 18"):
            at("spanish", "W:W22:B18").play("22-17")

    def test_what_was_taken_is_kept_in_order(self) -> None:
        assert at("spanish", "W:W25:B22,K15").play("25x11").taken == ("black-man", "black-king")

    def test_a_text_that_is_no_move_is_bad_text(self) -> None:
        with pytest.raises(BadText, match="is not a move"):
            initial(SPANISH).play("e4")

    @pytest.mark.parametrize("squares", [(), ("22",), ("22", "a"), ("22", "18", "9999"), ("22", "١٨")])
    def test_squares_that_are_none_are_refused(self, squares: tuple[str, ...]) -> None:
        with pytest.raises(IllegalMove):
            initial(SPANISH).find(squares)

    def test_a_square_that_the_board_does_not_have_is_told(self) -> None:
        with pytest.raises(IllegalMove, match=r"ILLEGAL_MOVEMENT There is no square 999\."):
            initial(SPANISH).find(("22", "999"))
        with pytest.raises(IllegalMove, match=r"ILLEGAL_MOVEMENT '1000' is not a square\."):
            initial(SPANISH).find(("22", "1000"))
        with pytest.raises(IllegalMove, match=r"A move needs an origin and a destination\."):
            initial(SPANISH).find(("22",))


class TestReadingMoves:
    def test_a_short_capture_is_read_where_one_move_fits(self) -> None:
        assert str(at("spanish", "W:W25:B22,15").read_move("25x11")) == "25x18x11"

    def test_a_colon_and_a_capital_are_read(self) -> None:
        state = at("spanish", "W:W25:B22,15")
        assert state.read_move("25:18:11") == state.read_move("25X18X11") == state.read_move(" 25x11 ")

    def test_a_capture_written_with_a_hyphen_is_read_all_the_same(self) -> None:
        assert at("spanish", "W:W22:B18").read_move("22-15").captured == (18,)

    def test_an_ambiguous_capture_lists_what_it_could_mean(self) -> None:
        state = at("russian", "W:WK6:B8,10,K26,27")
        by_ends: dict[tuple[int, int], list[Move]] = {}
        for move in state.legal_moves():
            by_ends.setdefault((move.origin, move.destination), []).append(move)
        (several,) = [moves for moves in by_ends.values() if len(moves) > 1]
        assert all(len(move.path) > 2 for move in several)
        with pytest.raises(IllegalMove, match="INVALID_CAPTURE_PATH") as refusal:
            state.read_move(f"{several[0].origin}x{several[0].destination}")
        assert all(str(move) in refusal.value.sentence for move in several)


class TestHopByHop:
    def test_each_hop_offers_what_may_follow(self) -> None:
        routes = at("spanish", "W:W25,32:B22,15").routes()
        assert next_squares(routes, ()) == ("25",)
        assert next_squares(routes, ("25",)) == ("18",)
        assert next_squares(routes, ("25", "18")) == ("11",)
        assert next_squares(routes, ("25", "18", "11")) == ()

    def test_a_piece_that_may_not_move_offers_nothing(self) -> None:
        assert next_squares(at("spanish", "W:W25,32:B22,15").routes(), ("32",)) == ()

    def test_a_king_is_offered_every_landing(self) -> None:
        assert set(next_squares(at("russian", "W:WK29:B22,10,16").routes(), ("29",))) == {"15", "11"}


class TestSettingUp:
    def test_pieces_stand_where_they_are_put(self) -> None:
        made = set_up(SPANISH, [(21, man(WHITE)), (5, king(BLACK))], BLACK)
        assert made.text == "B:W21:BK5"

    @pytest.mark.parametrize(
        ("pieces", "code"),
        [
            ([(21, man(WHITE)), (21, man(BLACK))], "SQUARE_TAKEN_TWICE"),
            ([(4, man(WHITE))], "MAN_ON_CROWN_ROW"),
            ([(29, man(BLACK))], "MAN_ON_CROWN_ROW"),
            ([(33, man(WHITE))], "OFF_BOARD"),
            ([(0, man(WHITE))], "OFF_BOARD"),
            ([(square, king(WHITE)) for square in range(1, 14)], "TOO_MANY_PIECES"),
        ],
    )
    def test_what_cannot_stand_is_refused(self, pieces: list[tuple[int, Piece]], code: str) -> None:
        with pytest.raises(BadPosition, match=code):
            set_up(SPANISH, pieces, WHITE)

    def test_twelve_pieces_may_stand_and_on_the_large_board_twenty(self) -> None:
        assert set_up(SPANISH, [(square, king(WHITE)) for square in range(1, 13)], WHITE).to_move == "white"
        twenty = [(square, king(WHITE)) for square in range(1, 21)]
        assert set_up(INTERNATIONAL, twenty, WHITE).board.force(WHITE).kings == 20
        with pytest.raises(BadPosition, match="TOO_MANY_PIECES White has 21 pieces; at most 20 are allowed"):
            set_up(INTERNATIONAL, [*twenty, (30, king(WHITE))], WHITE)

    def test_a_text_that_cannot_stand_says_where(self) -> None:
        with pytest.raises(BadText, match="SQUARE_TAKEN_TWICE line 1, column 7: There are two pieces on 21"):
            at("spanish", "W:W21,21:B1")
        with pytest.raises(BadText, match="MAN_ON_CROWN_ROW line 1, column 10") as problem:
            at("spanish", "W:W21:B1,32")
        assert (problem.value.line, problem.value.column) == (1, 10)
        with pytest.raises(BadText, match="TOO_MANY_PIECES"):
            at("spanish", "W:WK1-13:B28")


class TestEnds:
    def test_no_pieces_and_no_moves_are_told_apart(self) -> None:
        assert at("spanish", "W:W:B1").outcome == Outcome("black", reasons.NO_PIECES)
        assert at("spanish", "B:W5:B").outcome == Outcome("white", reasons.NO_PIECES)
        assert at("spanish", "W:W13:B9,6").outcome == Outcome("black", reasons.NO_MOVES)

    def test_a_finished_game_has_no_moves_left(self) -> None:
        over = at("drafti-federation", "W:WK29:BK3")
        assert (over.outcome, over.to_move) == (Outcome(None, reasons.MATERIAL), None)
        assert over.legal_moves() == over.routes() == ()

    def test_an_end_that_the_board_does_not_show_ends_the_game_too(self) -> None:
        resigned = Outcome("black", reasons.RESIGNATION)
        over = initial(SPANISH).ended(resigned)
        assert (over.outcome, over.to_move, over.legal_moves()) == (resigned, None, ())
        with pytest.raises(IllegalMove, match=r"GAME_NOT_ACTIVE The game is over \(resignation\)"):
            over.play("21-17")

    def test_only_the_side_to_move_is_tested(self) -> None:
        assert at("spanish", "W:W21:B").outcome is None
        assert at("spanish", "B:W21:B").outcome == Outcome("white", reasons.NO_PIECES)


class TestViews:
    def test_a_view_shows_every_piece_to_everyone(self) -> None:
        state = at("spanish", "W:W21,K30:B1,K5").play("21-17")
        shown = (Shown("1", "black-man"), Shown("5", "black-king"), Shown("17", "white-man"), Shown("30", "white-king"))
        for seat in ("white", "black", None):
            view = state.view(seat)
            assert (view.seat, view.pieces, view.hidden) == (seat, shown, ())
            assert (view.text, move_texts(view), view.taken) == (state.text, ("21-17",), ())
            assert (view.to_move, view.outcome, view.info) == ("black", None, state.info)

    def test_a_view_lists_moves_only_for_the_seat_whose_turn_it_is(self) -> None:
        state = at("spanish", "W:W21:B1")
        assert state.view("white").legal_moves() == state.legal_moves()
        assert state.view("black").legal_moves() == state.view(None).legal_moves() == ()

    def test_a_view_of_a_finished_game_lists_none(self) -> None:
        over = at("spanish", "W:W:B1")
        assert all(over.view(seat).legal_moves() == () for seat in ("white", "black", None))
        assert over.view("white").outcome == over.outcome

    def test_a_view_shows_what_was_taken(self) -> None:
        assert at("spanish", "W:W25:B22,15").play("25x11").view(None).taken == ("black-man", "black-man")


class TestGames:
    @pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
    def test_a_game_describes_itself(self, rules: Rules) -> None:
        game = DraughtsGame(rules)
        info, first = game.info, game.rules.first
        assert (info.id, info.version) == (game.rules.id, game.rules.version)
        assert (info.family, info.start, info.hidden, info.chance) == ("draughts", Start.FIXED, False, False)
        assert info.seats == (first.value, first.opponent.value)
        assert (info.board.rows, info.board.columns) == (game.rules.size, game.rules.size)
        assert len(info.board.squares) == game.rules.size**2 // 2
        assert (info.board.squares[0].row, info.board.squares[0].column) == (0, 1)
        assert (info.board.squares[0].name == "1") == (not info.board.mirrored)
        assert info.board.mirrored is game.rules.mirrored
        assert {kind.symbol: kind.id for kind in info.pieces} == {
            "w": "white-man",
            "W": "white-king",
            "b": "black-man",
            "B": "black-king",
        }

    def test_the_names_of_pieces_are_for_people(self) -> None:
        kinds = DraughtsGame(SPANISH).info.pieces
        assert [(kind.name, kind.colour) for kind in kinds] == [
            ("White man", "white"),
            ("White king", "white"),
            ("Black man", "black"),
            ("Black king", "black"),
        ]

    @pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
    def test_the_start_is_fixed_and_the_first_seat_moves(self, rules: Rules) -> None:
        game = DraughtsGame(rules)
        start = game.initial(lambda items: items[::-1])
        assert start == game.initial(in_order) == game.read_position(start.text)
        assert start.to_move == game.info.seats[0]
        men = game.rules.men_rows * game.rules.size // 2
        assert [start.board.force(player).men for player in Player] == [men, men]

    def test_a_view_read_from_a_text_is_that_of_the_side_to_move(self) -> None:
        view = DraughtsGame(SPANISH).read_view("B:W21:B1")
        assert (view.seat, texts(view.position)) == ("black", {"1-5", "1-6"})

    def test_a_sample_of_a_view_is_the_position_itself(self) -> None:
        game = DraughtsGame(SPANISH)
        position = at("spanish", "B:W21:B1")
        assert game.sample(position.view("white"), in_order) is position


class TestBoards:
    def test_a_square_off_the_board_cannot_be_asked_for_nor_filled(self) -> None:
        board = at("spanish", "W:W21:B1").board
        for square in (0, 33, -1):
            with pytest.raises(BadPosition, match=f"OFF_BOARD There is no square {square}: the squares are 1 to 32"):
                board.at(square)
            with pytest.raises(BadPosition, match="OFF_BOARD"):
                board.place(square, None)

    def test_a_crowned_man_is_a_king_of_the_same_owner(self) -> None:
        assert man(BLACK).crowned() == king(BLACK) == Piece(BLACK, PieceType.KING)
        assert (man(WHITE).is_king, king(WHITE).is_king) == (False, True)

    def test_the_large_board_is_numbered_alike(self) -> None:
        board = initial(INTERNATIONAL).board
        assert (board.get(0, 1), board.get(4, 1), board.get(9, 8)) == (man(BLACK), None, man(WHITE))
        assert board.at(50) == man(WHITE)
        assert isinstance(initial(INTERNATIONAL), Position)
