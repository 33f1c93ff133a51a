"""The kernel says what the referee says."""

from __future__ import annotations

import pytest
from tests.random_play import random_moves

from damero.domain import banqi
from damero.domain.banqi.board import NAMES
from damero.domain.banqi.view import View
from damero.domain.game import Game
from damero.engines.banqi.encoding import BACK, encode
from damero.engines.banqi.kernel import legal_actions, play_out, playout_scores, random_playouts


def written(origin: int, destination: int, captures: bool) -> str:
    if origin == destination:
        return f"{NAMES[origin]}?"
    return f"{NAMES[origin]}{'x' if captures else '-'}{NAMES[destination]}"


def same_actions(game: Game, seed: int) -> int:
    compared = 0
    for position, _ in random_moves(game, seed):
        view = position.view(position.to_move)
        assert isinstance(view, View)
        board = encode(view)
        found = [written(*action) for action in legal_actions(board.cells, board.captured, board.turn)]
        assert sorted(found) == sorted(map(str, view.legal_moves())), view.text
        compared += 1
    return compared


@pytest.mark.parametrize("game", banqi.GAMES, ids=lambda game: game.info.id)
def test_the_kernel_finds_the_actions_of_the_referee(game: Game) -> None:
    assert sum(same_actions(game, seed) for seed in range(4)) > 500


@pytest.mark.slow
@pytest.mark.parametrize("game", banqi.GAMES, ids=lambda game: game.info.id)
def test_the_kernel_finds_the_actions_of_the_referee_in_tens_of_thousands_of_positions(game: Game) -> None:
    assert sum(same_actions(game, seed) for seed in range(100, 170)) > 10_000


@pytest.mark.parametrize("seed", range(8))
def test_the_kernel_makes_actions_as_the_referee_does(seed: int) -> None:
    game = next(game for game in banqi.GAMES if game.info.seats)
    steps, boards = [], []
    for position, move in random_moves(game, seed):
        view = position.view(position.to_move)
        assert isinstance(view, View)
        boards.append(encode(view))
        after = position.play(move).view(position.to_move)
        assert isinstance(after, View)
        origin, destination = NAMES.index(move.squares[0]), NAMES.index(move.squares[-1])
        turned_up = encode(after).cells[origin] if origin == destination else -1
        steps.append((origin, destination, turned_up))
    played = steps[1 : len(boards) - 1]
    cells, captured, turn, hash_is_kept = play_out(boards[1].cells, boards[1].captured, boards[1].turn, played)
    assert tuple(cells) == boards[-1].cells
    assert sorted(captured) == sorted(boards[-1].captured)
    assert turn == boards[-1].turn
    assert hash_is_kept


def test_playouts_are_the_same_for_the_same_seed() -> None:
    assert random_playouts(50, seed=3) == random_playouts(50, seed=3) != random_playouts(50, seed=4)


def test_playouts_score_every_action_and_find_the_winning_capture() -> None:
    view = banqi.GAMES[0].read_view("8/3Gr3/8/8 r KGMMRRHHCCPPPPPkggmmrhhccppppp")
    assert isinstance(view, View)
    board = encode(view)
    scores = playout_scores(board.cells, board.captured, board.turn, 0, 100, rounds=20, seed=1)
    assert len(scores) == len(view.legal_moves())
    origin, destination, score = max(scores, key=lambda found: found[2])
    assert (NAMES[origin], NAMES[destination], score) == ("d3", "e3", 20)


def test_a_table_of_the_start_has_only_backs() -> None:
    position = banqi.GAMES[0].initial()
    view = position.view("first")
    assert isinstance(view, View)
    assert set(encode(view).cells) == {BACK}
