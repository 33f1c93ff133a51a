"""Positions and moves as texts, and what is said of broken ones."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import at

from damero.domain.draughts.notation import read_move
from damero.domain.errors import BadText


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
        assert read_move(text) == (path, says_capture)

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
            ("a3-b4", 1),
            ("1234-5", 4),
            ("١-٢", 1),
        ],
    )
    def test_a_broken_move_says_where(self, text: str, column: int) -> None:
        with pytest.raises(BadText, match="is not a move: write 11-15, 22x15 or 22x15x8") as problem:
            read_move(text)
        assert problem.value.column == column
