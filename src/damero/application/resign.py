"""Give up the game."""

from __future__ import annotations

from damero.application.commands import Answer, Resign
from damero.application.conduct import act
from damero.application.hall import Hall
from damero.domain import judge


async def resign(hall: Hall, command: Resign) -> Answer:
    return await act(hall, command, lambda match, seat: judge.resign(match, seat, hall.clock.now()))
