from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.setup import STYLES, army, faults, styled_army
from damero.engines.stratego.setup_features import (
    army_features,
    distance,
    flag_of,
    is_in_sight,
    neighbours,
    placement_of,
    unguarded_raids,
)
from damero.engines.stratego.table_loading import TableLoader

VARIANTS = ["stratego", "stratego-federation", "barrage"]
SIZES = ["stratego", "barrage"]
FORTRESS, BLITZ, BALANCED, BLUFF = STYLES
TOP = (Rank.MARSHAL, Rank.GENERAL)
seeds = st.integers(0, 2**30)


@cache
def placements(game_id, style, number=24):
    random, rules = Random(style.name), rules_of(game_id).rules
    return [placement_of(rules, styled_army(rules, style, random)) for _ in range(number)]


def mean(values):
    found = list(values)
    return sum(found) / len(found)


def mean_row(game_id, style, ranks):
    return mean(
        square // 10 for placement in placements(game_id, style) for square, rank in placement.items() if rank in ranks
    )


def bombs_beside_the_flag(game_id, style):
    rules = rules_of(game_id).rules
    return mean(
        sum(placement.get(near) is Rank.BOMB for near in neighbours(rules, flag_of(placement)))
        for placement in placements(game_id, style)
    )


@given(seeds, st.sampled_from(VARIANTS), st.sampled_from(STYLES))
@settings(max_examples=25)
def test_every_army_is_legal_for_both_seats(seed, game_id, style):
    rules = rules_of(game_id)
    text = styled_army(rules.rules, style, Random(seed))
    for seat in rules.info.seats:
        rules.check_army(seat, text)


@given(seeds, st.sampled_from(SIZES), st.sampled_from(STYLES))
@settings(max_examples=25)
def test_no_scout_can_capture_the_flag_in_one_move(seed, game_id, style):
    rules = rules_of(game_id).rules
    placement = placement_of(rules, styled_army(rules, style, Random(seed)))
    assert not is_in_sight(rules, placement, flag_of(placement))
    assert flag_of(placement) // 10 < rules.zone_rows - 1


def test_few_flags_can_be_captured_in_a_scouts_second_move():
    found = [placement for style in STYLES for placement in placements("barrage", style)]
    assert mean(unguarded_raids(rules_of("barrage").rules, placement) for placement in found) < 0.2


@given(seeds, st.sampled_from(SIZES))
@settings(max_examples=8)
def test_the_same_seed_gives_the_same_army(seed, game_id):
    rules = rules_of(game_id)
    assert army(rules, "red", Random(seed)) == army(rules, "blue", Random(seed))


@pytest.mark.parametrize("game_id", SIZES)
def test_armies_differ_and_no_square_has_the_flag_too_often(game_id):
    found = [placement for style in STYLES for placement in placements(game_id, style)]
    flags = Counter(map(flag_of, found))
    assert len({tuple(sorted(placement.items())) for placement in found}) == len(found)
    assert len(flags) >= 8
    assert max(flags.values()) <= 0.3 * len(found)
    assert 0.35 < mean(flag % 10 < 5 for flag in flags.elements()) < 0.65


@pytest.mark.parametrize("game_id", SIZES)
def test_a_fortress_has_more_bombs_beside_its_flag_than_a_bluff(game_id):
    assert bombs_beside_the_flag(game_id, FORTRESS) > 1.2 * bombs_beside_the_flag(game_id, BLUFF)


@pytest.mark.parametrize("game_id", SIZES)
def test_a_blitz_brings_its_officers_to_the_front(game_id):
    assert mean_row(game_id, BLITZ, TOP) > mean_row(game_id, BALANCED, TOP) + 0.3


def test_a_blitz_gathers_its_officers_on_one_wing():
    def one_sided(placement):
        left = [square % 10 < 5 for square, rank in placement.items() if rank >= Rank.MAJOR and rank.is_movable]
        return abs(mean(left) - 0.5)

    assert mean(map(one_sided, placements("stratego", BLITZ))) > 1.2 * mean(
        map(one_sided, placements("stratego", BALANCED))
    )


def test_a_bluff_encloses_a_square_without_the_flag():
    rules = rules_of("stratego").rules

    def closed_decoys(placement):
        squares = [square for square in range(10) if distance(square, flag_of(placement)) > 2]
        return sum(all(placement[near] is Rank.BOMB for near in neighbours(rules, square)) for square in squares)

    decoys = [mean(map(closed_decoys, placements("stratego", style))) for style in (BLUFF, BALANCED)]
    assert decoys[0] > 0.3 > 2 * decoys[1]


@pytest.mark.parametrize("game_id", VARIANTS)
def test_an_army_that_must_be_ready_at_once_is_legal_and_keeps_its_flag_out_of_sight(game_id):
    game = rules_of(game_id)
    for seed in range(12):
        text = army(game, "red", Random(seed), within=0.0)
        game.check_army("red", text)
        placement = placement_of(game.rules, text)
        assert not is_in_sight(game.rules, placement, flag_of(placement))


def test_an_army_of_the_library_serves_while_tables_are_not_loaded():
    game, may_load = rules_of("stratego"), Event()
    loader = TableLoader(lambda _rules: may_load.wait())
    library = {formation.army for formation in game.library}
    armies = {army(game, "red", Random(seed), 0.0, loader) for seed in range(30)}
    may_load.set()
    assert armies <= library | {game.mirror_army(text) for text in library}
    assert len(armies) > 5


def test_every_army_can_move_out_of_its_zone():
    for style in STYLES:
        for placement in placements("stratego", style):
            exits = [placement[30 + column] for column in (0, 1, 4, 5, 8, 9)]
            assert sum(rank is not Rank.BOMB for rank in exits) >= 3


def test_enclosing_a_useful_piece_with_own_bombs_is_a_fault():
    rules = rules_of("stratego").rules
    walls = {0: Rank.MINER, 1: Rank.BOMB, 10: Rank.BOMB}
    assert faults(rules, walls) > faults(rules, walls | {0: Rank.SCOUT}) == faults(rules, walls | {0: Rank.FLAG})


def test_a_bomb_in_front_of_a_lane_is_a_fault_but_not_in_front_of_a_lake():
    rules = rules_of("stratego").rules
    assert faults(rules, {34: Rank.BOMB}) > faults(rules, {32: Rank.BOMB}) == 0


@pytest.mark.parametrize("game_id", SIZES)
def test_fitted_weights_change_the_features_of_armies(game_id):
    rules = rules_of(game_id).rules

    def far(fitted):
        texts = [styled_army(rules, BALANCED, Random(seed), fitted) for seed in range(8)]
        return mean(army_features(rules, placement_of(rules, text))["marshal from the flag"] for text in texts)

    assert far({"marshal from the flag": -3.0}) < far({}) < far({"marshal from the flag": 3.0})
