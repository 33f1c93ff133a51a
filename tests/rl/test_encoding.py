"""Views as arrays and moves as numbers."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from damero.domain import catalogue
from damero.domain.game import Game, Position
from damero.rl.encoding import Encoding, encoding_of
from damero.rl.episode import begin


def random_play(game: Game, seed: int, plies: int) -> Position:
    random = Random(seed)
    position = begin(game, random)
    for _ in range(plies):
        if position.to_move is None:
            break
        position = position.play(random.choice(position.legal_moves()))
    return position


@given(game=st.sampled_from(catalogue.GAMES), seed=st.integers(0, 1000), plies=st.integers(0, 60))
def test_every_legal_move_has_an_action_of_its_own(game: Game, seed: int, plies: int) -> None:
    position = random_play(game, seed, plies)
    encoding = encoding_of(game.info)
    for seat in game.info.seats:
        view = position.view(seat)
        moves = encoding.moves(view)
        assert sorted(map(str, moves.values())) == sorted(map(str, view.legal_moves()))
        assert list(moves) == sorted(moves)
        assert all(0 <= action < encoding.action_count for action in moves)
        assert encoding.mask(moves).sum() == len(moves)


def test_moves_between_the_same_squares_are_numbered_by_what_they_capture() -> None:
    game = catalogue.game("checkers")
    view = game.read_position("W:W17,19,21,22,28,29,31,32:B4,5,6,7,8,11,14,15,16,20").view("white")
    encoding = encoding_of(game.info)
    by_pair: dict[int, list[int]] = {}
    for action, move in encoding.moves(view).items():
        captured = sum(1 << encoding.squares[square] for square in move.taken)
        by_pair.setdefault(action // encoding.routes, []).append(captured)
    assert any(len(captures) > 1 for captures in by_pair.values())
    assert all(captures == sorted(captures) for captures in by_pair.values())


@pytest.mark.parametrize("game", catalogue.GAMES, ids=lambda game: game.info.id)
def test_the_planes_show_each_piece_of_the_view_and_nothing_else(game: Game) -> None:
    encoding = Encoding(game.info)
    view = random_play(game, seed=5, plies=25).view(game.info.seats[0])
    planes = encoding.observe(view)
    assert planes.shape == encoding.shape
    names = list(encoding.kinds)
    places = {(square.row, square.column): square.name for square in game.info.board.squares}
    shown = {
        (places[row, column], names[plane])
        for plane, row, column in zip(*np.nonzero(planes[: len(names)]), strict=True)
        if (row, column) in places
    }
    assert shown == {(piece.square, piece.kind) for piece in view.pieces}


@pytest.mark.parametrize("game", [g for g in catalogue.GAMES if g.info.hidden], ids=lambda game: game.info.id)
def test_positions_that_look_alike_to_a_seat_have_the_same_arrays(game: Game) -> None:
    position = random_play(game, seed=9, plies=4)
    assert position.outcome is None
    random = Random(1)
    encoding = encoding_of(game.info)
    for seat in game.info.seats:
        view = position.view(seat)
        twin = game.sample(view, lambda items: random.sample(items, len(items)))
        assert twin.text != position.text
        assert (encoding.observe(twin.view(seat)) == encoding.observe(view)).all()
        assert list(encoding.moves(twin.view(seat))) == list(encoding.moves(view))
