"""The kernel and the referee must agree on every move of every variant."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from damero.domain.draughts.board import Board, Piece, PieceType, geometry
from damero.domain.draughts.moves import board_after, legal_moves, routes
from damero.domain.draughts.rules import Player, Promotion, Rules
from damero.domain.draughts.variants import ENGLISH, RUSSIAN, SPANISH, VARIANTS
from damero.domain.errors import BadPosition
from damero.engines.draughts.board import pieces_of
from damero.engines.draughts.kernel import Kernel

every_variant = pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: rules.id)


def positions_of_random_games(rules: Rules, number: int, seed: int) -> Iterator[tuple[Board, Player]]:
    chance = random.Random(seed)
    board, player = Board.create_initial(rules.size, rules.men_rows), rules.first
    plies = 0
    for _ in range(number):
        yield board, player
        moves = legal_moves(board, player, rules)
        plies += 1
        if moves and plies < 150:
            board, player = board_after(board, chance.choice(moves)), player.opponent
        else:
            board, player, plies = Board.create_initial(rules.size, rules.men_rows), rules.first, 0


def scattered_positions(rules: Rules, number: int, seed: int) -> Iterator[tuple[Board, Player]]:
    """Boards full of kings and gaps, where captures branch, meet again and pass through crown rows."""
    chance = random.Random(seed)
    grid = geometry(rules.size)
    for _ in range(number):
        board = Board.create_empty(rules.size)
        pieces = chance.randint(2, len(grid.squares) * 5 // 8)
        share_of_kings = chance.choice((0.1, 0.3, 0.6))
        for square in chance.sample(grid.squares, pieces):
            player = chance.choice(list(Player))
            is_king = chance.random() < share_of_kings or square in grid.crown_rows[player]
            board = board.place(square, Piece(player, PieceType.KING if is_king else PieceType.MAN))
        yield board, chance.choice(list(Player))


def assert_same_moves(rules: Rules, board: Board, player: Player) -> None:
    written = Kernel(rules).moves(pieces_of(board), black=player is Player.BLACK)
    ours = [(path[0], path[-1], frozenset(captured), promotes) for path, captured, promotes in written]
    judged = {move.identity for move in legal_moves(board, player, rules)}
    assert len(ours) == len(set(ours)), f"a move is listed twice: {rules.id} {board} {player}"
    assert set(ours) == judged, f"{rules.id} {player} {[str(move) for move in legal_moves(board, player, rules)]}"


@every_variant
def test_random_play_gives_the_referees_moves(rules: Rules) -> None:
    for board, player in positions_of_random_games(rules, 400, seed=1):
        assert_same_moves(rules, board, player)


@every_variant
def test_scattered_pieces_give_the_referees_moves(rules: Rules) -> None:
    for board, player in scattered_positions(rules, 300, seed=2):
        assert_same_moves(rules, board, player)


@pytest.mark.slow
@every_variant
def test_thousands_of_positions_give_the_referees_moves(rules: Rules) -> None:
    for board, player in positions_of_random_games(rules, 3000, seed=3):
        assert_same_moves(rules, board, player)
    for board, player in scattered_positions(rules, 1500, seed=4):
        assert_same_moves(rules, board, player)


@every_variant
def test_every_path_is_one_that_the_referee_accepts(rules: Rules) -> None:
    for board, player in scattered_positions(rules, 200, seed=5):
        accepted = {(move.path, move.captured, move.promotes) for move in routes(board, player, rules)}
        assert set(Kernel(rules).moves(pieces_of(board), black=player is Player.BLACK)) <= accepted


@every_variant
def test_a_move_changes_the_board_as_the_referee_says(rules: Rules) -> None:
    kernel = Kernel(rules)
    for board, player in scattered_positions(rules, 100, seed=6):
        for move in legal_moves(board, player, rules):
            after = kernel.play(
                pieces_of(board), move.path, move.captured, promotes=move.promotes, black=player is Player.BLACK
            )
            assert tuple(map(tuple, after)) == pieces_of(board_after(board, move))


def test_a_square_off_the_board_is_refused() -> None:
    with pytest.raises(BadPosition, match="no square 33"):
        Kernel(SPANISH).moves(((33,), (), (), ()), black=False)


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(BadPosition, match="12×12"):
        Kernel(replace(RUSSIAN, size=12))


def test_going_on_as_a_one_step_king_is_refused() -> None:
    with pytest.raises(BadPosition, match="where kings fly"):
        Kernel(replace(ENGLISH, promotion=Promotion.CONTINUES_AS_KING))
