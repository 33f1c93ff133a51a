"""Which captures may be chosen: the federations' own examples, and each key by itself."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import RULES, at, texts

from damero.domain.draughts.moves import Move, all_captures
from damero.domain.draughts.priority import KEYS, chosen
from damero.domain.draughts.rules import Player, Priority


def ends(variant: str, fen: str) -> set[tuple[int, int]]:
    return {(int(move.squares[0]), int(move.squares[-1])) for move in at(variant, fen).legal_moves()}


class TestItalian:
    """Examples of the Italian federation's rules (FID, chapter I), in its numbers."""

    @pytest.mark.parametrize(
        ("article", "fen", "legal"),
        [
            ("5.6 a man takes forward", "W:W30:B27", {(30, 23)}),
            ("5.7 a man takes on", "W:W31:B12,20,28", {(31, 8)}),
            ("5.8 a king takes in all directions", "W:WK22:B18,19,27", {(22, 13), (22, 15), (22, 31)}),
            ("5.9 a king takes on", "W:WK27:B5,6,13,15,21,23", {(27, 25)}),
            ("6.6 the most pieces", "W:WK21,31:B10,18,27", {(31, 6)}),
            ("6.7 with a king", "W:WK23,31:B19,26,27", {(23, 21)}),
            ("6.8 the most kings", "W:WK23:B19,K28", {(23, 32)}),
            ("6.9 the first king earliest", "W:WK30:B10,12,18,K20,K26,27", {(30, 5)}),
            ("6.9 the first king earliest, all else equal", "W:WK30:B10,K12,K18,20,K26,K27", {(30, 5)}),
            ("6.10 what is still equal is free", "W:WK31:B18,20,K27,K28", {(31, 13), (31, 15)}),
            ("5.3 a man may not take a king and may be stuck", "W:W32:BK28", set()),
            ("5.3 a man walks past a king", "W:W30:BK26", {(30, 27)}),
        ],
    )
    def test_the_federations_example(self, article: str, fen: str, legal: set[tuple[int, int]]) -> None:
        assert ends("italian", fen) == legal, article


class TestInternational:
    """Examples of the FMJD rules as the French and Italian federations print them."""

    @pytest.mark.parametrize(
        ("article", "fen", "legal"),
        [
            ("4.2 a man takes", "W:W28,32:B23", {(28, 19)}),
            ("4.2 a man takes back, and a king", "W:W35:B30,K40", {(35, 24), (35, 44)}),
            ("4.3 a king lands anywhere behind", "W:WK46:B23", {(46, 19), (46, 14), (46, 10), (46, 5)}),
            ("4.5 a man takes on", "W:W15:B8,19,20", {(15, 2)}),
            ("4.5 a man takes eight", "W:W47:B13,14,22,24,31,34,K41,44", {(47, 49)}),
            ("4.6 a king takes on", "W:WK47:B9,12,33", {(47, 17), (47, 21), (47, 26)}),
            ("4.6 a king takes ten", "W:WK1:B7,9,17,19,20,30,31,33,43,44", {(1, 15)}),
            ("4.8 a piece is passed but once", "W:WK41,49:B9,10,12,19,38", {(41, 43)}),
            ("4.8 pieces leave after the turn", "B:W27,28,38,39,42:BK25", {(25, 33)}),
            ("4.13 the most pieces", "W:W48:B24,K31,34,K42,43", {(48, 19)}),
            ("4.13 the most pieces with a king", "W:WK48:B7,8,31,34,K42,44", {(48, 50)}),
            ("4.14 a king counts as one", "W:W26:B12,K21,31,32", {(26, 8), (26, 28)}),
            ("4.15 no crown in passing", "W:W15:B9,10", {(15, 13)}),
        ],
    )
    def test_the_federations_example(self, article: str, fen: str, legal: set[tuple[int, int]]) -> None:
        assert ends("international", fen) == legal, article


class TestQuantityAndQuality:
    TWO_MEN_OR_A_KING_AND_A_MAN = "W:W25,28,32:B22,14,24,K15,27"

    def test_free_leaves_every_capture(self) -> None:
        assert {len(move.captured) for move in at("spanish", self.TWO_MEN_OR_A_KING_AND_A_MAN).legal_moves()} == {1, 2}

    def test_the_most_pieces_leaves_the_longest(self) -> None:
        assert {len(move.captured) for move in at("drafti", self.TWO_MEN_OR_A_KING_AND_A_MAN).legal_moves()} == {4}

    def test_then_the_most_kings_leaves_the_one_with_the_king(self) -> None:
        legal = at("spanish-federation", "W:W4,5,8:B7,10,12,18,K19").legal_moves()
        assert {frozenset(move.captured) for move in legal} == {frozenset({22, 15}), frozenset({24, 15})}

    def test_quantity_goes_before_quality(self) -> None:
        assert texts(at("spanish-federation", "W:W5,12:B10,K15,18")) == {"5x14x21"}


class TestKingFirst:
    FEN = "W:WK30,24:B26,19,11"

    def test_a_kings_capture_goes_before_a_mans_however_short(self) -> None:
        assert {move.origin for move in at("czech", self.FEN).legal_moves()} == {30}

    def test_without_the_law_the_man_may_take(self) -> None:
        assert {move.origin for move in at("spanish", self.FEN).legal_moves()} == {30, 24}

    def test_a_man_takes_when_no_king_can(self) -> None:
        assert {move.origin for move in at("czech", "W:WK32,24:B19,11").legal_moves()} == {24}


def test_every_priority_has_a_key() -> None:
    assert set(KEYS) == set(Priority)


@pytest.mark.parametrize("priority", Priority)
def test_the_chosen_captures_are_some_of_the_captures_and_share_the_greatest_key(priority: Priority) -> None:
    board = at("spanish", TestQuantityAndQuality.TWO_MEN_OR_A_KING_AND_A_MAN).board
    captures: list[Move] = all_captures(board, Player.WHITE, RULES["spanish"])
    best = chosen(priority, board, captures)
    keys = [KEYS[priority](board, capture) for capture in captures]
    assert best == [capture for capture, key in zip(captures, keys, strict=True) if key == max(keys)]


def test_nothing_is_chosen_from_nothing() -> None:
    assert chosen(Priority.ITALIAN, at("italian", "W:W23:B4").board, []) == []
