"""How limits bear upon a level's own."""

from __future__ import annotations

from damero.engines.engine import Limits, Strength, limited

BY_TIME = Strength(Limits(seconds=1.4))
BY_NODES = Strength(Limits(nodes=700))


def test_no_limits_leave_a_level_as_it_is() -> None:
    assert limited(BY_TIME, Limits(seed=3)) == BY_TIME


def test_depth_and_nodes_take_the_place_of_the_levels_own() -> None:
    assert limited(BY_TIME, Limits(nodes=500)) == Strength(Limits(nodes=500))
    assert limited(BY_NODES, Limits(depth=3)) == Strength(Limits(depth=3))
    assert limited(BY_TIME, Limits(depth=3, nodes=50, seconds=0.2)) == Strength(Limits(depth=3, nodes=50, seconds=0.2))


def test_seconds_say_how_long_to_think() -> None:
    assert limited(BY_TIME, Limits(seconds=5)).limits.seconds == 5
    assert limited(BY_TIME, Limits(seconds=0.1)).limits.seconds == 0.1
    assert limited(BY_NODES, Limits(seconds=60)) == Strength(Limits(nodes=700, seconds=60))


def test_a_clock_shortens_but_never_lengthens() -> None:
    assert limited(BY_TIME, Limits(within=0.2)).limits.seconds == 0.2
    assert limited(BY_TIME, Limits(within=60)) == BY_TIME
    assert limited(BY_NODES, Limits(within=3)) == Strength(Limits(nodes=700, seconds=3))
