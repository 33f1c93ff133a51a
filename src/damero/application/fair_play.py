"""Fair play: nobody is helped with a position that people are playing against each other, at whichever server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from damero.application.running_positions import Look, Running, look_of
from damero.application.services import Services
from damero.domain.game import Position


async def is_being_played(services: Services, positions: Callable[[], Iterable[Position]]) -> bool:
    """Whether one of these positions looks like one of a running match, under whichever variant of its family."""
    known = services.running_positions.snapshot()
    is_known, looks = await services.in_thread(partial(_compared, known, positions))
    return is_known or await services.running_positions.occur_elsewhere(looks)


def _compared(
    running: tuple[Running, ...], positions: Callable[[], Iterable[Position]]
) -> tuple[bool, frozenset[Look]]:
    looks = frozenset(map(look_of, positions()))
    return any(other.look in looks for other in running), looks
