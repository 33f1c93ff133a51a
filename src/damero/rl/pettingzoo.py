"""PettingZoo: `env("banqi")` is a turn-based (AEC) environment of any game.

>>> from damero.rl.pettingzoo import env
>>> banqi = env("banqi")
>>> banqi.reset(seed=7)
>>> observation = banqi.observe(banqi.agent_selection)
>>> int(observation["action_mask"].sum())
32
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from damero.domain.game import Game, Seat
from damero.extras import needs
from damero.rl.encoding import encoding_of
from damero.rl.episode import MAX_PLIES, Episode, begin, find_game

with needs("rl"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(game: Game | str, **options: Any) -> AECEnv[str, dict[str, Any], int]:
    """The environment with PettingZoo's usual guards: an illegal action loses, and calls in the wrong order fail.

    >>> banqi = env("banqi")
    >>> banqi.reset(seed=7)
    >>> observation, reward, over, cut_off, info = banqi.last()
    >>> int(observation["action_mask"].sum())
    32
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv[str, dict[str, Any], int]):  # noqa: N801 - the name that PettingZoo's users expect
    """The agents are the seats, such as "white" and "black". The last move's rewards are 1, 0 and -1."""

    def __init__(
        self,
        game: Game | str,
        *,
        max_plies: int = MAX_PLIES,
        realistic_armies: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.metadata = {
            "name": f"{self.game.info.id}_v{self.game.info.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(self.game.info.seats)
        encoding = encoding_of(self.game.info)
        self.observation_spaces = {seat: _observation_space(self.game) for seat in self.possible_agents}
        self.action_spaces = {seat: spaces.Discrete(encoding.action_count) for seat in self.possible_agents}
        self._max_plies = max_plies
        self._realistic_armies = realistic_armies
        self._random = Random()

    def observation_space(self, agent: Seat) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. `options={"position": text}` begins elsewhere."""
        if seed is not None:
            self._random = Random(seed)
        text = (options or {}).get("position")
        start = self.game.read_position(text) if text else self._dealt()
        self.episode = Episode(self.game, start, self._max_plies)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        self.agent_selection = self.episode.to_move or self.agents[0]

    def observe(self, agent: Seat) -> dict[str, Any]:
        return {"observation": self.episode.observe(agent), "action_mask": self.episode.mask(agent)}

    def step(self, action: int | None) -> None:
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[seat] = 0.0
        self.episode.play(int(action))
        self.rewards = {each: self.episode.reward(each) for each in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.episode.is_over)
        self.truncations = dict.fromkeys(self.agents, self.episode.is_cut_off)
        self.agent_selection = self.episode.to_move or self.game.info.opponent(seat)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as the seat to move sees it, as a text."""
        return self.episode.view(self.agent_selection).text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _dealt(self) -> Any:
        return begin(self.game, self._random, realistic_armies=self._realistic_armies)


def _observation_space(game: Game) -> spaces.Dict:
    encoding = encoding_of(game.info)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 127, encoding.shape, np.int8),
            "action_mask": spaces.Box(0, 1, (encoding.action_count,), np.int8),
        }
    )
