"""Abort a match that has not really begun."""

from __future__ import annotations

from damero.application.change_match import change, command_key
from damero.application.commands import Abort, Answer
from damero.application.services import Services
from damero.domain import judge


async def abort(services: Services, command: Abort) -> Answer:
    """A creator who has no seat yet may abort too."""
    key = command_key(command.by, command.command_id)
    return await change(
        services, command.match_id, key, lambda match: judge.abort(match, command.by, services.clock.now())
    )
