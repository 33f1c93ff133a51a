"""The referee beside the naive generator of the perft suites, in every variant."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from tests.domain.draughts.boards import RULES, any_position
from tests.domain.draughts.test_pydraughts import random_boards
from tests.perft import naive
from tests.perft.reader import read_laws

from damero.domain.draughts.board import Board, geometry
from damero.domain.draughts.moves import Move
from damero.domain.draughts.position import Position


def as_naive(move: Move) -> naive.NaiveMove:
    return naive.NaiveMove(move.from_place, move.to_place, frozenset(move.captured_positions), move.promotes)


def letters(board: Board) -> naive.Pieces:
    places = geometry(board.size).places
    standing = [(square, piece) for square, piece in enumerate(board.cells) if piece]
    return {places[at]: piece.owner[0].upper() if piece.is_king else piece.owner[0] for at, piece in standing}


def check(position: Position) -> None:
    """Both list the same moves, and each does the same to the board."""
    laws = naive.read_laws(read_laws(position.rules.id))
    pieces, turn = naive.read_fen(position.text, laws)
    legal = position.legal_moves()
    assert {as_naive(move) for move in legal} == naive.legal_moves(pieces, turn, laws), position.text
    for move in legal:
        assert letters(position.play(move).board) == naive.after(pieces, as_naive(move)), f"{position.text} {move}"


@settings(max_examples=120, deadline=None)
@given(any_position(most=12).filter(lambda position: position.outcome is None))
def test_the_naive_generator_agrees_on_any_position(position: Position) -> None:
    check(position)


@pytest.mark.slow
@pytest.mark.parametrize("variant", RULES)
def test_the_naive_generator_agrees_on_thousands_of_positions(variant: str) -> None:
    for position in random_boards(RULES[variant], 1_000, random.Random(3)):
        check(position)
