"""Gymnasium's own check of an environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from damero.domain import catalogue
from damero.rl.gymnasium import AgainstEngine, register

IDS = [game.info.id for game in catalogue.GAMES]


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_passes_the_check(game_id: str) -> None:
    check_env(AgainstEngine(game_id, level=1), skip_render_check=True)


def test_every_game_can_be_made_by_its_name() -> None:
    register()
    made = [gymnasium.make(f"damero/{game.info.id}-v{game.info.version}") for game in catalogue.GAMES]
    assert [env.unwrapped.game.info.id for env in made] == IDS  # type: ignore[attr-defined]


def test_the_engine_answers_until_the_game_is_over() -> None:
    env = AgainstEngine("drafti", level=2, seat="black", nodes=200)
    observation, _ = env.reset(seed=3)
    assert len(env.episode.position.plies) == 1
    over, reward = False, 0.0
    while not over:
        action = np.flatnonzero(observation["action_mask"])[0]
        observation, reward, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    assert env.episode.is_over
    assert reward == env.episode.reward("black")


def test_an_illegal_action_loses_at_once() -> None:
    env = AgainstEngine("banqi")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.action_masks() == 0)[0])
    _, reward, terminated, _, info = env.step(np.int64(illegal))
    assert (reward, terminated, info) == (-1.0, True, {"illegal": True})
