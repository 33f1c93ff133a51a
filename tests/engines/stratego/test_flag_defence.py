from __future__ import annotations

import pytest
from tests.engines.stratego.play import BLUE, RED, best, view_with

from damero.domain.stratego.rules import Rank

NODES = pytest.mark.parametrize("nodes", [600, 20_000])
FAR_AWAY = ["a10", "b10", "c10", "d10", "g10", "h10", "i10", "a9", "b9", "d9", "h9", "j9", "a8", "b8", "j8"]
RING = {"d1": (RED, Rank.FLAG), "d2": (RED, Rank.BOMB), "c1": (RED, Rank.BOMB), "e1": (RED, Rank.BOMB)}


@NODES
def test_a_guard_moves_to_the_square_that_a_miner_approaches(nodes):
    others = {"d7": (RED, Rank.GENERAL), "i6": (RED, Rank.MAJOR), "i2": (RED, Rank.COLONEL), "f2": (RED, Rank.MINER)}
    pieces = RING | others | {"e3": (RED, Rank.SERGEANT), "b3": (BLUE, Rank.MINER)}
    assert best(view_with(pieces, unknown=FAR_AWAY), nodes) == "e3-d3"


@NODES
def test_a_guard_returns_while_there_is_time(nodes):
    ring = {"f1": (RED, Rank.FLAG), "f2": (RED, Rank.BOMB), "g1": (RED, Rank.BOMB), "e1": (RED, Rank.BOMB)}
    others = {"h7": (RED, Rank.MARSHAL), "d7": (RED, Rank.COLONEL), "i3": (RED, Rank.MINER)}
    pieces = ring | others | {"g3": (RED, Rank.SERGEANT), "b1": (BLUE, Rank.MINER)}
    assert best(view_with(pieces, unknown=FAR_AWAY), nodes) == "g3-f3"


@NODES
def test_the_nearest_guard_returns_rather_than_the_strongest(nodes):
    ring = {"j1": (RED, Rank.FLAG), "i1": (RED, Rank.BOMB), "j2": (RED, Rank.BOMB)}
    others = {"e6": (RED, Rank.MARSHAL), "b4": (RED, Rank.MAJOR), "h3": (RED, Rank.SPY)}
    pieces = ring | others | {"g4": (RED, Rank.GENERAL), "i5": (BLUE, Rank.MINER)}
    assert best(view_with(pieces, unknown=FAR_AWAY), nodes) in ("g4-g3", "g4-h4")


def test_a_known_scout_is_not_treated_as_a_miner():
    foes = {"d10": (BLUE, Rank.FLAG), "c10": (BLUE, Rank.BOMB), "e10": (BLUE, Rank.BOMB), "d9": (BLUE, Rank.BOMB)}
    pieces = RING | foes | {"e4": (RED, Rank.MARSHAL), "e7": (BLUE, Rank.COLONEL), "b3": (BLUE, Rank.SCOUT)}
    assert best(view_with(pieces)) not in ("e4-e3", "e4-d4")


@NODES
def test_only_a_marshal_stops_a_marshal(nodes):
    foes = {"j10": (BLUE, Rank.FLAG), "j9": (BLUE, Rank.BOMB), "i10": (BLUE, Rank.BOMB), "j7": (BLUE, Rank.COLONEL)}
    home = {"e1": (RED, Rank.FLAG), "f1": (RED, Rank.BOMB), "d1": (RED, Rank.GENERAL)}
    pieces = home | foes | {"i3": (RED, Rank.MARSHAL), "e5": (BLUE, Rank.MARSHAL)}
    assert best(view_with(pieces), nodes) in ("i3-i2", "i3-h3")


@NODES
def test_a_line_is_blocked_along_which_a_scout_would_reach_the_flag(nodes):
    home = {"c1": (RED, Rank.FLAG), "b1": (RED, Rank.BOMB), "c2": (RED, Rank.BOMB), "a4": (RED, Rank.MARSHAL)}
    foes = {"f8": (BLUE, Rank.SCOUT), "a6": (BLUE, Rank.MINER), "b7": (BLUE, Rank.CAPTAIN)}
    pieces = home | foes | {"e6": (RED, Rank.GENERAL)}
    assert best(view_with(pieces, unknown=FAR_AWAY), nodes) == "e6-f6"
