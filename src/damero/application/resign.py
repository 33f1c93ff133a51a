"""Resign the game."""

from __future__ import annotations

from damero.application.change_match import act_as_seat
from damero.application.commands import Answer, Resign
from damero.application.services import Services
from damero.domain import judge


async def resign(services: Services, command: Resign) -> Answer:
    return await act_as_seat(services, command, lambda match, seat: judge.resign(match, seat, services.clock.now()))
