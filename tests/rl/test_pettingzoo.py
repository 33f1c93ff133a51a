"""PettingZoo's own tests of an environment."""

from __future__ import annotations

from random import Random

import pytest
from pettingzoo.test import api_test, seed_test

from damero.domain import catalogue
from damero.domain.game import PlacedGame
from damero.engines.registry import place_army
from damero.rl.pettingzoo import env, raw_env

IDS = [game.info.id for game in catalogue.GAMES]
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_passes_the_test_of_the_interface(game_id: str) -> None:
    api_test(env(game_id, max_plies=60), num_cycles=150)


@pytest.mark.parametrize("game_id", IDS)
def test_a_seed_repeats_the_game(game_id: str) -> None:
    seed_test(lambda: env(game_id, max_plies=40), num_cycles=30)


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    drafti = raw_env("drafti")
    drafti.reset(options={"position": "W:W19:B15"})
    (action,) = drafti.episode.moves
    drafti.step(action)
    assert drafti.rewards == {"white": 1.0, "black": -1.0}
    assert drafti.terminations == {"white": True, "black": True}


def test_a_game_that_lasts_too_long_is_cut_off() -> None:
    drafti = raw_env("drafti", max_plies=2)
    drafti.reset(seed=1)
    for _ in range(2):
        drafti.step(next(iter(drafti.episode.moves)))
    assert all(drafti.truncations.values())
    assert not any(drafti.terminations.values())


def test_armies_can_be_those_of_the_engine() -> None:
    barrage = raw_env("barrage", realistic_armies=True)
    barrage.reset(seed=1)
    game = barrage.game
    assert isinstance(game, PlacedGame)
    random = Random(1)
    armies = {seat: place_army(game, seat, random) for seat in barrage.agents}
    assert barrage.episode.position == game.place(armies)
