"""The records say what the rulebook's table says."""

from __future__ import annotations

import pytest
from tests.domain.draughts.boards import RULES

from damero.domain.draughts.info import describe
from damero.domain.draughts.rules import Duty, Player, Priority, Promotion, Rules
from damero.domain.draughts.variants import VARIANTS

BACK, AHEAD = True, False
FLYING, STEPPING = True, False
TABLE = {
    "spanish": (AHEAD, FLYING, "side", "free", "ends_turn", "white"),
    "spanish-federation": (AHEAD, FLYING, "side", "most_pieces_then_kings", "ends_turn", "white"),
    "checkers": (BACK, FLYING, "piece", "free", "continues_as_king", "white"),
    "drafti": (BACK, FLYING, "side", "most_pieces", "at_end", "white"),
    "drafti-federation": (AHEAD, FLYING, "side", "free", "ends_turn", "white"),
    "russian": (BACK, FLYING, "side", "free", "continues_as_king", "white"),
    "brazilian": (BACK, FLYING, "side", "most_pieces", "at_end", "white"),
    "pool": (BACK, FLYING, "side", "free", "at_end", "black"),
    "english": (AHEAD, STEPPING, "side", "free", "ends_turn", "black"),
    "italian": (AHEAD, STEPPING, "side", "italian", "ends_turn", "white"),
    "czech": (AHEAD, FLYING, "side", "king_first", "ends_turn", "white"),
    "international": (BACK, FLYING, "side", "most_pieces", "at_end", "white"),
}
IN_TABLE = list(VARIANTS[: len(TABLE)])
"""Variants of later years need no row: their suites in tests/perft declare their laws."""


def test_the_twelve_variants_of_the_table_come_first() -> None:
    assert list(map(RULES.get, TABLE)) == IN_TABLE


@pytest.mark.parametrize("rules", IN_TABLE, ids=lambda rules: rules.id)
def test_a_variant_plays_its_row_of_the_table(rules: Rules) -> None:
    back, flying, duty, priority, promotion, first = TABLE[rules.id]
    assert rules.men_capture_backward is back
    assert rules.flying_kings is flying
    assert rules.duty is Duty(duty)
    assert rules.priority is Priority(priority)
    assert rules.promotion is Promotion(promotion)
    assert rules.first is Player(first)


def test_men_may_not_take_kings_only_in_italian() -> None:
    assert [rules.id for rules in IN_TABLE if not rules.men_capture_kings] == ["italian"]


def test_only_international_is_played_on_ten_by_ten() -> None:
    assert {rules.id: (rules.size, rules.men_rows) for rules in IN_TABLE if rules.size != 8} == {
        "international": (10, 4)
    }
    assert {rules.men_rows for rules in IN_TABLE if rules.size == 8} == {3}


def test_spanish_and_italian_clubs_look_at_the_mirror_image() -> None:
    assert [rules.id for rules in IN_TABLE if rules.mirrored] == ["spanish-federation", "italian"]


def test_the_pdn_game_types_are_those_of_the_standard() -> None:
    types = {20: "international", 21: "english", 22: "italian", 23: "pool"}
    types |= {24: "spanish-federation", 25: "russian", 26: "brazilian", 29: "czech"}
    assert {rules.pdn_game_type: rules.id for rules in IN_TABLE if rules.pdn_game_type} == types


def test_every_variant_has_a_title_and_a_summary_of_its_own() -> None:
    infos = [describe(rules) for rules in VARIANTS]
    assert len({info.title for info in infos}) == len({info.summary for info in infos}) == len(RULES)
