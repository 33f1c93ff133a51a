"""Hand in an army; the opponent learns only that it stands."""

from __future__ import annotations

from damero.application.change_match import act_as_seat
from damero.application.commands import Answer, PlaceArmy
from damero.application.services import Services
from damero.domain import judge


async def place_army(services: Services, command: PlaceArmy) -> Answer:
    return await act_as_seat(
        services, command, lambda match, seat: judge.place(match, seat, command.army, services.clock.now())
    )
