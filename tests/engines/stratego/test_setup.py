from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.merits import apart, army_traits, draft_of, flag_of, is_in_sight, neighbours, raids
from damero.engines.stratego.setup import STYLES, army, faults, styled_army

VARIANTS = ["stratego", "stratego-federation", "barrage"]
SIZES = ["stratego", "barrage"]
FORTRESS, BLITZ, BALANCED, BLUFF = STYLES
TOP = (Rank.MARSHAL, Rank.GENERAL)
seeds = st.integers(0, 2**30)


@cache
def drafts(game_id, style, number=24):
    random, rules = Random(style.name), rules_of(game_id).rules
    return [draft_of(rules, styled_army(rules, style, random)) for _ in range(number)]


def mean(values):
    found = list(values)
    return sum(found) / len(found)


def mean_row(game_id, style, ranks):
    return mean(square // 10 for draft in drafts(game_id, style) for square, rank in draft.items() if rank in ranks)


def bombs_by_the_flag(game_id, style):
    rules = rules_of(game_id).rules
    return mean(
        sum(draft.get(near) is Rank.BOMB for near in neighbours(rules, flag_of(draft)))
        for draft in drafts(game_id, style)
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
def test_no_scout_takes_the_flag_in_one_run(seed, game_id, style):
    rules = rules_of(game_id).rules
    draft = draft_of(rules, styled_army(rules, style, Random(seed)))
    assert not is_in_sight(rules, draft, flag_of(draft))
    assert flag_of(draft) // 10 < rules.zone_rows - 1


def test_a_scout_takes_few_flags_in_its_second_run():
    found = [draft for style in STYLES for draft in drafts("barrage", style)]
    assert mean(raids(rules_of("barrage").rules, draft) for draft in found) < 0.2


@given(seeds, st.sampled_from(SIZES))
@settings(max_examples=8)
def test_the_same_chance_gives_the_same_army(seed, game_id):
    rules = rules_of(game_id)
    assert army(rules, "red", Random(seed)) == army(rules, "blue", Random(seed))


@pytest.mark.parametrize("game_id", SIZES)
def test_armies_differ_and_no_square_has_the_flag_too_often(game_id):
    found = [draft for style in STYLES for draft in drafts(game_id, style)]
    flags = Counter(map(flag_of, found))
    assert len({tuple(sorted(draft.items())) for draft in found}) == len(found)
    assert len(flags) >= 8
    assert max(flags.values()) <= 0.3 * len(found)
    assert 0.35 < mean(flag % 10 < 5 for flag in flags.elements()) < 0.65


@pytest.mark.parametrize("game_id", SIZES)
def test_a_fortress_has_more_bombs_by_its_flag_than_a_bluff(game_id):
    assert bombs_by_the_flag(game_id, FORTRESS) > 1.2 * bombs_by_the_flag(game_id, BLUFF)


@pytest.mark.parametrize("game_id", SIZES)
def test_a_blitz_brings_its_officers_to_the_front(game_id):
    assert mean_row(game_id, BLITZ, TOP) > mean_row(game_id, BALANCED, TOP) + 0.3


def test_a_blitz_gathers_its_officers_on_one_wing():
    def one_sided(draft):
        left = [square % 10 < 5 for square, rank in draft.items() if rank >= Rank.MAJOR and rank.is_movable]
        return abs(mean(left) - 0.5)

    assert mean(map(one_sided, drafts("stratego", BLITZ))) > 1.2 * mean(map(one_sided, drafts("stratego", BALANCED)))


def test_a_bluff_walls_in_a_square_without_the_flag():
    rules = rules_of("stratego").rules

    def closed_decoys(draft):
        squares = [square for square in range(10) if apart(square, flag_of(draft)) > 2]
        return sum(all(draft[near] is Rank.BOMB for near in neighbours(rules, square)) for square in squares)

    decoys = [mean(map(closed_decoys, drafts("stratego", style))) for style in (BLUFF, BALANCED)]
    assert decoys[0] > 0.3 > 2 * decoys[1]


def test_every_army_can_move_out_of_its_zone():
    for style in STYLES:
        for draft in drafts("stratego", style):
            exits = [draft[30 + column] for column in (0, 1, 4, 5, 8, 9)]
            assert sum(rank is not Rank.BOMB for rank in exits) >= 3


def test_nothing_of_use_is_shut_in_by_its_own_bombs():
    rules = rules_of("stratego").rules
    walls = {0: Rank.MINER, 1: Rank.BOMB, 10: Rank.BOMB}
    assert faults(rules, walls) > faults(rules, walls | {0: Rank.SCOUT}) == faults(rules, walls | {0: Rank.FLAG})


def test_a_bomb_before_a_lane_is_a_fault_and_before_a_lake_none():
    rules = rules_of("stratego").rules
    assert faults(rules, {34: Rank.BOMB}) > faults(rules, {32: Rank.BOMB}) == 0


@pytest.mark.parametrize("game_id", SIZES)
def test_what_is_learnt_makes_armies_of_other_traits(game_id):
    rules = rules_of(game_id).rules

    def far(learnt):
        texts = [styled_army(rules, BALANCED, Random(seed), learnt) for seed in range(8)]
        return mean(army_traits(rules, draft_of(rules, text))["marshal from the flag"] for text in texts)

    assert far({"marshal from the flag": -3.0}) < far({}) < far({"marshal from the flag": 3.0})
