"""A move on the board of a match, and what it makes public."""

from __future__ import annotations

from typing import NamedTuple

from damero.domain.game import Move, Position
from damero.domain.sealing import Trail


class Step(NamedTuple):
    """A move on the board, and the secrets that it made public, each with its owner."""

    move: Move
    position: Position
    trail: Trail | None
    exposed: tuple[tuple[str, str], ...] = ()


def step(position: Position, trail: Trail | None, move: Move | str) -> Step:
    if isinstance(move, str):
        move = position.read_move(move)
    after = position.play(move)
    if trail is None:
        return Step(move, after, None)
    return Step(move, after, *trail.follow(move, after))
