from __future__ import annotations

import pytest
from tests.engines.stratego.play import positions, random_game, rules_of, view_with

from damero.domain.stratego.rules import Rank, Side
from damero.engines.engine import Limits
from damero.engines.stratego import tables
from damero.engines.stratego.behaviour_features import AGAIN, ENCOUNTERS, FEATURES, MOVED_BY, Encounter, group
from damero.engines.stratego.observations import observe
from damero.engines.stratego.player import player_of

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def observed(view):
    found = observe(view)
    return {feature for piece in (*found.pieces, *found.own) for feature in piece.features}


def test_no_feature_is_listed_twice():
    assert len(set(FEATURES)) == len(FEATURES)


@pytest.mark.parametrize("table", [tables.engine_behaviour, tables.other_program_behaviour])
def test_every_table_has_an_entry_for_exactly_these_features(table):
    for army in table().armies:
        assert set(army.features) == set(FEATURES)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_observations_of_random_games_produce_no_other_feature(game_id):
    found = set()
    for seed in range(4):
        for number, state in enumerate(random_game(game_id, seed, most=300)):
            if number % 5 == 0:
                found |= {feature for seat in Side for feature in observed(state.view(seat))}
    assert found <= set(FEATURES)
    assert len(found) > 100


def test_observations_of_engine_games_and_of_their_ends_produce_no_other_feature():
    seats = rules_of("barrage").info.seats
    for state in positions("barrage", 4, seed=3):
        while state.outcome is None and state.turn_number < 400:
            state = state.play(player_of(4).choose(state.view(state.side), Limits(seed=1)).move)
        assert {feature for seat in seats for feature in observed(state.view(seat))} <= set(FEATURES)


def test_a_piece_far_from_home_in_a_position_set_up_by_hand_has_no_row():
    view = view_with({"a1": (Side.RED, Rank.FLAG), "b1": (Side.RED, Rank.MINER)}, unknown=["e3", "j10"])
    assert observed(view) <= set(FEATURES)
    by_cell = {piece.cell: piece.features for piece in observe(view).pieces}
    corner, far = by_cell[9], by_cell[74]
    assert any("row 0" in feature for feature in corner)
    assert not any("row" in feature for feature in far)


def test_a_feature_outside_the_list_cannot_be_made():
    with pytest.raises(KeyError):
        MOVED_BY(99)


def test_encounters_are_known_by_what_happened_and_the_rank_that_was_met():
    assert ENCOUNTERS["fled 10"] == ENCOUNTERS[AGAIN["fled 10"]] == (Encounter.FLED, Rank.MARSHAL)
    assert "approached a moved piece" not in ENCOUNTERS
    assert "moves 3" not in ENCOUNTERS


def test_numbers_are_grouped_by_the_limits_they_have_reached():
    assert [group(value, (1, 3, 8)) for value in (0, 1, 2, 3, 7, 8, 100)] == [0, 1, 1, 2, 2, 3, 3]
