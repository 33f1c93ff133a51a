from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import mirror
from damero.engines.stratego.setup_features import (
    army_features,
    group_of,
    is_in_sight,
    placement_of,
    setup_weights,
    square_features,
    unguarded_raids,
)
from damero.engines.stratego.train.armies import uniform_army

BARRAGE = rules_of("barrage").rules
ARMY = "AAAAAAAAAA/AAAALAAAAA/DAAACAAKED/MBAAAAAAAA"


@given(st.integers(0, 2**30), st.sampled_from(["stratego", "barrage"]))
def test_left_and_right_are_alike(seed, game_id):
    rules = rules_of(game_id).rules
    text = uniform_army(rules, Random(seed))
    features, mirrored = (army_features(rules, placement_of(rules, one)) for one in (text, mirror(rules, text)))
    assert features == pytest.approx(mirrored)


def test_an_army_has_the_features_of_its_squares():
    features = army_features(BARRAGE, placement_of(BARRAGE, ARMY))
    assert features["flag in row 0"] == 1
    assert features["bomb beside the flag"] == features["scout before the flag"] == 1
    assert features["marshal from the flag"] == pytest.approx(0.6)
    assert features["spy from a lure"] == pytest.approx(0.3)
    assert features["scout in a lane"] == 2
    assert "general beside the flag" not in features


def test_a_piece_is_in_sight_through_an_empty_lane_only():
    placement = placement_of(BARRAGE, ARMY)
    seen = {square for square in placement if is_in_sight(BARRAGE, placement, square)}
    assert {placement[square] for square in seen} == {Rank.MARSHAL, Rank.SCOUT, Rank.BOMB, Rank.MINER}
    assert 0 not in seen


def test_a_scout_raids_a_flag_whose_row_is_open():
    alone = {0: Rank.FLAG, 10: Rank.SCOUT}
    assert unguarded_raids(BARRAGE, alone) == len({1, 4, 5, 8, 9})
    assert unguarded_raids(BARRAGE, alone | {15: Rank.GENERAL}) == len({1, 4, 8, 9})
    assert unguarded_raids(BARRAGE, alone | {6: Rank.GENERAL}) == len({1, 4})
    assert unguarded_raids(BARRAGE, alone | {6: Rank.SPY}) == len({1, 4, 5})
    assert unguarded_raids(BARRAGE, placement_of(BARRAGE, ARMY)) == 0


@pytest.mark.parametrize("game_id", ["stratego", "stratego-federation", "barrage"])
def test_every_weight_is_for_a_feature_that_an_army_can_have(game_id):
    rules = rules_of(game_id).rules
    known = setup_weights(rules)
    ranks, squares, flag = dict(rules.army), range(rules.zone_rows * 10), 15
    possible = {
        feature for rank in ranks for square in squares for feature, _ in square_features(rules, rank, square, flag)
    }
    possible |= {f"{group_of(rank)} in sight" for rank in ranks} | {"spy from a lure"}
    assert known.pieces == rules.army_size
    assert known.weights.keys() <= possible
