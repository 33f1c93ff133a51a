from __future__ import annotations

from collections import Counter
from operator import mul
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.board import SIZE
from damero.domain.stratego.formations import formations
from damero.domain.stratego.notation import RANKS
from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import shuffled
from damero.engines.stratego.setup_priors import (
    PRIOR_PROBABILITIES,
    expected_preferences,
    prior_probabilities,
    setup_priors,
)

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def standing(army):
    """The ranks of an army on squares that count from its back row."""
    letters = "".join(army.split("/")[::-1])
    return [(square, RANKS[letter]) for square, letter in enumerate(letters) if letter in RANKS]


def probabilities(rules, army):
    """The probability of every kind of set-up, all its clusters together."""
    shares = Counter()
    for prior, share in zip(setup_priors(rules), prior_probabilities(rules, standing(army)), strict=True):
        shares[prior.name] += share
    return shares


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_preferences_of_every_prior_average_to_one_on_every_square(game_id):
    rules = rules_of(game_id).rules
    for prior in setup_priors(rules):
        for row in prior.preferences:
            whole = sum(rules.count(rank) * row[rank] for rank in Rank)
            assert whole == pytest.approx(rules.army_size)


def mirror(square):
    return square - square % SIZE + SIZE - 1 - square % SIZE


@pytest.mark.parametrize("game_id", VARIANTS)
def test_before_any_piece_is_known_left_and_right_are_alike(game_id):
    rules = rules_of(game_id).rules
    preferences = expected_preferences(rules, prior_probabilities(rules, ()))
    for square, row in enumerate(preferences):
        assert row == pytest.approx(preferences[mirror(square)])


def test_an_army_and_its_mirror_image_are_judged_alike():
    rules, army = rules_of("stratego").rules, standing(formations(rules_of("stratego").rules)[1].army)[::3]
    preferences = expected_preferences(rules, prior_probabilities(rules, army))
    mirrored = expected_preferences(
        rules, prior_probabilities(rules, [(mirror(square), rank) for square, rank in army])
    )
    for square, row in enumerate(preferences):
        assert row == pytest.approx(mirrored[mirror(square)])


def test_bombs_in_a_corner_suggest_the_flag_in_it():
    rules = rules_of("stratego").rules
    before = expected_preferences(rules, prior_probabilities(rules, ()))
    after = expected_preferences(rules, prior_probabilities(rules, [(1, Rank.BOMB), (10, Rank.BOMB)]))
    assert after[0][Rank.FLAG] > 2 * before[0][Rank.FLAG]
    assert after[0][Rank.FLAG] > 2 * after[9][Rank.FLAG]


def test_a_piece_that_has_moved_lowers_the_probability_of_clusters_with_a_bomb_there():
    rules = rules_of("stratego").rules
    before, after = prior_probabilities(rules, ()), prior_probabilities(rules, (), [1, 10])
    closed = [prior.preferences[1][Rank.BOMB] + prior.preferences[10][Rank.BOMB] for prior in setup_priors(rules)]
    expected, found = (sum(map(mul, probabilities, closed)) for probabilities in (before, after))
    assert found < 0.9 * expected


@given(st.lists(st.tuples(st.integers(0, 39), st.sampled_from(Rank)), max_size=40))
def test_probabilities_add_up_to_one_and_no_prior_is_ever_excluded(known):
    shares = prior_probabilities(rules_of("stratego").rules, known)
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0


def test_before_any_piece_is_known_priors_have_their_prior_probabilities():
    known = {name: share for name, share in PRIOR_PROBABILITIES.items() if name != "engine"}
    assert probabilities(rules_of("stratego").rules, "") == pytest.approx(known)


@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_a_known_formation_of_the_library_is_recognised(game_id):
    rules = rules_of(game_id).rules
    for formation in formations(rules)[::2]:
        shares = probabilities(rules, formation.army)
        assert max(shares, key=lambda name: shares[name]) == "library"


def test_uniformly_random_armies_are_recognised():
    rules, random = rules_of("stratego").rules, Random(3)
    armies = [
        shuffled(formation.army, lambda items: random.sample(items, len(items))) for formation in formations(rules)
    ]
    uniform = [probabilities(rules, army)["uniform"] for army in armies]
    assert min(uniform) > PRIOR_PROBABILITIES["uniform"]
    assert sum(uniform) / len(uniform) > 0.8


def test_no_rank_is_ever_impossible_on_a_square():
    rules = rules_of("stratego").rules
    for row in expected_preferences(rules, prior_probabilities(rules, standing(formations(rules)[0].army))):
        assert min(row) > 0
