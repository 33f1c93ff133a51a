"""The moves of a game as texts."""

from __future__ import annotations

from damero.domain.game import Position, View


def move_texts(of: Position | View) -> tuple[str, ...]:
    return tuple(ply.text for ply in of.plies)
