from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict

import pytest
from tests.engines.stratego.play import index_of, positions, random_game, rules_of
from tests.engines.stratego.test_deadline import deadline_after_checks

from damero.domain.stratego.board import Piece
from damero.domain.stratego.rules import Side
from damero.engines.stratego import observations
from damero.engines.stratego.deadline import OutOfTime
from damero.engines.stratego.observations import home_square, observe, unobserved

VARIANTS = ["stratego", "stratego-federation", "barrage"]
RED, BLUE = "AAAAALAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKDAAAA", "AAAADEAAAA/AAAAAAAAAA/AAAAAAAAAA/MBALADCKAA"


def played(*moves, red=RED, blue=BLUE):
    state = rules_of("barrage").place({"red": red, "blue": blue})
    for move in moves:
        state = state.play(move)
    return state


def seen_at(state, cell, seat="red"):
    return next(observed for observed in observe(state.view(seat)).pieces if observed.cell == cell)


def test_every_piece_is_traced_to_its_starting_square():
    for seed in range(3):
        states = list(random_game("stratego", seed, most=250))
        start, state = states[0], states[-1]
        for observed in observe(state.view("red")).pieces:
            if observed.rank is not None:
                piece = start.board.cells[observed.start]
                assert isinstance(piece, Piece)
                assert (piece.side, piece.rank) == (observed.side, observed.rank)
        assert len({observed.start for observed in observe(state.view("red")).pieces}) == 80


def test_observed_pieces_know_whether_they_are_revealed_and_have_moved():
    for state in positions("stratego", 12, seed=8):
        view = state.view(state.side)
        standing = [observed for observed in observe(view).pieces if observed.cell is not None]
        assert {observed.cell for observed in standing if observed.revealed} == set(view.revealed)
        assert {observed.cell for observed in standing if observed.moves} == set(view.moved)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_a_continued_replay_sees_what_a_replay_from_the_start_sees(game_id, monkeypatch):
    states = list(random_game(game_id, seed=11, most=100))
    continued = [asdict(observe(state.view(seat))) for state in states for seat in Side]
    for number, (state, seat) in enumerate((state, seat) for state in states for seat in Side):
        if number % 9 == 0:
            monkeypatch.setattr(observations, "_replays", OrderedDict())
            assert asdict(observe(state.view(seat))) == continued[number]


def test_replays_of_games_with_the_same_moves_but_other_armies_are_kept_apart():
    moves = ("f4-f5", "f7-f6", "j2-j3")
    one, two = played(*moves), played(*moves, blue="AAAADAAAAE/AAAAAAAAAA/AAAAAAAAAA/MBALADCKAA")
    for state in (one, two, one):
        view = state.view("red")
        assert {observed.cell for observed in observe(view).pieces} == {
            cell for cell, piece in enumerate(view.cells) if piece is not None
        }


def test_changing_an_observed_piece_does_not_change_the_next_observations():
    view = played("f4-f5", "e7-e6").view("red")
    before = observe(view)
    for observed in before.pieces:
        observed.features.add("nonsense")
        observed.visits[0] = 9
    assert not any("nonsense" in observed.features or 0 in observed.visits for observed in observe(view).pieces)


def test_observations_show_no_rank_that_the_view_does_not_show():
    for state in positions("stratego", 12, seed=12):
        view = state.view(state.side)
        known = {cell for cell, piece in enumerate(view.cells) if isinstance(piece, Piece)}
        for observed in observe(view).pieces:
            assert (observed.rank is not None) == (observed.cell is None or observed.cell in known)


def test_a_piece_that_flees_from_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6", "e7-f7", "j2-j3", "f7-f8", "f6-f7", "f8-g8")
    assert "fled 10" in seen_at(state, 26).features


def test_a_piece_that_approaches_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6", "e7-e6")
    runner = seen_at(state, 44)
    assert {"sought 10", "approached 10"} <= runner.features
    assert "left 10" not in runner.features


def test_a_piece_that_came_beside_one_left_in_danger_is_noted():
    moves = ("e4xe7", "f7-f5", "f4xf5", "e9-e8", "f5-f6", "f8-g8", "f6-f7")
    state = played(
        *moves, red="AAAADLAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKAAAAA", blue="AAAADKAAAA/AAAADAAAAA/AAAAACAAAA/MBELAAAAAA"
    )
    assert "covered 10" not in seen_at(state, index_of("e8")).features
    assert "covered 10" in seen_at(state.play("g8-g9"), index_of("e8")).features
    assert "covered 10" not in seen_at(state.play("e7-d7"), index_of("e8")).features


def test_a_piece_behind_an_unknown_one_that_is_offered_is_noted():
    moves = ("f4-f5", "f7-f6", "f5xf6", "e7-e6", "j2-j3", "e10-e9", "j3-j4", "e9-e8", "j4-j3")
    state = played(*moves)
    assert "backed 10" not in seen_at(state, index_of("e8")).features
    assert "backed 10" in seen_at(state.play("e8-e7"), index_of("e7")).features
    assert "backed 10" not in seen_at(state.play("e8-e7"), index_of("e6")).features


def test_a_piece_that_never_moved_covers_nobody_as_it_may_be_a_bomb():
    moves = ("e4xe7", "f7-f5", "f4xf5", "h10-h9", "f5-f6", "h9-h8", "f6-f7", "h8-h7")
    state = played(
        *moves, red="AAAADLAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKAAAAA", blue="AAAADKAAAA/AAAAACAAAA/AAAAAAAAAA/MBELADAAAA"
    )
    assert "covered 10" not in seen_at(state, index_of("e8")).features


def test_an_unmoved_piece_shows_how_long_it_could_have_moved():
    state = played("f4-f5", "f7-f6", "f5-f4", "f6-f7")
    assert seen_at(state, 34).free_from == 0
    assert "unmoved, free for 1" in seen_at(state, 34).features
    corner = next(iter(random_game("stratego", seed=1)))
    assert "unmoved, free for never" in seen_at(corner, 0).features


def test_a_piece_that_started_beside_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6")
    assert "began beside 2" in seen_at(state, 34).features


def test_squares_count_from_the_owners_back_row():
    start = observe(next(iter(random_game("stratego", seed=2))).view("red")).pieces
    for side in Side:
        assert sorted(home_square(observed) for observed in start if observed.side is side) == list(range(40))
    assert {home_square(observed) for observed in start if observed.start in (0, 90)} == {0}


def test_a_replay_stops_at_its_deadline_and_the_next_goes_on_from_there():
    state = max(positions("stratego", 8, seed=32), key=lambda state: state.turn_number)
    view = state.view(state.side)
    expected, plies = observe(view), len(view.plies)
    observations._replays.clear()
    for _ in range(3):
        with pytest.raises(OutOfTime):
            observe(view, deadline_after_checks(plies // 4))
    again = observe(view, deadline_after_checks(plies // 4 + 4))
    assert [piece.features for piece in again.pieces] == [piece.features for piece in expected.pieces]
    assert again.quiet_plies == expected.quiet_plies == unobserved(view).quiet_plies
