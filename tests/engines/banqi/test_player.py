"""The Banqi player: legal, in time, and better than chance."""

from __future__ import annotations

import time
from random import Random
from statistics import mean
from threading import Thread

import pytest
from tests.random_play import random_position, shuffle_by

from damero.domain import banqi
from damero.domain.banqi.view import View
from damero.domain.errors import IllegalMove
from damero.domain.game import Position, Seat
from damero.engines.banqi.encoding import BACK, NUMBER_OF, EncodedBoard, encode, squares_of
from damero.engines.banqi.evaluate import worth
from damero.engines.banqi.kernel import play_out
from damero.engines.banqi.player import STRENGTHS, player_of
from damero.engines.banqi.search import Searcher
from damero.engines.engine import Limits
from damero.engines.random_engine import RandomEngine

GAME = banqi.GAMES[0]
QUICK = Limits(nodes=600, seed=1)


def view_of(position: Position, seat: Seat | None = None) -> View:
    view = position.view(seat or position.to_move)
    assert isinstance(view, View)
    return view


def running_positions(count: int) -> list[Position]:
    found = [random_position(GAME, seed, 5 + seed % 90) for seed in range(2 * count)]
    return [position for position in found if position.outcome is None][:count]


@pytest.mark.parametrize("level", STRENGTHS)
def test_every_level_chooses_a_legal_move(level: int) -> None:
    for position in running_positions(6):
        view = view_of(position)
        choice = player_of(level).choose(view, Limits(nodes=300))
        assert choice.move in map(str, view.legal_moves())


def test_a_seed_decides_and_another_may_decide_otherwise() -> None:
    view = view_of(random_position(GAME, 3, 2))
    chosen = {player_of(3).choose(view, Limits(depth=1, seed=seed)).move for seed in range(40)}
    assert player_of(3).choose(view, QUICK) == player_of(3).choose(view, QUICK)
    assert len(chosen) > 1


def test_a_time_limit_ends_a_search_that_has_no_other_limit() -> None:
    board = encode(view_of(random_position(GAME, 5, 40)))
    Searcher().choose(board.cells, board.captured, board.turn, board.quiet, board.past, 100, 60, 0, 0.05)


def test_a_search_can_be_stopped_from_another_thread() -> None:
    board = encode(view_of(random_position(GAME, 5, 40)))
    searcher = Searcher()
    asked = (board.cells, board.captured, board.turn, board.quiet, board.past, 100, 60, 0, 3600.0)
    searching = Thread(target=searcher.choose, args=asked)
    searching.start()
    time.sleep(0.2)
    searcher.stop()
    searching.join(timeout=200)
    assert not searching.is_alive()


def test_a_stop_that_comes_before_the_search_begins_ends_that_search_alone() -> None:
    board, searcher = encode(view_of(random_position(GAME, 5, 40))), Searcher()
    asked = (board.cells, board.captured, board.turn, board.quiet, board.past, 100, 60, 100_000, 0.0)
    searcher.stop()
    assert searcher.choose(*asked)[2] < 1_000
    assert searcher.choose(*asked)[2] >= 100_000


def test_a_free_piece_is_taken() -> None:
    view = GAME.read_view("8/3Rg3/8/8 r KGGMMRHHCCPPPPPkgmmrrhhccppppp")
    assert view.legal_moves()
    view = GAME.read_view("8/3Gr3/8/8 r KGMMRRHHCCPPPPPkggmmrhhccppppp")
    assert player_of(6).choose(view, Limits(seed=1)).move == "d3xe3"


def test_there_is_nothing_to_choose_for_the_seat_that_waits() -> None:
    position = random_position(GAME, 2, 10)
    waiting = next(seat for seat in GAME.info.seats if seat != position.to_move)
    with pytest.raises(IllegalMove, match="no move"):
        player_of(5).choose(view_of(position, waiting))


def test_ratings_name_every_legal_action() -> None:
    view = view_of(random_position(GAME, 7, 20))
    rated = player_of(8).rate(view, Limits(nodes=5_000))
    assert set(rated) == {str(move) for move in view.legal_moves()}


