from __future__ import annotations

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
from damero.engines.stratego.places import SHARES, followed, liking, schools

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def standing(army):
    """The ranks of an army on squares that count from its back row."""
    letters = "".join(army.split("/")[::-1])
    return [(square, RANKS[letter]) for square, letter in enumerate(letters) if letter in RANKS]


def trust(rules, army):
    names = (school.name for school in schools(rules))
    return dict(zip(names, followed(rules, standing(army)), strict=True))


@pytest.mark.parametrize("game_id", VARIANTS)
def test_the_ranks_of_an_army_share_every_square_of_every_school(game_id):
    rules = rules_of(game_id).rules
    for school in schools(rules):
        for row in school.likings:
            whole = sum(rules.count(rank) * row[rank] for rank in Rank)
            assert whole == pytest.approx(rules.army_size)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_left_and_right_are_alike_in_every_school(game_id):
    for school in schools(rules_of(game_id).rules):
        for square, row in enumerate(school.likings):
            mirrored = square - square % SIZE + SIZE - 1 - square % SIZE
            assert row == pytest.approx(school.likings[mirrored])


@given(st.lists(st.tuples(st.integers(0, 39), st.sampled_from(Rank)), max_size=40))
def test_trust_is_shared_out_and_no_school_is_ever_given_up(known):
    shares = followed(rules_of("stratego").rules, known)
    assert sum(shares) == pytest.approx(1)
    assert min(shares) > 0


def test_before_any_piece_is_known_schools_have_their_shares():
    rules = rules_of("stratego").rules
    assert followed(rules, ()) == pytest.approx(tuple(SHARES[school.name] for school in schools(rules)))


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
    shares = followed(rules, standing(formations(rules)[0].army))
    for square in range(40):
        assert min(liking(rules, shares, square)) > 0
