from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.rules import Rank
from damero.domain.stratego.variants import FULL_ARMY
from damero.engines.stratego.values import PATIENCE, Worth, weights_of, worth_of

ARMY = [dict(FULL_ARMY)[rank] for rank in Rank]
WEIGHTS = weights_of(rules_of("stratego").rules)


@dataclass(frozen=True)
class Without:
    """An army after losses."""

    lost: dict[Rank, int]

    @property
    def counts(self) -> list[int]:
        return [count - self.lost.get(rank, 0) for rank, count in zip(Rank, ARMY, strict=True)]


def worth(ours=ARMY, theirs=ARMY, quiet=0) -> Worth:
    return worth_of(WEIGHTS, ours, theirs, quiet)


def test_equal_armies_are_worth_the_same():
    ours, theirs = worth().value
    assert ours[1:] == theirs[1:]


def test_our_own_flag_is_worth_more_to_us_than_the_chance_of_theirs():
    ours, theirs = worth().value
    assert ours[Rank.FLAG] > theirs[Rank.FLAG]


def test_a_higher_rank_is_worth_more():
    value = worth().value[0]
    assert all(value[rank] < value[rank + 1] for rank in range(Rank.SERGEANT, Rank.GENERAL))


def test_the_general_takes_the_place_of_fallen_marshals():
    fallen = Without({Rank.MARSHAL: 1}).counts
    assert worth(fallen, fallen).value[0][Rank.GENERAL] >= worth().value[0][Rank.MARSHAL]


def test_a_spy_is_worth_little_without_a_marshal_to_take():
    after = worth(theirs=Without({Rank.MARSHAL: 1}).counts)
    assert after.value[0][Rank.SPY] < worth().value[0][Rank.SPY] / 2


def test_the_last_miner_is_dear_while_bombs_stand():
    few = Without({Rank.MINER: 4}).counts
    unneeded = worth(few, Without({Rank.BOMB: 6}).counts).value[0][Rank.MINER]
    assert worth(few).value[0][Rank.MINER] > 2 * worth().value[0][Rank.MINER] > 2 * unneeded


def test_our_secrets_fade_and_theirs_call_when_nothing_happens():
    early, late = worth(), worth(quiet=PATIENCE)
    assert late.secret[0][Rank.MARSHAL] == 0 < early.secret[0][Rank.MARSHAL]
    assert late.secret[1][Rank.MARSHAL] > early.secret[1][Rank.MARSHAL]
    assert late.stillness == 0 < early.stillness


@pytest.mark.parametrize("variant", ["stratego", "stratego-federation", "barrage"])
def test_the_weights_are_those_of_the_nearest_size_of_army(variant):
    rules = rules_of(variant).rules
    assert weights_of(replace(rules, army=rules.army[:-1])) == weights_of(rules)


def test_a_rank_of_which_nothing_was_learnt_counts_as_it_is_and_has_no_secret():
    assert WEIGHTS.value[Rank.SERGEANT] == 1
    assert WEIGHTS.secret[Rank.SERGEANT] == 0
