from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.domain.stratego.setup import read_army
from damero.engines.stratego.setup import STYLES, army, neighbours, styled_army

VARIANTS = ["stratego", "stratego-federation", "barrage"]
FORTRESS, BLITZ, BALANCED, BLUFF = STYLES


@cache
def armies(game_id, style, number=40):
    random = Random(1)
    return [styled_army(rules_of(game_id).rules, style, random) for _ in range(number)]


def ranks_of(text):
    """Ranks by square, counted from the back row."""
    rows = [read_army(rules_of("stratego").rules, text)[start : start + 10] for start in range(0, 40, 10)]
    return [rank for row in rows[::-1] for rank in row]


def closed(text):
    ranks = ranks_of(text)
    near = neighbours(rules_of("stratego").rules, ranks.index(Rank.FLAG))
    return all(ranks[square] is Rank.BOMB for square in near)


@pytest.mark.parametrize("game_id", VARIANTS)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
def test_every_army_is_legal_for_both_seats(game_id, style):
    rules = rules_of(game_id)
    for text in armies(game_id, style, number=12):
        for seat in rules.info.seats:
            rules.check_army(seat, text)


@pytest.mark.parametrize("game_id", VARIANTS)
def test_armies_differ_and_the_flag_changes_its_place(game_id):
    random, rules = Random(2), rules_of(game_id)
    drawn = [army(rules, "red", random) for _ in range(30)]
    flags = {text.replace("/", "").index("M") for text in drawn}
    assert len(set(drawn)) == 30
    assert len(flags) >= 6


def test_the_same_chance_gives_the_same_army():
    rules = rules_of("stratego")
    assert army(rules, "red", Random(3)) == army(rules, "red", Random(3))


def test_a_fortress_is_closed_more_often_than_a_bluff():
    shut = [sum(map(closed, armies("stratego", style))) for style in (FORTRESS, BLUFF)]
    assert shut[0] > 30 > shut[1]


def test_a_blitz_brings_its_officers_to_the_front():
    def rows(style):
        return sum(
            square // 10
            for text in armies("stratego", style)
            for square, rank in enumerate(ranks_of(text))
            if rank in (Rank.GENERAL, Rank.COLONEL, Rank.MAJOR)
        )

    assert rows(BLITZ) > 1.1 * rows(FORTRESS)


def test_every_army_can_move_out_of_its_zone():
    for style in STYLES:
        for text in armies("stratego", style):
            exits = [ranks_of(text)[30 + column] for column in (0, 1, 4, 5, 8, 9)]
            assert sum(rank is not Rank.BOMB for rank in exits) >= 3
