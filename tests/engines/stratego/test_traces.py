from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict

import pytest
from tests.engines.stratego.play import index_of, positions, random_game, rules_of

from damero.domain.stratego.board import Piece
from damero.domain.stratego.rules import PlayerSide
from damero.engines.stratego import traces
from damero.engines.stratego.traces import home_square, past_of

VARIANTS = ["stratego", "stratego-federation", "barrage"]
RED, BLUE = "AAAAALAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKDAAAA", "AAAADEAAAA/AAAAAAAAAA/AAAAAAAAAA/MBALADCKAA"


def played(*moves, red=RED, blue=BLUE):
    state = rules_of("barrage").place({"red": red, "blue": blue})
    for move in moves:
        state = state.play(move)
    return state


def seen_at(state, cell, seat="red"):
    return next(trace for trace in past_of(state.view(seat)).traces if trace.cell == cell)


def test_traces_find_where_every_piece_began():
    for seed in range(3):
        states = list(random_game("stratego", seed, most=250))
        begun, state = states[0], states[-1]
        for trace in past_of(state.view("red")).traces:
            if trace.rank is not None:
                piece = begun.board.cells[trace.start]
                assert isinstance(piece, Piece)
                assert (piece.side, piece.rank) == (trace.side, trace.rank)
        assert len({trace.start for trace in past_of(state.view("red")).traces}) == 80


def test_traces_know_who_is_revealed_and_who_has_moved():
    for state in positions("stratego", 12, seed=8):
        view = state.view(state.side)
        standing = [trace for trace in past_of(view).traces if trace.cell is not None]
        assert {trace.cell for trace in standing if trace.revealed} == set(view.revealed)
        assert {trace.cell for trace in standing if trace.moves} == set(view.moved)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_a_walk_that_goes_on_sees_what_a_walk_from_the_start_sees(game_id, monkeypatch):
    states = list(random_game(game_id, seed=11, most=100))
    going_on = [asdict(past_of(state.view(seat))) for state in states for seat in PlayerSide]
    for number, (state, seat) in enumerate((state, seat) for state in states for seat in PlayerSide):
        if number % 9 == 0:
            monkeypatch.setattr(traces, "_walks", OrderedDict())
            assert asdict(past_of(state.view(seat))) == going_on[number]


def test_walks_of_games_with_the_same_moves_but_other_armies_are_kept_apart():
    moves = ("f4-f5", "f7-f6", "j2-j3")
    one, two = played(*moves), played(*moves, blue="AAAADAAAAE/AAAAAAAAAA/AAAAAAAAAA/MBALADCKAA")
    for state in (one, two, one):
        view = state.view("red")
        assert {trace.cell for trace in past_of(view).traces} == {
            cell for cell, piece in enumerate(view.cells) if piece is not None
        }


def test_what_a_viewer_does_with_its_traces_changes_nothing_for_the_next():
    view = played("f4-f5", "e7-e6").view("red")
    before = past_of(view)
    for trace in before.traces:
        trace.events.add("nonsense")
        trace.visits[0] = 9
    assert not any("nonsense" in trace.events or 0 in trace.visits for trace in past_of(view).traces)


def test_a_viewer_learns_no_rank_from_a_trace_that_its_view_does_not_show():
    for state in positions("stratego", 12, seed=12):
        view = state.view(state.side)
        known = {cell for cell, piece in enumerate(view.cells) if isinstance(piece, Piece)}
        for trace in past_of(view).traces:
            assert (trace.rank is not None) == (trace.cell is None or trace.cell in known)


def test_a_piece_that_runs_from_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6", "e7-f7", "j2-j3", "f7-f8", "f6-f7", "f8-g8")
    assert "fled 10" in seen_at(state, 26).events


def test_a_piece_that_goes_to_meet_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6", "e7-e6")
    runner = seen_at(state, 44)
    assert {"sought 10", "approached 10"} <= runner.events
    assert "left 10" not in runner.events


def test_a_piece_that_came_beside_one_left_in_danger_is_noted():
    moves = ("e4xe7", "f7-f5", "f4xf5", "e9-e8", "f5-f6", "f8-g8", "f6-f7")
    state = played(
        *moves, red="AAAADLAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKAAAAA", blue="AAAADKAAAA/AAAADAAAAA/AAAAACAAAA/MBELAAAAAA"
    )
    assert "covered 10" not in seen_at(state, index_of("e8")).events
    assert "covered 10" in seen_at(state.play("g8-g9"), index_of("e8")).events
    assert "covered 10" not in seen_at(state.play("e7-d7"), index_of("e8")).events


def test_a_piece_behind_an_unknown_one_that_is_offered_is_noted():
    moves = ("f4-f5", "f7-f6", "f5xf6", "e7-e6", "j2-j3", "e10-e9", "j3-j4", "e9-e8", "j4-j3")
    state = played(*moves)
    assert "backed 10" not in seen_at(state, index_of("e8")).events
    assert "backed 10" in seen_at(state.play("e8-e7"), index_of("e7")).events
    assert "backed 10" not in seen_at(state.play("e8-e7"), index_of("e6")).events


def test_a_piece_that_never_moved_covers_nobody_as_it_may_be_a_bomb():
    moves = ("e4xe7", "f7-f5", "f4xf5", "h10-h9", "f5-f6", "h9-h8", "f6-f7", "h8-h7")
    state = played(
        *moves, red="AAAADLAAAA/AAAAAAAAAA/AAAAAAAAAD/MBECKAAAAA", blue="AAAADKAAAA/AAAAACAAAA/AAAAAAAAAA/MBELADAAAA"
    )
    assert "covered 10" not in seen_at(state, index_of("e8")).events


def test_a_piece_that_could_have_moved_and_did_not_is_known_by_how_long():
    state = played("f4-f5", "f7-f6", "f5-f4", "f6-f7")
    assert seen_at(state, 34).free_from == 0
    assert "unmoved, free for 1" in seen_at(state, 34).events
    corner = next(iter(random_game("stratego", seed=1)))
    assert "unmoved, free for never" in seen_at(corner, 0).events


def test_a_piece_that_began_beside_a_known_one_is_noted():
    state = played("f4-f5", "f7-f6", "f5xf6")
    assert "began beside 2" in seen_at(state, 34).events


def test_squares_count_from_the_owners_back_row():
    begun = past_of(next(iter(random_game("stratego", seed=2))).view("red")).traces
    for side in PlayerSide:
        assert sorted(home_square(trace) for trace in begun if trace.side is side) == list(range(40))
    assert {home_square(trace) for trace in begun if trace.start in (0, 90)} == {0}
