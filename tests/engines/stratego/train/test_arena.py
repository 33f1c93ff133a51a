from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from tests.engines.stratego.play import rules_of

from damero.domain.stratego.board import NAMES
from damero.engines.stratego.material import evaluation_weights
from damero.engines.stratego.setup import army
from damero.engines.stratego.train.arena import Arena
from damero.engines.stratego.train.armies import engine_armies

VARIANTS = ["stratego", "stratego-federation", "barrage"]
QUIET_LIMIT = 300


def played(game_id, seed, nodes=40):
    """The moves of a game of the arena, and the first side's half points."""
    rules, random = rules_of(game_id), Random(seed)
    arena = Arena(rules.rules, random)
    points = arena.play(engine_armies(rules, random), [evaluation_weights(rules.rules)] * 2, nodes)
    return arena.steps, points


def by_the_referee(game_id, seed, steps):
    """The same game, judged by the rules."""
    rules, random = rules_of(game_id), Random(seed)
    state = rules.place({seat: army(rules, seat, random) for seat in rules.info.seats})
    for step in steps:
        state = state.play(state.find((NAMES[step.origin], NAMES[step.target])))
    assert [ply.step for ply in state.plies] == steps
    return state


@pytest.mark.parametrize("game_id", VARIANTS)
@pytest.mark.parametrize("seed", range(6))
def test_the_referee_accepts_its_games_and_their_results(game_id, seed):
    steps, points = played(game_id, seed)
    state = by_the_referee(game_id, seed, steps)
    if state.outcome is None:
        assert points == 1
        assert not any(step.fight for step in steps[-QUIET_LIMIT:])
    else:
        assert points == {"red": 2, None: 1, "blue": 0}[state.outcome.winner]


def test_the_same_seed_gives_the_same_game():
    assert played("barrage", 3) == played("barrage", 3)


def test_fitted_weights_beat_weights_without_material():
    rules, random = rules_of("barrage"), Random(1)
    weights = evaluation_weights(rules.rules)
    nothing = {each.name: 0.0 for each in fields(weights)}
    careless = replace(weights, **{**nothing, "value": (0.01,) * 12, "secrecy": (0.0,) * 12})
    arena = Arena(rules.rules, random)
    points = [arena.play(engine_armies(rules, random), (weights, careless), 60) for _ in range(20)]
    assert sum(points) > 26
