"""What every game promises to users of the library: values that can be kept, compared, shown and made again."""

from __future__ import annotations

import pickle

import pytest
from tests.conformance.promotion_race import RACE
from tests.random_play import random_moves, random_position

import damero
from damero.domain.catalogue import GAMES, RETIRED
from damero.domain.game import Game, KnownGame, Position

every_game = pytest.mark.parametrize("game", [*GAMES, RACE], ids=lambda game: str(game.info.id))
every_known_game = pytest.mark.parametrize(
    "game", [*GAMES, *RETIRED], ids=lambda game: f"{game.info.id}-{game.info.version}"
)


@every_game
def test_a_view_is_made_again_from_what_a_server_sends(game: Game) -> None:
    for number in range(3):
        for position, _ in list(random_moves(game, number))[::5]:
            view = position.view(position.to_move)
            known = KnownGame(str(view.seat), view.text, None, view.pieces, view.taken, view.plies)
            assert game.recall(known) == view


@every_game
def test_positions_can_be_kept_and_compared(game: Game) -> None:
    position = random_position(game, seed=4, plies=9)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    assert len({position, again, random_position(game, seed=4, plies=8)}) == 2


@every_game
def test_moves_can_be_kept_and_compared_and_are_shown_by_their_text(game: Game) -> None:
    for position, move in list(random_moves(game, 6))[::7]:
        again = pickle.loads(pickle.dumps(move))
        assert (again, hash(again)) == (move, hash(move))
        assert repr(move) == f"<Move {move}>"
        assert position.play(again) == position.play(move)


@every_game
def test_several_moves_are_played_at_once(game: Game) -> None:
    moves = [str(move) for _, move in random_moves(game, 3)][:6]
    start = next(position for position, _ in random_moves(game, 3))
    one_by_one: Position = start
    for move in moves:
        one_by_one = one_by_one.play(move)
    assert start.after(*moves) == one_by_one
    assert start.after() is start


@every_known_game
def test_the_repr_of_a_position_can_be_pasted(game: Game) -> None:
    position = random_position(game, seed=5, plies=9)
    again = eval(repr(position), {"damero": damero})
    assert (again.text, again.info) == (position.text, position.info)


@every_known_game
def test_the_repr_of_a_game_can_be_pasted(game: Game) -> None:
    assert eval(repr(game), {"damero": damero}) == game


@every_known_game
def test_the_repr_of_the_mover_s_view_can_be_pasted(game: Game) -> None:
    position = random_position(game, seed=5, plies=9)
    view = position.view(position.to_move)
    again = eval(repr(view), {"damero": damero})
    assert again.text == view.text
    assert {str(move) for move in again.legal_moves()} == {str(move) for move in view.legal_moves()}


@every_known_game
def test_the_repr_of_every_view_is_short_and_names_its_viewer(game: Game) -> None:
    position = random_position(game, seed=5, plies=9)
    for seat in (*game.info.seats, None):
        shown = repr(position.view(seat))
        assert position.view(seat).text in shown
        assert len(shown) < len(position.view(seat).text) + 80
    assert len({repr(position.view(seat)) for seat in (*game.info.seats, None)}) == 3


@every_game
def test_every_position_and_view_is_drawn(game: Game) -> None:
    position = random_position(game, seed=6, plies=9)
    assert position._repr_svg_().startswith("<svg")
    assert all(position.view(seat)._repr_svg_().startswith("<svg") for seat in game.info.seats)
    assert position.diagram() == position.view(None).diagram()
