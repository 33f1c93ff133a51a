"""Solved endings: every verdict follows from the verdicts one action later, and the referee names the actions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from damero.domain import banqi
from damero.domain.banqi.board import COUNTS, KINDS, SQUARES, Colour, Kind
from damero.domain.banqi.notation import Layout
from damero.domain.banqi.position import Position, stand
from damero.domain.banqi.variants import BANQI
from damero.domain.banqi.view import View
from damero.engines.banqi.encoding import encode
from damero.engines.banqi.endings import verdict
from damero.engines.banqi.player import player_of
from damero.engines.engine import Limits

GAME = banqi.GAMES[0]
WON, DRAWN, LOST = 1, 0, -1


def placed(kinds: list[Kind], squares: list[int], turn: Colour, quiet: int = 0) -> Position:
    standing = dict(zip(squares, kinds, strict=True))
    captured = list((Counter(kind for kind in KINDS for _ in range(COUNTS[kind.type])) - Counter(kinds)).elements())
    position = stand(BANQI, Layout(tuple(standing.get(square) for square in SQUARES), turn, tuple(captured), ()))
    return Position(BANQI, position.board, turn, turn, position.captured, quiet)


def random_ending(lots: Random, pieces: int) -> Position:
    while True:
        kinds = [lots.choice(KINDS) for _ in range(pieces)]
        fits = all(kinds.count(kind) <= COUNTS[kind.type] for kind in kinds)
        if fits and len({kind.colour for kind in kinds}) == 2:
            return placed(kinds, lots.sample(SQUARES, pieces), lots.choice(list(Colour)))


def known(position: Position) -> tuple[int, int]:
    view = position.view(None)
    assert isinstance(view, View)
    board = encode(view)
    found = verdict(board.cells, board.captured, board.turn)
    assert found is not None
    return found


def followed(position: Position) -> tuple[int, int]:
    """The verdict that the actions of the referee and the verdicts after them give."""
    if position.outcome is not None:
        return LOST, 0
    after = [position.play(move) for move in position.legal_moves()]
    replies = [_reply(position, later) for later in after]
    if any(result == LOST for result, _ in replies):
        return WON, 1 + min(plies for result, plies in replies if result == LOST)
    if any(result == DRAWN for result, _ in replies):
        return DRAWN, 0
    return LOST, 1 + max(plies for _, plies in replies)


def _reply(position: Position, later: Position) -> tuple[int, int]:
    """Plies are counted to the next capture only."""
    result, plies = (LOST, 0) if later.outcome else known(later)
    return result, plies if len(later.captured) == len(position.captured) else 0


@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_every_verdict_follows_from_those_one_action_later(pieces: int) -> None:
    lots = Random(pieces)
    endings = [random_ending(lots, pieces) for _ in range(12)]
    for ending in endings:
        kinds = [piece.kind for piece in ending.board if piece]
        for _ in range(12):
            position = placed(kinds, lots.sample(SQUARES, pieces), lots.choice(list(Colour)))
            assert known(position) == followed(position), position.text


def test_an_ending_with_a_piece_face_down_is_not_looked_up() -> None:
    view = GAME.read_view("8/3G4/?7/6p1 r KGMMRRHHCCPPPPPkggmmrrhhccppp")
    assert isinstance(view, View)
    board = encode(view)
    assert verdict(board.cells, board.captured, board.turn) is None


def play_on(position: Position) -> Position:
    while position.to_move is not None:
        choice = player_of(8).choose(position.view(position.to_move), Limits(nodes=50, seed=1))
        position = position.play(choice.move)
    return position


def test_a_known_win_is_won_and_a_known_draw_is_kept() -> None:
    lots = Random(8)
    for _ in range(25):
        position = random_ending(lots, 4)
        result, _ = (LOST, 0) if position.outcome else known(position)
        end = play_on(position)
        assert end.outcome is not None
        winner = {WON: "first", DRAWN: None, LOST: "second"}[result]
        assert end.outcome.winner == winner, position.text


def test_a_win_that_comes_after_the_count_has_run_out_is_a_draw() -> None:
    lots = Random(3)
    seen = 0
    while seen < 5:
        position = random_ending(lots, 3)
        if position.outcome or known(position)[0] != WON or known(position)[1] < 5:
            continue
        seen += 1
        kinds = [piece.kind for piece in position.board if piece]
        squares = [square for square, piece in enumerate(position.board) if piece]
        assert position.current_turn is not None
        in_time, late = (
            placed(kinds, squares, position.current_turn, quiet) for quiet in (100 - known(position)[1], 97)
        )
        assert play_on(in_time).outcome.winner == "first"  # type: ignore[union-attr]
        assert play_on(late).outcome.winner is None  # type: ignore[union-attr]
