from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import mirror
from damero.engines.stratego.merits import army_traits, draft_of, is_in_sight, kind_of, lesson, place_traits, raids
from damero.engines.stratego.muster import army_by_lot

BARRAGE = rules_of("barrage").rules
ARMY = "AAAAAAAAAA/AAAALAAAAA/DAAACAAKED/MBAAAAAAAA"


@given(st.integers(0, 2**30), st.sampled_from(["stratego", "barrage"]))
def test_left_and_right_are_alike(seed, game_id):
    rules = rules_of(game_id).rules
    text = army_by_lot(rules, Random(seed))
    traits, mirrored = (army_traits(rules, draft_of(rules, one)) for one in (text, mirror(rules, text)))
    assert traits == pytest.approx(mirrored)


def test_an_army_has_the_traits_of_its_places():
    traits = army_traits(BARRAGE, draft_of(BARRAGE, ARMY))
    assert traits["flag in row 0"] == 1
    assert traits["bomb beside the flag"] == traits["scout before the flag"] == 1
    assert traits["marshal from the flag"] == pytest.approx(0.6)
    assert traits["spy from a lure"] == pytest.approx(0.3)
    assert traits["scout in a lane"] == 2
    assert "general beside the flag" not in traits


def test_a_piece_is_in_sight_through_an_empty_lane_only():
    draft = draft_of(BARRAGE, ARMY)
    seen = {square for square in draft if is_in_sight(BARRAGE, draft, square)}
    assert {draft[square] for square in seen} == {Rank.MARSHAL, Rank.SCOUT, Rank.BOMB, Rank.MINER}
    assert 0 not in seen


def test_a_scout_raids_a_flag_whose_row_is_open():
    alone = {0: Rank.FLAG, 10: Rank.SCOUT}
    assert raids(BARRAGE, alone) == len({1, 4, 5, 8, 9})
    assert raids(BARRAGE, alone | {15: Rank.GENERAL}) == len({1, 4, 8, 9})
    assert raids(BARRAGE, alone | {6: Rank.GENERAL}) == len({1, 4})
    assert raids(BARRAGE, alone | {6: Rank.SPY}) == len({1, 4, 5})
    assert raids(BARRAGE, draft_of(BARRAGE, ARMY)) == 0


@pytest.mark.parametrize("game_id", ["stratego", "stratego-federation", "barrage"])
def test_every_liking_is_for_a_trait_that_an_army_can_have(game_id):
    rules = rules_of(game_id).rules
    known = lesson(rules)
    ranks, squares, flag = dict(rules.army), range(rules.zone_rows * 10), 15
    possible = {trait for rank in ranks for square in squares for trait, _ in place_traits(rules, rank, square, flag)}
    possible |= {f"{kind_of(rank)} in sight" for rank in ranks} | {"spy from a lure"}
    assert known.pieces == rules.army_size
    assert known.likings.keys() <= possible