def test_flips_left_behind_are_still_ranked_and_never_near_the_best() -> None:
    board = encode(view_of(random_position(GAME, 7, 14)))
    asked = (board.cells, board.captured, board.turn, board.quiet, board.past, 100)
    ranked, depth, _ = Searcher().choose(*asked, 5, 0, 0.0, variety=10)
    flips = [(score, action) for score, alike in ranked for action in alike if action[0] == action[1]]
    assert depth == 5
    assert sorted(action[0] for _, action in flips) == [square for square in range(32) if board.cells[square] == BACK]
    groups = [score for score, alike in ranked if alike[0][0] == alike[0][1]]
    assert len(groups) > 6
    assert all(score < ranked[0][0] - 10 for score in sorted(groups)[:-6])


def test_the_actions_to_choose_among_are_those_that_a_search_of_everything_finds() -> None:
    def near_the_best(view: View, variety: int) -> set[tuple[int, int]]:
        board = encode(view)
        asked = (board.cells, board.captured, board.turn, board.quiet, board.past, 100, 2, 0, 0.0)
        ranked, _, _ = Searcher().choose(*asked, variety=variety)
        return {action for score, alike in ranked if score >= ranked[0][0] - 5 for action in alike}

    for position in running_positions(30):
        view = view_of(position)
        assert near_the_best(view, 5) == near_the_best(view, 2_000)


@pytest.mark.parametrize("quiet", [0, 60, 85])
def test_a_lead_does_not_give_a_piece_away_because_a_draw_is_near(quiet: int) -> None:
    board = encode(view_of_text("K6p/3R1g2/8/G3M3 r GMRHHCCPPPPPkgmmrrhhccpppp"))
    asked = (board.cells, board.captured, board.turn, quiet, (), 100, 5, 0, 0.0)
    ranked, _, _ = Searcher().choose(*asked, knows_endings=False, variety=2_000)
    scores = {squares_of(*action): score for score, alike in ranked for action in alike}
    assert scores["d3", "e3"] < ranked[0][0] - 100


def test_a_flip_is_worth_the_mean_of_what_may_come_up_with_every_loss_in_full() -> None:
    view = view_of(random_position(GAME, 0, 30))
    board, square = encode(view), 20
    asked = (board.cells, board.captured, board.turn, 0, (), 100)
    ranked, _, _ = Searcher().choose(*asked, 3, 0, 0.0, knows_endings=False, variety=9_000)
    flip = next(score for score, alike in ranked if (square, square) in alike)
    outcomes = [_score_after_flip(board, square, NUMBER_OF[kind]) for kind in view.hidden_kinds]
    assert min(outcomes) < -1_000 < -700 < sorted(outcomes)[1]
    assert flip == pytest.approx(mean(outcomes), abs=10)


def _score_after_flip(board: EncodedBoard, square: int, kind: int) -> int:
    """As the root of a search that is two plies deeper sees it."""
    cells, captured, turn, _ = play_out(board.cells, board.captured, board.turn, [(square, square, kind)])
    ranked, _, _ = Searcher().choose(cells, captured, turn, 0, (), 100, 1, 0, 0.0, knows_endings=False, variety=9_000)
    return -ranked[0][0]


def test_before_the_first_flip_nothing_is_worth_more() -> None:
    view = view_of(GAME.initial())
    assert set(player_of(8).rate(view).values()) == {0}


def test_more_material_is_worth_more() -> None:
    even = encode(view_of_text("8/3Gg3/8/8 r KGMMRRHHCCPPPPPkgmmrrhhccppppp"))
    ahead = encode(view_of_text("8/3G4/8/6p1 r KGMMRRHHCCPPPPPkggmmrrhhccpppp"))
    assert worth(ahead.cells, ahead.captured, ahead.turn) > worth(even.cells, even.captured, even.turn)


def view_of_text(text: str) -> View:
    view = GAME.read_view(text)
    assert isinstance(view, View)
    return view


@pytest.mark.slow
def test_the_engine_beats_a_greedy_player() -> None:
    random, points = Random(4), 0.0
    for number in range(20):
        position = GAME.initial(shuffle_by(number))
        engine_seat = GAME.info.seats[number % 2]
        while position.to_move is not None:
            view = view_of(position)
            mine = position.to_move == engine_seat
            engine, seed = (player_of(6), number) if mine else (RandomEngine(), random.getrandbits(32))
            position = position.play(engine.choose(view, Limits(seed=seed)).move)
        assert position.outcome is not None
        points += 0.5 if position.outcome.winner is None else position.outcome.winner == engine_seat
    assert points >= 18
