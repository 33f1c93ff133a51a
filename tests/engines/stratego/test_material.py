from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.domain.stratego.variants import FULL_ARMY
from damero.engines.stratego.material import PATIENCE, Valuation, evaluation_weights, valuation

ARMY = [dict(FULL_ARMY)[rank] for rank in Rank]
WEIGHTS = evaluation_weights(rules_of("stratego").rules)


@dataclass(frozen=True)
class Without:
    """An army after losses."""

    lost: dict[Rank, int]

    @property
    def counts(self) -> list[int]:
        return [count - self.lost.get(rank, 0) for rank, count in zip(Rank, ARMY, strict=True)]


def values(ours=ARMY, theirs=ARMY, quiet=0) -> Valuation:
    return valuation(WEIGHTS, ours, theirs, quiet)


def test_equal_armies_have_equal_values():
    ours, theirs = values().value
    assert ours[1:] == theirs[1:]


def test_our_own_flag_is_worth_more_than_the_enemys():
    ours, theirs = values().value
    assert ours[Rank.FLAG] > theirs[Rank.FLAG]


def test_a_higher_rank_is_worth_more():
    value = values().value[0]
    assert all(value[rank] < value[rank + 1] for rank in range(Rank.SERGEANT, Rank.GENERAL))


def test_the_general_takes_the_place_of_captured_marshals():
    fallen = Without({Rank.MARSHAL: 1}).counts
    assert values(fallen, fallen).value[0][Rank.GENERAL] >= values().value[0][Rank.MARSHAL]


def test_a_spy_is_worth_little_without_an_enemy_marshal():
    after = values(theirs=Without({Rank.MARSHAL: 1}).counts)
    assert after.value[0][Rank.SPY] < values().value[0][Rank.SPY] / 2


def test_the_last_miner_is_valuable_while_bombs_stand():
    few = Without({Rank.MINER: 4}).counts
    unneeded = values(few, Without({Rank.BOMB: 6}).counts).value[0][Rank.MINER]
    assert values(few).value[0][Rank.MINER] > 2 * values().value[0][Rank.MINER] > 2 * unneeded


def test_without_fights_own_secrets_lose_value_and_enemy_secrets_gain_it():
    early, late = values(), values(quiet=PATIENCE)
    assert late.secrecy[0][Rank.MARSHAL] == 0 < early.secrecy[0][Rank.MARSHAL]
    assert late.secrecy[1][Rank.MARSHAL] > early.secrecy[1][Rank.MARSHAL]
    assert late.first_move_cost == 0 < early.first_move_cost


@pytest.mark.parametrize("variant", ["stratego", "stratego-federation", "barrage"])
def test_the_weights_are_those_of_the_nearest_size_of_army(variant):
    rules = rules_of(variant).rules
    assert evaluation_weights(replace(rules, army=rules.army[:-1])) == evaluation_weights(rules)


def test_a_rank_without_fitted_weights_keeps_its_value_and_has_no_secrecy():
    assert WEIGHTS.value[Rank.SERGEANT] == 1
    assert WEIGHTS.secrecy[Rank.SERGEANT] == 0
