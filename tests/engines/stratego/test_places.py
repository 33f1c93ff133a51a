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
from damero.engines.stratego.places import SHARES, followed, likings_by, schools

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def standing(army):
    """The ranks of an army on squares that count from its back row."""
    letters = "".join(army.split("/")[::-1])
    return [(square, RANKS[letter]) for square, letter in enumerate(letters) if letter in RANKS]


def trust(rules, army):
    """How much every school, with all its kinds, is trusted."""
    shares = Counter()
    for school, share in zip(schools(rules), followed(rules, standing(army)), strict=True):
        shares[school.name] += share
    return shares


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_ranks_of_an_army_share_every_square_of_every_school(game_id):
    rules = rules_of(game_id).rules
    for school in schools(rules):
        for row in school.likings:
            whole = sum(rules.count(rank) * row[rank] for rank in Rank)
            assert whole == pytest.approx(rules.army_size)


def mirror(square):
    return square - square % SIZE + SIZE - 1 - square % SIZE


@pytest.mark.parametrize("game_id", VARIANTS)
def test_before_any_piece_is_known_left_and_right_are_alike(game_id):
    rules = rules_of(game_id).rules
    likings = likings_by(rules, followed(rules, ()))
    for square, row in enumerate(likings):
        assert row == pytest.approx(likings[mirror(square)])


def test_an_army_and_its_mirror_image_are_judged_alike():
    rules, army = rules_of("stratego").rules, standing(formations(rules_of("stratego").rules)[1].army)[::3]
    likings = likings_by(rules, followed(rules, army))
    mirrored = likings_by(rules, followed(rules, [(mirror(square), rank) for square, rank in army]))
    for square, row in enumerate(likings):
        assert row == pytest.approx(mirrored[mirror(square)])


def test_bombs_in_a_corner_speak_for_the_flag_in_it():
    rules = rules_of("stratego").rules
    before = likings_by(rules, followed(rules, ()))
    after = likings_by(rules, followed(rules, [(1, Rank.BOMB), (10, Rank.BOMB)]))
    assert after[0][Rank.FLAG] > 2 * before[0][Rank.FLAG]
    assert after[0][Rank.FLAG] > 2 * after[9][Rank.FLAG]


def test_a_piece_that_has_moved_speaks_against_kinds_with_a_bomb_there():
    rules = rules_of("stratego").rules
    before, after = followed(rules, ()), followed(rules, (), [1, 10])
    closed = [school.likings[1][Rank.BOMB] + school.likings[10][Rank.BOMB] for school in schools(rules)]
    thought, found = (sum(map(mul, trust, closed)) for trust in (before, after))
    assert found < 0.9 * thought


@given(st.lists(st.tuples(st.integers(0, 39), st.sampled_from(Rank)), max_size=40))
def test_trust_is_shared_out_and_no_school_is_ever_given_up(known):
    shares = followed(rules_of("stratego").rules, known)
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0


def test_before_any_piece_is_known_schools_have_their_shares():
    known = {name: share for name, share in SHARES.items() if name != "own"}
    assert trust(rules_of("stratego").rules, "") == pytest.approx(known)


@pytest.mark.parametrize("game_id", ["stratego", "barrage"])
def test_a_formation_of_the_library_is_recognised_if_it_was_shown(game_id):
    rules = rules_of(game_id).rules
    for formation in formations(rules)[::2]:
        shares = trust(rules, formation.army)
        assert max(shares, key=lambda name: shares[name]) == "library"


def test_armies_by_lot_are_found_out():
    rules, random = rules_of("stratego").rules, Random(3)
    armies = [
        shuffled(formation.army, lambda items: random.sample(items, len(items))) for formation in formations(rules)
    ]
    by_lot = [trust(rules, army)["lot"] for army in armies]
    assert min(by_lot) > SHARES["lot"]
    assert sum(by_lot) / len(by_lot) > 0.8


def test_what_no_school_shows_is_still_possible():
    rules = rules_of("stratego").rules
    for row in likings_by(rules, followed(rules, standing(formations(rules)[0].army))):
        assert min(row) > 0
