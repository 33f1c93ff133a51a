from __future__ import annotations

import pytest
from tests.engines.stratego.play import BLUE, RED, best, view_with

from damero.domain.stratego.rules import Rank

RING = {"d1": (RED, Rank.FLAG), "d2": (RED, Rank.BOMB), "c1": (RED, Rank.BOMB), "e1": (RED, Rank.BOMB)}
FOES = {"d10": (BLUE, Rank.FLAG), "c10": (BLUE, Rank.BOMB), "e10": (BLUE, Rank.BOMB), "d9": (BLUE, Rank.BOMB)}


@pytest.mark.parametrize("nodes", [600, 20_000])
def test_a_guard_goes_home_before_a_miner_comes(nodes):
    pieces = RING | FOES | {"c4": (RED, Rank.MARSHAL), "j3": (RED, Rank.GENERAL), "e5": (BLUE, Rank.MINER)}
    assert best(view_with(pieces), nodes) in ("c4-d4", "c4-c3")


@pytest.mark.parametrize("nodes", [600, 20_000])
def test_the_nearest_guard_goes_however_far_from_the_fight_it_is(nodes):
    pieces = RING | FOES | {"g3": (RED, Rank.SERGEANT), "j9": (RED, Rank.MARSHAL), "b3": (BLUE, Rank.MINER)}
    assert best(view_with(pieces), nodes) in ("g3-f3", "g3-g2")


def test_a_scout_is_no_miner_and_keeps_nobody_at_home():
    pieces = RING | FOES | {"e4": (RED, Rank.MARSHAL), "e7": (BLUE, Rank.COLONEL), "b3": (BLUE, Rank.SCOUT)}
    assert best(view_with(pieces)) not in ("e4-e3", "e4-d4")
