"""How fast the engines are on this machine, and a signature that changes when what they search changes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from damero.domain.catalogue import game
from damero.domain.game import Item, Position
from damero.engines.engine import Limits
from damero.engines.levels import LEVELS, engine

PLIES = (0, 6, 12, 18, 24, 30)
"""The random plies before each of the positions."""


@dataclass(frozen=True, slots=True)
class Timing:
    game_id: str
    positions: int
    nodes: int
    signature: str
    """Of moves and node counts: the same on every machine, for the same engine and the same limits."""
    cpu_seconds: float
    depth_in_a_second: int
    """The depth that the engine reaches from the start position in one second."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.cpu_seconds if self.cpu_seconds else 0.0


def time_engine(game_id: str, nodes: int) -> Timing:
    """Search a fixed set of positions on one thread, each for this many nodes."""
    player = engine(game_id, LEVELS[-1])
    limits = Limits(nodes=nodes, threads=1, seed=1)
    positions = [position for position in map(_position, [game_id] * len(PLIES), PLIES) if position.to_move]
    started = time.process_time()
    choices = [player.choose(position.view(position.to_move), limits) for position in positions]
    spent = time.process_time() - started
    told = "\n".join(f"{choice.move} {choice.nodes}" for choice in choices)
    start = _position(game_id, 0)
    deep = player.choose(start.view(start.to_move), Limits(seconds=1.0))
    total = sum(choice.nodes for choice in choices)
    return Timing(game_id, len(positions), total, sha256(told.encode()).hexdigest()[:8], spent, deep.depth)


def _position(game_id: str, plies: int) -> Position:
    random = Random(plies)

    def shuffle(items: Sequence[Item], /) -> Sequence[Item]:
        return random.sample(items, len(items))

    position = game(game_id).initial(shuffle)
    for _ in range(plies):
        if position.to_move:
            position = position.play(random.choice(position.legal_moves()))
    return position
