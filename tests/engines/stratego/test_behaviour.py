from __future__ import annotations

import pytest
from tests.engines.stratego.play import BLUE, rules_of

from damero.domain.stratego.rules import Rank
from damero.engines.stratego.behaviour import (
    HONESTY_LEVELS,
    BehaviourModel,
    behaviour_models,
    engine_evidence,
    model_probabilities,
    rank_ratios,
)
from damero.engines.stratego.observations import ObservedPiece

VARIANTS = ["stratego", "stratego-federation", "barrage"]


def _identified(actions):
    """Blue pieces that are known by now: their rank, and the rank of the known piece that they approached."""
    return [
        ObservedPiece(BLUE, 0, None, rank, True, features={f"sought {met}", f"approached {met}"})
        for rank, met in actions
    ]


@pytest.mark.parametrize(
    ("actions", "honest"),
    [
        ([(Rank.MAJOR, 6), (Rank.COLONEL, 7), (Rank.LIEUTENANT, 4), (Rank.MARSHAL, 9)], True),
        ([(Rank.SERGEANT, 6), (Rank.MINER, 7), (Rank.SCOUT, 8), (Rank.CAPTAIN, 10)], False),
    ],
)
def test_identified_pieces_show_how_honest_their_owner_is(actions, honest):
    rules = rules_of("stratego").rules
    shares = model_probabilities(rules, behaviour_models(rules)[: len(HONESTY_LEVELS)], _identified(actions))
    assert sum(shares) == pytest.approx(1)
    assert (shares[-1] > shares[0]) is honest


def test_an_opponent_that_behaves_like_another_program_is_recognised():
    rules = rules_of("stratego").rules
    feature = "sought 7"
    plain, program = BehaviourModel({}), BehaviourModel({feature: [0.0] * 10 + [2.0, 0.0]}, trust=1.0)
    marshals = [ObservedPiece(BLUE, 0, None, Rank.MARSHAL, True, features={feature})]
    miners = [ObservedPiece(BLUE, 0, None, Rank.MINER, True, features={feature})]
    before, alike, unlike = (model_probabilities(rules, (plain, program), army) for army in ([], marshals, miners))
    assert before == pytest.approx((1 / 2, 1 / 2))
    assert alike[1] > before[1] > unlike[1]


def test_an_honest_player_chases_a_known_piece_with_one_that_beats_it():
    rules = rules_of("stratego").rules
    bluffing, *_, honest = (BehaviourModel({}, honesty) for honesty in HONESTY_LEVELS)
    hunter = frozenset({"sought 7", "approached 7"})
    assert rank_ratios(rules, bluffing, hunter) == [1.0] * len(Rank)
    ratios = rank_ratios(rules, honest, hunter)
    assert (
        min(ratios[Rank.COLONEL], ratios[Rank.GENERAL], ratios[Rank.MARSHAL]) > ratios[Rank.MAJOR] > ratios[Rank.MINER]
    )


def test_a_spy_does_not_approach_the_marshal_but_backs_another_piece():
    rules = rules_of("stratego").rules
    honest = BehaviourModel({}, HONESTY_LEVELS[-1])
    offered, behind = (rank_ratios(rules, honest, frozenset({f"{action} 10"})) for action in ("approached", "backed"))
    assert offered[Rank.SPY] < 1.1 < behind[Rank.SPY]
    assert behind[Rank.SPY] > 3 * behind[Rank.MINER]


def test_each_army_size_has_its_own_evidence():
    large, federation, small = (engine_evidence(rules_of(game_id).rules) for game_id in VARIANTS)
    assert large is not small
    assert large == federation
    assert all(len(weights) == len(Rank) for table in (large, small) for weights in table.values())
