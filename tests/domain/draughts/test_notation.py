"""Positions and moves as texts, and what is said of broken ones."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at

from damero.domain.draughts.notation import WrittenMove, read_move
from damero.domain.draughts.position import initial
from damero.domain.draughts.rules import Rules
from damero.domain.draughts.variants import ITALIAN, RUSSIAN, SPANISH, VARIANTS
from damero.domain.errors import BadText, IllegalMove


class TestPositions:
    def test_a_position_is_written_by_side_and_square(self) -> None:
        text = "W:W21,22,K30:B1,2,K5"
        assert at("spanish", text).text == text

    @pytest.mark.parametrize(
        "text",
        [
            "W:W21,22,K30:B1,2,K5.",
            "W:B1,2,K5:W21,22,K30",
            " w:w21,22,k30:b1,2,k5 \n",
            "W:W21-22,K30:B1-2,K5",
            "W:W 21, 22, K30:B 1, 2, K5",
            "W:WK30,22,21:BK5,2,1",
        ],
    )
    def test_other_ways_to_write_it_are_read(self, text: str) -> None:
        assert at("spanish", text).text == "W:W21,22,K30:B1,2,K5"

    def test_a_range_is_read(self) -> None:
        assert at("spanish", "B:W21-32:B1-12").text == at("spanish", "B:W21-32:B1-12.").text
        assert at("spanish", "W:W21-32:B1-12").board.force(at("spanish", "W:W21:B1").turn).men == 12

    def test_a_range_of_kings_is_read(self) -> None:
        assert at("spanish", "W:WK21-23:B1").text == "W:WK21,K22,K23:B1"

    def test_a_side_may_be_empty(self) -> None:
        assert at("spanish", "B:W:B1").text == "B:W:B1"

    @pytest.mark.parametrize(
        ("text", "column", "words"),
        [
            ("", 1, "begins with W or B"),
            ("X:W21:B1", 1, "begins with W or B, the side to move, not 'X'"),
            ("W", 2, "come White's and Black's pieces"),
            ("W:W21", 2, "come White's and Black's pieces"),
            ("W:W21:W1", 2, "come White's and Black's pieces"),
            ("W:W21:B1:B2", 2, "come White's and Black's pieces"),
            ("W:W21,x:B1", 7, "'x' is not a square"),
            ("W:W21:B1,,2", 10, "'' is not a square"),
            ("W:W21:BQ5", 8, "'Q5' is not a square"),
            ("W:W32-21:B1", 4, "the range 32-21 runs backwards"),
            ("W:W٢١:B1", 4, "is not a square"),
            ("W:W21:B99", 8, "There is no square 99: the squares are 1 to 32"),
        ],
    )
    def test_a_broken_text_says_what_is_wrong_and_where(self, text: str, column: int, words: str) -> None:
        with pytest.raises(BadText) as problem:
            at("spanish", text)
        assert words in problem.value.reason
        assert (problem.value.line, problem.value.column) == (1, column)


class TestMoves:
    @pytest.mark.parametrize(
        ("text", "path", "says_capture"),
        [
            ("11-15", (11, 15), False),
            ("1x10", (1, 10), True),
            ("22x15x8", (22, 15, 8), True),
            ("22:15:8", (22, 15, 8), True),
            ("32X27", (32, 27), True),
            (" 9-14 ", (9, 14), False),
            ("01-05", (1, 5), False),
        ],
    )
    def test_a_move_is_read(self, text: str, path: tuple[int, ...], says_capture: bool) -> None:
        assert read_move(text, SPANISH) == WrittenMove(path, says_capture)

    @pytest.mark.parametrize(
        ("text", "column"),
        [
            ("", 1),
            ("x", 1),
            ("11", 3),
            ("11-", 4),
            ("11-15-18", 6),
            ("11-1a", 5),
            ("22xx15", 4),
            ("22x15-8", 6),
            ("a3-b44", 6),
            ("c3-", 4),
            ("c3-d4-e5", 6),
            ("k3-d4", 1),
            ("1234-5", 4),
            ("١-٢", 1),
        ],
    )
    def test_a_broken_move_says_where(self, text: str, column: int) -> None:
        with pytest.raises(BadText, match="is not a move: write 11-15, 22x15 or 22x15x8") as problem:
            read_move(text, SPANISH)
        assert problem.value.column == column


class TestLetters:
    @pytest.mark.parametrize(
        ("text", "path", "says_capture"),
        [
            ("c3-d4", (22, 18), False),
            ("a3b4", (21, 17), False),
            ("d4:f6", (18, 11), True),
            ("D4xF6xH8", (18, 11, 4), True),
            ("d4f6h8", (18, 11, 4), False),
            (" h8-g7 ", (4, 8), False),
        ],
    )
    def test_a_move_in_letters_is_read(self, text: str, path: tuple[int, ...], says_capture: bool) -> None:
        assert read_move(text, RUSSIAN) == WrittenMove(path, says_capture)

    @pytest.mark.parametrize(
        ("text", "says_capture"), [("cd4", False), ("c-d4", False), ("cxd4", True), ("c:d4", True)]
    )
    def test_a_move_may_name_only_the_file_of_its_origin(self, text: str, says_capture: bool) -> None:
        assert read_move(text, RUSSIAN) == WrittenMove((18,), says_capture, "c")

    def test_a_light_square_is_refused_with_its_place(self) -> None:
        with pytest.raises(BadText, match="no piece can stand on c4") as problem:
            read_move("c3-c4", RUSSIAN)
        assert problem.value.column == 4

    def test_the_letters_of_a_mirrored_board_begin_at_the_left_that_its_players_see(self) -> None:
        start = at("italian", "W:W21:B1")
        (corner,) = (square for square in start.info.board.squares if square.letters == "a8")
        assert (corner.name, corner.row, corner.column) == ("1", 0, 7)
        assert read_move("h1-g2", ITALIAN).path == (29, 25)

    @pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)
    def test_every_square_of_every_board_has_letters_of_its_own(self, rules: Rules) -> None:
        squares = initial(rules).info.board.squares
        assert len({square.letters for square in squares}) == len(squares)
        for square in squares:
            move = f"{square.letters}-{squares[0].letters}"
            assert read_move(move, rules) == read_move(f"{square.name}-{squares[0].name}", rules)

    def test_a_position_in_letters_is_read(self) -> None:
        assert at("russian", "W:Wc3,Kd4:Ba7,kh8").text == "W:WK18,22:BK4,5"
        with pytest.raises(BadText, match="no piece can stand on a2") as problem:
            at("russian", "W:Wc3,a2:Bh8")
        assert problem.value.column == 7

    @pytest.mark.parametrize("text", ["c3-d4", "c3d4", "cd4", "22-18", "C3-D4"])
    def test_every_way_to_write_it_names_the_same_move(self, text: str) -> None:
        assert str(initial(RUSSIAN).read_move(text)) == "22-18"

    def test_squares_may_be_named_by_letters(self) -> None:
        assert str(initial(RUSSIAN).find(["c3", "d4"])) == "22-18"
        with pytest.raises(IllegalMove, match="c4"):
            initial(RUSSIAN).find(["c3", "c4"])

    def test_a_piece_of_a_file_is_found_by_where_it_can_go(self) -> None:
        assert str(at("russian", "W:Wc1,c3:Bh8").read_move("cd4")) == "22-18"
        assert str(at("russian", "W:Wc3,Ke1:Bd4").read_move("c:e5")) == "22x15"

    def test_a_file_with_no_such_piece_is_refused(self) -> None:
        with pytest.raises(IllegalMove, match="No piece of yours on the d file can go to d4") as refusal:
            at("russian", "W:Wc3:Bh8").read_move("dd4")
        assert refusal.value.code == "NO_PIECE_AT_SOURCE"

    def test_the_only_piece_of_a_file_is_refused_for_its_own_reason(self) -> None:
        with pytest.raises(IllegalMove, match="The man on 22 cannot go to 25") as refusal:
            at("russian", "W:Wc3,d2:Bh8").read_move("cb2")
        assert refusal.value.code == "ILLEGAL_MOVEMENT"

    def test_two_pieces_of_a_file_that_can_go_there_are_ambiguous(self) -> None:
        with pytest.raises(IllegalMove, match="c to d4 could mean 14-18 or 22-18"):
            at("russian", "W:Wc3,Kc5:Bh8").read_move("cd4")

    def test_a_game_that_is_over_refuses_a_file_too(self) -> None:
        with pytest.raises(IllegalMove, match="The game is over"):
            at("russian", "W:W:Bh8").read_move("cd4")
