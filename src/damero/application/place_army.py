"""Hand in an army; the opponent learns only that it stands."""

from __future__ import annotations

from damero.application.commands import Answer, PlaceArmy
from damero.application.conduct import act
from damero.application.hall import Hall
from damero.domain import judge


async def place_army(hall: Hall, command: PlaceArmy) -> Answer:
    return await act(hall, command, lambda match, seat: judge.place(match, seat, command.army, hall.clock.now()))
