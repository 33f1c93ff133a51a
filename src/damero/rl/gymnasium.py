"""Gymnasium: one agent against the engine of any level.

>>> from damero.rl.gymnasium import AgainstEngine
>>> env = AgainstEngine("drafti", level=1)
>>> observation, info = env.reset(seed=7)
>>> int(observation["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from damero.domain.game import Game, Seat
from damero.engines import levels
from damero.engines.engine import Limits
from damero.extras import needs
from damero.rl.encoding import encoding_of
from damero.rl.episode import LOSS, MAX_PLIES, Episode, begin, find_game

with needs("rl"):
    import gymnasium
    from gymnasium import spaces

Observation = dict[str, Any]


class AgainstEngine(gymnasium.Env[Observation, np.int64]):
    """The agent has one seat, an engine the other. An illegal action loses the game at once.

    `seat=None` draws a seat for each game. With `nodes`, the engine searches that many nodes instead of its level's
    time, so that a seed repeats the whole game.

    >>> drafti = AgainstEngine("drafti", level=1, seat="white", nodes=100)
    >>> observation, info = drafti.reset(seed=7)
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((7, 8, 8), 7)
    """

    def __init__(
        self,
        game: Game | str,
        *,
        level: int = 1,
        seat: Seat | None = None,
        nodes: int | None = None,
        max_plies: int = MAX_PLIES,
        realistic_armies: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.game = find_game(game)
        if seat is not None:
            self.game.info.check_seat(seat)
        self.metadata = {"render_modes": ["ansi"]}
        self.render_mode = render_mode
        encoding = encoding_of(self.game.info)
        self.action_space = spaces.Discrete(encoding.action_count)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 127, encoding.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (encoding.action_count,), np.int8),
            }
        )
        self._engine = levels.engine(self.game.info.id, level)
        self._seat = seat
        self._nodes = nodes
        self._max_plies = max_plies
        self._realistic_armies = realistic_armies

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game. `options={"position": text}` begins elsewhere."""
        super().reset(seed=seed)
        self._random = Random(int(self.np_random.integers(2**62)))
        self.seat = self._seat or self._random.choice(self.game.info.seats)
        text = (options or {}).get("position")
        dealt = begin(self.game, self._random, realistic_armies=self._realistic_armies)
        self.episode = Episode(self.game, self.game.read_position(text) if text else dealt, self._max_plies)
        self._answer()
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the engine's answer."""
        if not hasattr(self, "episode"):
            raise gymnasium.error.ResetNeeded("Call reset() before step().")
        if int(action) not in self.episode.moves:
            return self._observation(), LOSS, True, False, {"illegal": True}
        self.episode.play(int(action))
        self._answer()
        episode = self.episode
        return self._observation(), episode.reward(self.seat), episode.is_over, episode.is_cut_off, {}

    def action_masks(self) -> Any:
        """The legal actions, under the name that maskable agents look for."""
        return self.episode.mask(self.seat)

    def render(self) -> str | None:
        """The text of what the agent sees, in the render mode "ansi"."""
        return self.episode.view(self.seat).text if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The engine moves until it is the agent's turn."""
        while not self.episode.is_over and not self.episode.is_cut_off and self.episode.to_move != self.seat:
            seat = self.game.info.opponent(self.seat)
            limits = Limits(nodes=self._nodes, seed=self._random.getrandbits(32))
            self.episode.play_text(self._engine.choose(self.episode.view(seat), limits).move)

    def _observation(self) -> Observation:
        return {"observation": self.episode.observe(self.seat), "action_mask": self.episode.mask(self.seat)}


def register() -> None:
    """Make every game known to `gymnasium.make`: `damero/banqi-v1`, with the version of its rules.

    >>> import gymnasium
    >>> register()
    >>> gymnasium.make("damero/banqi-v1", level=1).action_space
    Discrete(1024)
    """
    from damero.domain.catalogue import GAMES

    for game in GAMES:
        name = f"damero/{game.info.id}-v{game.info.version}"
        if name not in gymnasium.registry:
            entry = f"{__name__}:AgainstEngine"
            gymnasium.register(id=name, entry_point=entry, kwargs={"game": game.info.id})
